public import ParlandoPresenters

/// History view that records every state it is shown.
@MainActor public final class SpyHistoryView: HistoryView, ViewKeeping {
    public weak var delegate: (any HistoryViewDelegate)?
    public let log = ViewLog(HistoryViewState())
    /// Number of times it was closed.
    public private(set) var closings = 0

    public init() {}

    public func close() {
        closings += 1
    }
}
