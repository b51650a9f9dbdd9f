public import ParlandoCore
public import ParlandoServices

/// Passes pages that *New* replaced, and alternatives that the user chose for doubtful words, to the history, which can
/// also play the sound of words.
@MainActor public final class PageKeeper: DictationPresenterDelegate {
    private let history: any HistoryKeeping

    public init(history: any HistoryKeeping) {
        self.history = history
    }

    public func dictationPresenter(_ presenter: DictationPresenter, didPutAway page: TranscriptDocument) {
        Task { [history] in await history.putAway(page) }
    }

    public func dictationPresenter(_ presenter: DictationPresenter, didCorrect page: TranscriptDocument) {
        Task { [history] in await history.follow(page) }
    }

    public func dictationPresenter(_ presenter: DictationPresenter, hasSoundOf word: SpokenWord) async -> Bool {
        await history.hasSound(of: word)
    }

    public func dictationPresenter(
        _ presenter: DictationPresenter, play word: SpokenWord
    ) async throws(AudioError) {
        try await history.play(word)
    }
}
