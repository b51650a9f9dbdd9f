public import ParlandoServices

/// Forwards the events of the history to several presenters. A presenter that is added later immediately receives the
/// latest `keeping` event, which says whether dictations are kept.
@MainActor public final class HistoryNews: HistoryServiceDelegate {
    private struct Listener {
        weak var delegate: (any HistoryServiceDelegate)?
    }

    private let service: any HistoryKeeping
    private var listeners: [Listener] = []
    private var keeping: HistoryKeepingState?

    public init(of service: any HistoryKeeping) {
        self.service = service
        service.delegate = self
    }

    /// Adds a delegate, held weakly, that receives the events of the history.
    public func add(_ delegate: any HistoryServiceDelegate) {
        listeners.removeAll { $0.delegate == nil || $0.delegate === delegate }
        listeners.append(Listener(delegate: delegate))
        if let keeping {
            delegate.historyService(service, didReport: .keeping(keeping))
        }
    }

    public func historyService(_ service: any HistoryKeeping, didReport event: HistoryEvent) {
        if case .keeping(let state) = event {
            keeping = state
        }
        for listener in listeners {
            listener.delegate?.historyService(service, didReport: event)
        }
    }
}
