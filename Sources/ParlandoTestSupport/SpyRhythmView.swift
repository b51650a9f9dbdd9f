public import ParlandoPresenters

/// Remembers every state it was shown.
@MainActor public final class SpyRhythmView: RhythmView, ChangeWatching {
    public weak var delegate: (any RhythmViewDelegate)?
    /// Every state it was shown, in order.
    public private(set) var states: [RhythmViewState] = []
    /// Every place of the beat, in order.
    public private(set) var positions: [RhythmPosition] = []
    /// Every toast, in order.
    public private(set) var toasts: [String] = []
    /// Every part of the preferences that was opened, in order.
    public private(set) var openedPreferences: [PreferencesPart] = []
    /// Everything that got the keyboard's focus, in order.
    public private(set) var focused: [RhythmFocus] = []
    public let changes = Changes()

    public init() {}

    /// What it shows now.
    public var state: RhythmViewState {
        states.last ?? RhythmViewState()
    }

    public func render(_ state: RhythmViewState) {
        states.append(state)
        changes.happened()
    }

    public func render(_ position: RhythmPosition) {
        positions.append(position)
    }

    public func showToast(_ text: String) {
        toasts.append(text)
    }

    public func openPreferences(_ part: PreferencesPart) {
        openedPreferences.append(part)
    }

    public func focus(_ part: RhythmFocus) {
        focused.append(part)
    }
}
