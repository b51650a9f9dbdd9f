import Foundation
import ParlandoCore
import ParlandoSystem
import ParlandoTestSupport
import Testing

@Suite struct FilePracticeBookTests {
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
    }

    private var path: String { folder.file("data/exercises.json") }

    private func lay(_ text: String) throws {
        try folder.make("data/exercises.json")
        try folder.write(Array(text.utf8), to: "data/exercises.json")
    }

    private func book(_ name: String) -> PracticeBook {
        var book = PracticeBook()
        book.put(SavedExercise(name: name, settings: RhythmPreferences()))
        return book
    }

    @Test func whatOneProgramSavesAnotherReads() async throws {
        let (mine, theirs) = (FilePracticeBook(path: path), FilePracticeBook(path: path))
        #expect(try await theirs.book() == PracticeBook())
        let (first, second) = (book("a"), book("b"))
        #expect(try await mine.save(first, over: PracticeBook()))
        #expect(try await theirs.book() == first)
        #expect(try await theirs.save(second, over: first))
        #expect(try await mine.book() == second)
        // What was changed meanwhile is not lost.
        #expect(try await !mine.save(book("c"), over: first))
        #expect(try await mine.book() == second)
    }

    /// Each as a program of its own: a lock of a file is between its openings.
    @Test func whatIsSavedAtTheSameMomentIsAllThere() async throws {
        try await withThrowingTaskGroup(of: Void.self) { group in
            for name in ["a", "b", "c", "d"] {
                group.addTask { [path] in
                    let store = FilePracticeBook(path: path)
                    for number in 1...8 {
                        let added = SavedExercise(name: name + "\(number)", settings: RhythmPreferences())
                        var (old, new) = (PracticeBook(), PracticeBook())
                        repeat {
                            old = try await store.book()
                            new = old
                            new.put(added)
                        } while !(try await store.save(new, over: old))
                    }
                }
            }
            try await group.waitForAll()
        }
        #expect(try await FilePracticeBook(path: path).book().exercises.count == 32)
        #expect(folder.names(in: "data") == ["exercises.json"])
    }

    /// It is removed with all data.
    @Test func aLockThatAKilledProgramHasLeftDoesNotMatter() async throws {
        let folders = Folders(environment: ["XDG_DATA_HOME": folder.file("home")], executable: "")
        let lock = folders.practiceBook + ".lock"
        try FileManager.default.createDirectory(atPath: folders.data, withIntermediateDirectories: true)
        try Data().write(to: URL(filePath: lock))
        #expect(try await FilePracticeBook(path: folders.practiceBook).save(book("a"), over: PracticeBook()))
        try Data().write(to: URL(filePath: lock))
        try await StoredFiles(folders).removeAll()
        #expect(!FileManager.default.fileExists(atPath: lock))
    }

    @Test func anExportedBookIsRead() async throws {
        let made = book("a")
        try await FileTextSaver().save(made.text, to: folder.file("export.json"))
        let store = FilePracticeBook(path: path)
        #expect(try await store.book(at: folder.file("export.json")) == made)
        await #expect(throws: PracticeBookError.unreadable) { try await store.book(at: folder.file("none.json")) }
    }

    @Test(arguments: ["", "[", #"{"version": 1}"#])
    func aDamagedFileIsRenamedAndSaidOnce(text: String) async throws {
        try lay(text)
        let store = FilePracticeBook(path: path)
        await #expect(throws: PracticeBookError.damaged) { try await store.book(at: path) }
        await #expect(throws: TextSaveError.self) { try await store.save(book("a"), over: PracticeBook()) }
        await #expect(throws: PracticeBookError.setAside) { try await store.book() }
        #expect(folder.names(in: "data") == ["exercises.json.damaged"])
        #expect(folder.bytes(of: "data/exercises.json.damaged") == Array(text.utf8))
        #expect(try await store.book() == PracticeBook())
        #expect(try await store.save(book("a"), over: PracticeBook()))
        #expect(try await store.book().exercises.map(\.name) == ["a"])
    }

    @Test func aFileOfALaterVersionStaysAsItIs() async throws {
        let text = #"{"version": 2, "music": []}"#
        try lay(text)
        let store = FilePracticeBook(path: path)
        await #expect(throws: PracticeBookError.newer) { try await store.book() }
        await #expect(throws: TextSaveError.self) { try await store.save(book("a"), over: PracticeBook()) }
        #expect(folder.bytes(of: "data/exercises.json") == Array(text.utf8))
    }

    @Test func aFileThatIsFarTooLargeIsNotReadWhole() async throws {
        try lay("")
        try #require(FileHandle(forWritingAtPath: path)).truncate(atOffset: 1 << 40)
        await #expect(throws: PracticeBookError.damaged) { try await FilePracticeBook(path: path).book(at: path) }
    }

    @Test func removeAllDataRemovesTheExercisesAndDeletedResultsDoNot() async throws {
        let folders = Folders(environment: ["XDG_DATA_HOME": folder.file("home")], executable: "")
        let store = FilePracticeBook(path: folders.practiceBook)
        #expect(try await store.save(book("a"), over: PracticeBook()))
        try await FilePracticeStore(path: folders.practice).removeAll()
        #expect(try await store.book().exercises.count == 1)
        #expect(await StoredFiles(folders).measure()[.exercises]?.bytes ?? 0 > 0)
        try await StoredFiles(folders).removeAll()
        #expect(!FileManager.default.fileExists(atPath: folders.practiceBook))
    }
}
