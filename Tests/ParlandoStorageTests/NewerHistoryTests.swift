import Foundation
import ParlandoCore
import ParlandoTestSupport
import Testing

@testable import ParlandoStorage

/// What becomes of a history that a newer version of the program has written, and of one that is damaged.
@Suite(.timeLimit(.minutes(1))) struct NewerHistoryTests {
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
    }

    private var path: String { folder.file("history.sqlite") }

    private func store() -> SQLiteHistoryStore {
        SQLiteHistoryStore(path: path, clock: FixedClock())
    }

    private func keep(_ text: String) async throws -> UUID {
        let session = HistorySession(kind: .dictation, began: FixedClock().now)
        let word = HistoryWord(Word(text: text, start: 0, end: 1, probability: 1), paragraph: 0)
        try await store().add(HistoryRecord(session: session, words: [word]))
        return session.id
    }

    private func texts(in store: SQLiteHistoryStore) async throws -> [String] {
        try await store.sessions(matching: "", limit: 100).map(\.text.revealed)
    }

    @Test func anEntryOfAnUnknownKindIsNotShownAndStays() async throws {
        _ = try await keep("known")
        let id = try await keep("unknown")
        try changeDatabase(at: path, "UPDATE session SET kind = 'song', open = 1, text = '' WHERE id = '\(id)'")
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
        let id = try await keep("from the future")
        try changeDatabase(
            at: path, "INSERT INTO grdb_migrations VALUES ('mood'); ALTER TABLE session ADD COLUMN mood TEXT")
        let store = store()
        #expect(try await texts(in: store) == ["from the future"])
        #expect(try await store.record(of: id)?.words.count == 1)
        await #expect(throws: ArchiveError(.newer)) {
            try await store.begin(HistorySession(kind: .dictation, began: FixedClock().now))
        }
        await #expect(throws: ArchiveError(.newer)) { try await store.delete([id]) }
        await #expect(throws: ArchiveError(.newer)) { _ = try await store.expire(after: 7, at: .distantFuture) }
        #expect(try await texts(in: self.store()) == ["from the future"])
    }

    @Test func tablesThatANewerVersionHasChangedAreNoDamage() async throws {
        let id = try await keep("from the future")
        try changeDatabase(
            at: path, "INSERT INTO grdb_migrations VALUES ('maker'); ALTER TABLE word RENAME COLUMN stop TO finish")
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
            await #expect(throws: ArchiveError.self) { _ = try await keep("new") }
        }
        #expect(folder.bytes(of: "history.sqlite.damaged") == Array(texts[0].utf8))
        #expect(folder.bytes(of: "history.sqlite.damaged-2") == Array(texts[1].utf8))
    }
}
