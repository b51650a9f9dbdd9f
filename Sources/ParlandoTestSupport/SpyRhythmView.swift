public import ParlandoPresenters

/// Remembers every state it was shown.
@MainActor public final class SpyRhythmView: RhythmView, ViewKeeping {
    public weak var delegate: (any RhythmViewDelegate)?
    public let log = ViewLog(RhythmViewState())
    /// Every place of the beat, in order.
    public private(set) var positions: [RhythmPosition] = []
    /// Everything that got the keyboard's focus, in order.
    public private(set) var focused: [RhythmFocus] = []

    public init() {}

    public func render(_ position: RhythmPosition) {
        positions.append(position)
    }

    public func focus(_ part: RhythmFocus) {
        focused.append(part)
    }
}
