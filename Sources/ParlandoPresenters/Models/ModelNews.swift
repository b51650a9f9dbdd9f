public import ParlandoServices

/// Forwards the events of one model service to several screens. A screen that is added later receives the latest event
/// at once.
@MainActor public final class ModelNews: ModelServiceDelegate {
    private struct Listener {
        weak var delegate: (any ModelServiceDelegate)?
    }

    private let service: any ModelKeeping
    private var listeners: [Listener] = []
    private var latest: [ModelEntry]?

    public init(of service: any ModelKeeping) {
        self.service = service
        service.delegate = self
    }

    /// Adds a delegate, which is held weakly.
    public func add(_ delegate: any ModelServiceDelegate) {
        listeners.removeAll { $0.delegate == nil || $0.delegate === delegate }
        listeners.append(Listener(delegate: delegate))
        if let latest {
            delegate.modelService(service, didChange: latest)
        }
    }

    public func modelService(_ service: any ModelKeeping, didChange entries: [ModelEntry]) {
        latest = entries
        for listener in listeners {
            listener.delegate?.modelService(service, didChange: entries)
        }
    }
}
