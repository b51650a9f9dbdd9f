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
