import Foundation
import ParlandoCore
import ParlandoSystem
import ParlandoTestSupport
import Testing

@Suite struct FileWordBookTests {
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
    }

    private var path: String { folder.path + "/data/words.json" }

    private func write(_ text: String) throws {
        try FileManager.default.createDirectory(atPath: folder.path + "/data", withIntermediateDirectories: true)
        try Data(text.utf8).write(to: URL(filePath: path))
    }

    @Test func whatIsKeptIsThereAtTheNextStart() async throws {
        var book = WordBook()
        book.add([ReplacementRule("jay son", "JSON")])
        book.shipped = [.punctuation]
        book.vocabulary.add(["Kuzminov"], language: "en")
        #expect(await FileWordBook(path: path).load() == WordBook())
        #expect(try await FileWordBook(path: path).save(book, over: WordBook()))
        #expect(await FileWordBook(path: path).load() == book)
    }

    @Test func onlyTheirOwnerCanReadTheWordsAlsoIfOthersCouldBefore() async throws {
        for _ in 1...2 {
            #expect(try await FileWordBook(path: path).save(WordBook(), over: WordBook()))
            for (file, mode) in [(path, 0o600), (folder.path + "/data", 0o700)] {
                let attributes = try FileManager.default.attributesOfItem(atPath: file)
                #expect((attributes[.posixPermissions] as? NSNumber)?.intValue == mode)
            }
            chmod(path, 0o644)
        }
    }

    @Test(arguments: ["{", "[]", #"{"replacements":7}"#, "", String(repeating: "[", count: 600)])
    func aDamagedFileIsSetAsideAndSaid(text: String) async throws {
        try write(text)
        let words = FileWordBook(path: path)
        #expect(await words.load() == WordBook())
        let copy = try #require(await words.damagedCopy())
        #expect(try String(contentsOfFile: copy, encoding: .utf8) == text)
        #expect(try await words.save(WordBook(), over: WordBook()))
        // A second one does not replace the first.
        try write("{")
        #expect(await FileWordBook(path: path).damagedCopy() == path + ".damaged-2")
    }

    @Test func whatAnotherProgramHasWrittenIsReadAgain() async throws {
        let words = FileWordBook(path: path)
        var book = WordBook()
        book.add([ReplacementRule("jay son", "JSON")])
        #expect(try await words.save(book, over: WordBook()))
        #expect(await words.load() == book)
        let old = book
        book.add([ReplacementRule("yam el", "YAML")])
        #expect(try await FileWordBook(path: path).save(book, over: old))
        #expect(try await !words.save(WordBook(), over: old))
        #expect(await words.load() == book)
    }

    /// Each as a program of its own.
    @Test func whatIsSavedAtTheSameMomentIsAllThere() async throws {
        try await withThrowingTaskGroup(of: Void.self) { group in
            for name in ["a", "b", "c", "d"] {
                group.addTask { [path] in
                    let store = FileWordBook(path: path)
                    for number in 1...8 {
                        var (old, new) = (WordBook(), WordBook())
                        repeat {
                            old = await store.load()
                            new = old
                            new.vocabulary.add([name + "\(number)"], language: "en")
                        } while !(try await store.save(new, over: old))
                    }
                }
            }
            try await group.waitForAll()
        }
        #expect(await FileWordBook(path: path).load().vocabulary.entries(for: "en").count == 32)
    }

    /// A folder can be opened for reading, and every read of it fails, as from a broken disk.
    @Test func aFileThatCannotBeReadStaysAndIsReadOnceItCan() async throws {
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
        let words = FileWordBook(path: path)
        #expect(await words.load() == WordBook())
        #expect(await words.damagedCopy() == nil)
        await #expect(throws: TextSaveError.self) { try await words.save(WordBook(), over: WordBook()) }
        try FileManager.default.removeItem(atPath: path)
        var book = WordBook()
        book.add([ReplacementRule("jay son", "JSON")])
        #expect(try await words.save(book, over: WordBook()))
        #expect(await FileWordBook(path: path).load() == book)
    }

    @Test func aListWhoseNameIsNoTextIsImported() async throws {
        let list = folder.file(PathBytes.text([0x63, 0xE9]))
        try await FileTextSaver().save("a\tb", to: list)
        #expect(try await FileWordBook(path: path).text(of: list) == "a\tb")
    }

    @Test(.timeLimit(.minutes(1))) func aPipeIsImportedOnTheCommandLineOnly() async throws {
        let pipe = folder.file("pipe")
        #expect(mkfifo(pipe, 0o600) == 0)
        for path in [pipe, "/dev/zero"] {
            await #expect(throws: TextReadError.unreadable) { try await FileWordBook(path: self.path).text(of: path) }
        }
        Thread.detachNewThread {
            let writer = try? FileHandle(forWritingTo: URL(filePath: pipe))
            try? writer?.write(contentsOf: Data("a\tb".utf8))
            try? writer?.close()
        }
        #expect(try await FileWordBook(path: path, importsPipes: true).text(of: pipe) == "a\tb")
    }

    @Test func aFileThatIsNoListCannotBeImported() async throws {
        let words = FileWordBook(path: path)
        await #expect(throws: TextReadError.unreadable) { try await words.text(of: path) }
        try write("one\0two")
        await #expect(throws: TextReadError.notText) { try await words.text(of: path) }
        try Data([0xFF, 0xFE, 0x41]).write(to: URL(filePath: path))
        await #expect(throws: TextReadError.notText) { try await words.text(of: path) }
        try write("a\tb")
        #expect(try await words.text(of: path) == "a\tb")
    }
}
