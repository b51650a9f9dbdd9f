public import ParlandoPresenters

/// Remembers every state it was shown.
@MainActor public final class SpyPreferencesView: PreferencesView, ChangeWatching {
    public weak var delegate: (any PreferencesViewDelegate)?
    /// Every state it was shown, in order.
    public private(set) var states: [PreferencesViewState] = []
    /// Every toast, in order.
    public private(set) var toasts: [String] = []
    public let changes = Changes()

    public init() {}

    /// What it shows now.
    public var state: PreferencesViewState {
        states.last ?? PreferencesViewState()
    }

    public func render(_ state: PreferencesViewState) {
        states.append(state)
        changes.happened()
    }

    public func showToast(_ text: String) {
        toasts.append(text)
        changes.happened()
    }
}
