public import ParlandoPresenters

/// Remembers every state it was shown.
@MainActor public final class SpyHistoryView: HistoryView, ChangeWatching {
    public weak var delegate: (any HistoryViewDelegate)?
    /// What it shows now.
    public private(set) var state = HistoryViewState()
    /// Every toast, in order.
    public private(set) var toasts: [String] = []
    /// Every part of the preferences that was opened, in order.
    public private(set) var openedPreferences: [PreferencesPart] = []
    /// How often it went out of sight.
    public private(set) var closings = 0
    public let changes = Changes()

    public init() {}

    public func render(_ state: HistoryViewState) {
        self.state = state
        changes.happened()
    }

    public func showToast(_ text: String) {
        toasts.append(text)
        changes.happened()
    }

    public func openPreferences(_ part: PreferencesPart) {
        openedPreferences.append(part)
    }

    public func close() {
        closings += 1
    }
}
