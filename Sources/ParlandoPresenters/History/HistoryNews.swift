public import ParlandoCore
public import ParlandoServices

/// Forwards the events of the history to several presenters, which are held weakly. One that is added later immediately
/// gets the latest `keeping` event.
@MainActor public final class HistoryNews: HistoryServiceDelegate {
    private struct Listener {
        weak var delegate: (any HistoryServiceDelegate)?
    }

    private let service: HistoryService
    private var listeners: [Listener] = []
    private var keeping: HistoryKeepingState?

    public init(of service: HistoryService) {
        self.service = service
        service.delegate = self
    }

    public func add(_ delegate: any HistoryServiceDelegate) {
        listeners.removeAll { $0.delegate == nil || $0.delegate === delegate }
        listeners.append(Listener(delegate: delegate))
        if let keeping {
            delegate.historyService(service, didReport: .keeping(keeping))
        }
    }

    public func historyService(_ service: HistoryService, didReport event: HistoryEvent) {
        if case .keeping(let state) = event {
            keeping = state
        }
        for listener in listeners {
            listener.delegate?.historyService(service, didReport: event)
        }
    }
}

/// Connects the dictation page to the history, which stores its text, brings it back at the next start and plays its
/// words.
@MainActor public final class PageKeeper: DictationPresenterDelegate {
    private let history: HistoryService

    public init(history: HistoryService) {
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
