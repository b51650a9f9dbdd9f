public import ParlandoServices

/// Delegate that records the events of a history service.
@MainActor public final class SpyHistoryDelegate: HistoryServiceDelegate, ChangeWatching {
    /// Changes of the log, which tests can await.
    public let changes = Changes()
    /// All events, in order.
    public private(set) var events: [HistoryEvent] = [] { didSet { changes.happened() } }

    public init() {}

    public func historyService(_ service: any HistoryKeeping, didReport event: HistoryEvent) {
        events.append(event)
    }

    /// Latest report on whether dictations are kept in the history, or nil before the first report.
    public var keeping: HistoryKeepingState? {
        events.compactMap { event in
            if case .keeping(let state) = event {
                return state
            }
            return nil
        }.last
    }
}
