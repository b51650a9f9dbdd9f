import Foundation
import ParlandoCore
import ParlandoTestSupport
import Testing

@testable import ParlandoServices

/// Looks for recordings as on a slow disk: an edit comes in between.
private final class SlowSounds: HistorySounds {
    private let edit: @Sendable () async -> Void

    init(_ edit: @escaping @Sendable () async -> Void) {
        self.edit = edit
    }

    func path(of id: UUID) async -> String? {
        await edit()
        return "/recordings/\(id).flac"
    }

    func append(_ samples: [Float], channels: Int, to id: UUID) async throws(TextSaveError) {}

    func finish(_ id: UUID) async {}

    func mark(of path: String) async -> (text: String, modified: Date)? {
        nil
    }

    @discardableResult func keepOnly(_ ids: Set<UUID>) async -> [String] {
        []
    }

    func remove(_ id: UUID) async {}
}

/// Undo in the history, whatever goes wrong or comes in between.
@Suite(.timeLimit(.minutes(1))) struct UndoneChangesTests {
    private let store = FakeHistoryStore()
    private let archive = FakeTranslationArchive()

    private func put(_ text: String) -> HistorySession {
        let session = HistorySession(kind: .dictation, began: FixedClock().now, text: text, isOpen: false)
        store.put(HistoryRecord(session: session, words: []))
        return session
    }

    @Test func aRestorationThatFailsCanBeTriedAgain() async throws {
        let history = HistoryService(store, archive: archive, preferences: FakePreferenceStore())
        _ = put("one")
        archive.put(Exchange(source: "Tea", translation: "Té", targetLanguage: "es", isWhole: true))
        try await history.remove(history.entries(matching: "", limit: 10))
        archive.fail(with: ArchiveError(.diskFull))
        await #expect(throws: ArchiveError.self) { try await history.restore() }
        archive.fail(with: nil)
        try await history.restore()
        #expect(try await history.entries(matching: "", limit: 10).count == 2)
    }

    @Test func anEditWhileAnotherTranscriptionTakesItsPlaceComesBackToo() async throws {
        let session = put("one")
        let sounds = SlowSounds { [store] in try? await store.edit(session.id, "edited") }
        let history = HistoryService(
            store: store, sounds: sounds, archive: archive, preferences: FakePreferenceStore(),
            player: FakeSoundPlayer(), reader: MadeFiles(), wallClock: FixedClock(),
            clock: ManualClock(advancesItself: false))
        let other = RecordedSession(
            HistorySession(kind: .dictation, began: FixedClock().now), isKept: false, keepsSound: false)
        await history.replace(session.id, by: other, duration: 2)
        #expect(store.records.map(\.session.text.revealed) == [""])
        try await history.undoReplacement(of: session.id)
        #expect(store.records.map(\.session.text.revealed) == ["edited"])
    }
}
