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
        try await FileWordBook(path: path).save(book)
        #expect(await FileWordBook(path: path).load() == book)
    }

    @Test func onlyTheirOwnerCanReadTheWordsAlsoIfOthersCouldBefore() async throws {
        for _ in 1...2 {
            try await FileWordBook(path: path).save(WordBook())
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
        try await words.save(WordBook())
        // A second one does not replace the first.
        try write("{")
        #expect(await FileWordBook(path: path).damagedCopy() == path + ".damaged-2")
    }

    @Test func whatAnotherProgramHasWrittenIsReadAgain() async throws {
        let words = FileWordBook(path: path)
        var book = WordBook()
        book.add([ReplacementRule("jay son", "JSON")])
        try await words.save(book)
        #expect(await words.load() == book)
        book.add([ReplacementRule("yam el", "YAML")])
        try await FileWordBook(path: path).save(book)
        #expect(await words.load() == book)
    }

    /// A folder can be opened for reading, and every read of it fails, as from a broken disk.
    @Test func aFileThatCannotBeReadStaysAndIsReadOnceItCan() async throws {
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
        let words = FileWordBook(path: path)
        #expect(await words.load() == WordBook())
        #expect(await words.damagedCopy() == nil)
        await #expect(throws: TextSaveError.self) { try await words.save(WordBook()) }
        try FileManager.default.removeItem(atPath: path)
        var book = WordBook()
        book.add([ReplacementRule("jay son", "JSON")])
        try await words.save(book)
        #expect(await FileWordBook(path: path).load() == book)
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
