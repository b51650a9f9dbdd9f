public import ParlandoCore
public import ParlandoServices

extension HistoryService {
    /// Creates a history among stand-ins. Its clock stands still, and it reads no audio files.
    public init(
        _ store: FakeHistoryStore = FakeHistoryStore(), sounds: FakeHistorySounds = FakeHistorySounds(),
        archive: FakeTranslationArchive = FakeTranslationArchive(), preferences: any PreferenceStore,
        player: FakeSoundPlayer = FakeSoundPlayer(), bookmark: (any PageBookmark)? = nil
    ) {
        self.init(
            store: store, sounds: sounds, archive: archive, preferences: preferences, player: player,
            reader: NoReader(), wallClock: FixedClock(), clock: ManualClock(advancesItself: false),
            bookmark: bookmark)
    }
}

private struct NoReader: AudioFileReader {
    func blocks(of path: String, seconds: Double) async throws(AudioFileError) -> AudioFile {
        throw AudioFileError(.missing)
    }
}

@MainActor public final class SpyHistoryDelegate: HistoryServiceDelegate, ChangeWatching {
    public let changes = Changes()
    public private(set) var events: [HistoryEvent] = [] { didSet { changes.happened() } }

    public init() {}

    public func historyService(_ service: HistoryService, didReport event: HistoryEvent) {
        events.append(event)
    }

    public var keeping: HistoryKeepingState? {
        events.compactMap { event in
            if case .keeping(let state) = event {
                return state
            }
            return nil
        }.last
    }
}
