import Foundation
import ParlandoCore
import ParlandoTestSupport
import Testing

@testable import ParlandoStorage

/// The order in which sessions, paragraphs and empty lines come back, and what becomes of a history that a newer version
/// of the program has written or that is damaged.
@Suite(.timeLimit(.minutes(1))) struct HistoryDatabaseTests {
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
    }

    private var path: String { folder.file("history.sqlite") }

    private func store() -> SQLiteHistoryStore {
        SQLiteHistoryStore(path: path, clock: FixedClock())
    }

    @discardableResult private func keep(
        _ text: String, began: Double = 0, in store: SQLiteHistoryStore
    ) async throws -> UUID {
        let session = HistorySession(kind: .dictation, began: FixedClock().now.addingTimeInterval(began))
        let words = text.split(separator: " ").map {
            HistoryWord(Word(text: String($0), start: 0, end: 1, probability: 1), paragraph: 0)
        }
        try await store.add(HistoryRecord(session: session, words: words))
        return session.id
    }

    /// A file's session is added with its first words, which may come after a dictation that began later.
    @Test(arguments: ["", "said", "sa", "言"])
    func theNewestBeginningIsFirstWhateverWasAddedFirst(words: String) async throws {
        let store = store()
        for began in [30.0, 50, 10, 40, 20] {
            try await keep("said at \(Int(began)) 言葉", began: began, in: store)
        }
        for limit in [1, 2, 3, 4, 5, 6, .max] {
            let found = try await store.sessions(matching: words, limit: limit)
            let seconds = found.map { Int($0.began.timeIntervalSince(FixedClock().now).rounded()) }
            #expect(seconds == Array([50, 40, 30, 20, 10].prefix(limit)))
        }
    }

    @Test func sessionsOfOneMomentHaveOneOrderInEveryPage() async throws {
        let store = store()
        for number in 0..<5 {
            try await keep("said \(number)", in: store)
        }
        let all = try await store.sessions(matching: "said", limit: 5)
        #expect(try await store.sessions(matching: "", limit: 5).map(\.id) == all.map(\.id))
        for limit in 1...4 {
            #expect(try await store.sessions(matching: "said", limit: limit) == Array(all.prefix(limit)))
        }
    }

    @Test(arguments: [[0, 3], [2, 4], [0, 1, 6, 7]])
    func everyEmptyLineThatTheSpeakerAskedForComesBack(paragraphs: [Int]) async throws {
        let store = store()
        let session = HistorySession(kind: .dictation, began: FixedClock().now)
        let words = paragraphs.map { number in
            HistoryWord(Word(text: "line\(number)", start: 0, end: 1, probability: 1), paragraph: number)
        }
        try await store.add(HistoryRecord(session: session, words: words))
        var lines = Array(repeating: "", count: (paragraphs.last ?? 0) + 1)
        paragraphs.forEach { lines[$0] = "line\($0)" }
        let found = try #require(try await self.store().record(of: session.id))
        #expect(found.session.text.revealed == lines.joined(separator: "\n"))
        #expect(found.document.text == lines.joined(separator: "\n"))
    }

    @Test(arguments: [Int64.max, .min, 3_000_000_000, -1])
    func aDamagedParagraphNumberFillsNoMemory(number: Int64) async throws {
        let id = try await keep("one two three", in: store())
        try changeDatabase(at: path, "UPDATE word SET paragraph = \(number) WHERE position = 1")
        let text = try #require(try await store().record(of: id)).document.text
        #expect(text.split(separator: "\n") == ["one", "two", "three"])
        #expect(text.count < 300)
    }

    // MARK: Newer and damaged histories

    private func texts(in store: SQLiteHistoryStore) async throws -> [String] {
        try await store.sessions(matching: "", limit: 100).map(\.text.revealed)
    }

    @Test func anEntryOfAnUnknownKindIsNotShownAndStays() async throws {
        try await keep("known", in: store())
        let id = try await keep("unknown", in: store())
        // Only this program knows the words of the index.
        try changeDatabase(
            at: path,
            "DROP TRIGGER sessionChanged; UPDATE session SET kind = 'song', open = 1, text = '' WHERE id = '\(id)'")
        for _ in 1...2 {
            let store = store()
            #expect(try await texts(in: store) == ["known"])
            #expect(try await store.record(of: id) == nil)
            #expect(try await store.removedIDs().isEmpty)
            try await store.delete(kinds: [.terminal, .file])
            #expect(try await store.ids(of: nil).contains(id))
        }
    }

    @Test func aHistoryOfANewerVersionIsOnlyRead() async throws {
        let id = try await keep("from the future", in: store())
        try changeDatabase(
            at: path, "INSERT INTO grdb_migrations VALUES ('mood'); ALTER TABLE session ADD COLUMN mood TEXT")
        let store = store()
        #expect(try await texts(in: store) == ["from the future"])
        #expect(try await store.record(of: id)?.words.count == 3)
        await #expect(throws: ArchiveError(.newer)) {
            try await store.begin(HistorySession(kind: .dictation, began: FixedClock().now))
        }
        await #expect(throws: ArchiveError(.newer)) { try await store.delete([id]) }
        await #expect(throws: ArchiveError(.newer)) { _ = try await store.expire(after: 7, at: .distantFuture) }
        #expect(try await texts(in: self.store()) == ["from the future"])
    }

    /// As at a second login, or with a command beside the program.
    @Test func programsThatBeginAtTheSameMomentAllHaveTheirTables() async throws {
        for round in 0..<20 {
            let path = folder.file("new-\(round)/history.sqlite")
            try await withThrowingTaskGroup(of: Void.self) { group in
                for number in 0..<4 {
                    group.addTask {
                        let store = SQLiteHistoryStore(path: path, clock: FixedClock(), repairs: number == 0)
                        let found = try await store.sessions(matching: "", limit: 1)
                        #expect(found.isEmpty)
                    }
                }
                try await group.waitForAll()
            }
        }
    }

    /// An older version that owns the data would take newer tables for damage.
    @Test func onlyTheOwnerOfTheDataChangesTablesOfAnOlderVersion() async throws {
        try await keep("from the past", in: store())
        try changeDatabase(at: path, "DELETE FROM grdb_migrations WHERE identifier = 'folded index'")
        let other = SQLiteHistoryStore(path: path, clock: FixedClock(), repairs: false)
        await #expect { _ = try await other.sessions(matching: "", limit: 1) } throws: {
            ($0 as? ArchiveError)?.kind == .failed
        }
        #expect(try await texts(in: store()) == ["from the past"])
        try await keep("now it can", in: other)
    }

    @Test func tablesThatANewerVersionHasChangedAreNoDamage() async throws {
        let id = try await keep("from the future", in: store())
        try changeDatabase(
            at: path,
            """
            INSERT INTO grdb_migrations VALUES ('maker');
            DROP TRIGGER sessionAdded; DROP TRIGGER sessionChanged; DROP TRIGGER sessionDeleted;
            ALTER TABLE word RENAME COLUMN stop TO finish
            """)
        let store = store()
        await #expect { _ = try await store.record(of: id) } throws: { ($0 as? ArchiveError)?.kind == .newer }
        #expect(!folder.names.contains("history.sqlite.damaged"))
    }

    @Test func aSecondDamagedFileIsSetAsideBesideTheFirst() async throws {
        let texts = ["first", "second"].map { String(repeating: "The \($0) one is no database. ", count: 9) }
        for text in texts {
            for name in folder.names where !name.contains("damaged") {
                try FileManager.default.removeItem(atPath: folder.file(name))
            }
            try folder.write(Array(text.utf8), to: "history.sqlite")
            await #expect(throws: ArchiveError.self) { try await keep("new", in: store()) }
        }
        #expect(folder.bytes(of: "history.sqlite.damaged") == Array(texts[0].utf8))
        #expect(folder.bytes(of: "history.sqlite.damaged-2") == Array(texts[1].utf8))
    }
}
