public import ParlandoCore
public import ParlandoServices

/// Passes the pages that *New* puts away to the history.
@MainActor public final class PageKeeper: DictationPresenterDelegate {
    private let history: any HistoryKeeping

    public init(history: any HistoryKeeping) {
        self.history = history
    }

    public func dictationPresenter(_ presenter: DictationPresenter, didPutAway page: TranscriptDocument) {
        Task { [history] in await history.putAway(page) }
    }
}
