public import ParlandoCore
public import ParlandoServices

/// Connects the dictation page to the history: stores the text of the page, and pages that the user replaced with
/// *New*; finds the page of the previous run; plays the recorded sound of words.
@MainActor public final class PageKeeper: DictationPresenterDelegate {
    private let history: any HistoryKeeping

    public init(history: any HistoryKeeping) {
        self.history = history
    }

    public func dictationPresenter(_ presenter: DictationPresenter, didPutAway page: TranscriptDocument) {
        Task { [history] in await history.putAway(page) }
    }

    public func dictationPresenter(_ presenter: DictationPresenter, keep page: TranscriptDocument) async -> [Bool] {
        await history.follow(page)
    }

    public func dictationPresenter(_ presenter: DictationPresenter, discard session: Transcript) async {
        await history.discard(session)
    }

    public func dictationPresenterLastPage(_ presenter: DictationPresenter) async -> TranscriptDocument {
        await history.lastPage()
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
