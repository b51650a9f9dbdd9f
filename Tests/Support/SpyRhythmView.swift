public import ParlandoPresenters

/// Rhythm view that records every state it is shown.
@MainActor public final class SpyRhythmView: RhythmView, ViewKeeping {
    public let log = ViewLog(RhythmViewState())
    /// All beat positions that the view was shown, in order.
    public private(set) var positions: [RhythmPosition] = []
    /// All parts of the view that received the keyboard focus, in order.
    public private(set) var focused: [RhythmFocus] = []

    public init() {}

    public func render(_ position: RhythmPosition) {
        positions.append(position)
    }

    public func focus(_ part: RhythmFocus) {
        focused.append(part)
    }
}
