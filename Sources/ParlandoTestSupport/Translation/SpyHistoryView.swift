public import ParlandoPresenters

/// Remembers every state it was shown.
@MainActor public final class SpyHistoryView: HistoryView, ViewKeeping {
    public weak var delegate: (any HistoryViewDelegate)?
    public let log = ViewLog(HistoryViewState())
    /// How often it went out of sight.
    public private(set) var closings = 0

    public init() {}

    public func close() {
        closings += 1
    }
}
