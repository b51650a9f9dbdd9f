import Foundation
import ParlandoCore
import ParlandoServices
import ParlandoStorage
import ParlandoTestSupport
import Testing

/// A history that two running programs have open, as at a second login. One of them owns it.
@MainActor @Suite(.timeLimit(.minutes(1))) struct SharedHistoryTests {
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
    }

    private func store(isOwner: Bool = true) -> SQLiteHistoryStore {
        SQLiteHistoryStore(path: folder.file("history.sqlite"), clock: FixedClock(), repairs: isOwner)
    }

    private func keep(_ text: String, in store: SQLiteHistoryStore) async throws {
        let word = HistoryWord(Word(text: text, start: 0, end: 1, probability: 1), paragraph: 0)
        let session = HistorySession(kind: .dictation, began: FixedClock().now)
        try await store.add(HistoryRecord(session: session, words: [word]))
    }

    private func texts(in store: SQLiteHistoryStore) async throws -> [String] {
        try await store.sessions(matching: "", limit: 9).map(\.text.revealed)
    }

    @Test(arguments: [true, false])
    func whatIsKeptAfterTheOtherHasDeletedAllOrSetItAsideIsInTheNewFile(isDeleted: Bool) async throws {
        let (owner, other) = (store(), store(isOwner: false))
        try await keep("before", in: owner)
        #expect(try await texts(in: other) == ["before"])
        if isDeleted {
            try await owner.removeAll()
        } else {
            for name in folder.names {
                try FileManager.default.moveItem(atPath: folder.file(name), toPath: folder.file("aside-" + name))
            }
        }
        try await keep("after", in: other)
        try await keep("later", in: owner)
        #expect(try await Set(texts(in: other)) == ["after", "later"])
        #expect(try await Set(texts(in: store())) == ["after", "later"])
    }

    /// The next owner takes its entry for that of a killed program.
    @Test func aFileUnderWayIsKeptThoughTheNextOwnerDeletesItsEntryWithoutWords() async throws {
        let (files, speakers, preferences) = (MadeFiles(), LiveSessions(), FakePreferenceStore())
        files.put("/a.wav")
        let other = store(isOwner: false)
        let history = HistoryService(
            store: other, sounds: FakeHistorySounds(), archive: FakeTranslationArchive(), preferences: preferences,
            player: FakeSoundPlayer(), reader: files, wallClock: FixedClock(),
            clock: ManualClock(advancesItself: false))
        let words = FileScene.words("said at last")
        let queue = FileTranscriptionService(
            reader: files, recognizer: ScriptedRecognizer(script: [.init(1, .final(words))]), speakers: speakers,
            history: history, preferences: preferences, catalogue: [], wallClock: FixedClock(),
            clock: FixedMonotonicClock())
        let spy = SpyFilesDelegate()
        queue.delegate = spy
        speakers.begin()
        await queue.add(["/a.wav"])
        await spy.nextChange { spy.files.first?.progress?.isHeldUp == true }
        let id = try #require(spy.files.first?.id)
        #expect(try await other.ids(of: nil) == [id])
        let clock = ManualClock(advancesItself: false)
        let owner = HistoryService(
            store: store(), sounds: FakeHistorySounds(), archive: FakeTranslationArchive(), preferences: preferences,
            player: FakeSoundPlayer(), reader: files, wallClock: FixedClock(), clock: clock)
        await owner.begin()
        await clock.hasBegun(sleeps: 1)
        #expect(try await other.ids(of: nil).isEmpty)
        speakers.end()
        await spy.nextChange { spy.files.first?.hasEnded == true }
        #expect(try await texts(in: store()) == ["said at last"])
        withExtendedLifetime((queue, owner)) {}
    }
}
