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

/// Reader that finds no file.
private struct NoReader: AudioFileReader {
    func blocks(of path: String, seconds: Double) async throws(AudioFileError) -> AudioFile {
        throw AudioFileError(.missing)
    }
}
