public import ParlandoPresenters

/// Remembers everything it was shown.
@MainActor public final class SpyServerPreferencesView: ServerPreferencesView, ChangeWatching {
    public weak var serverDelegate: (any ServerPreferencesViewDelegate)?
    /// What it shows now.
    public private(set) var state = ServerPreferencesState()
    /// Everything that a test has come to, in order.
    public private(set) var tests: [ServerTestState] = []
    /// Every form it showed, in order.
    public private(set) var forms: [ServerForm] = []
    /// Every toast, in order.
    public private(set) var toasts: [String] = []
    public let changes = Changes()

    public init() {}

    public func render(_ state: ServerPreferencesState) {
        self.state = state
        changes.happened()
    }

    public func render(_ test: ServerTestState) {
        tests.append(test)
        changes.happened()
    }

    public func edit(_ form: ServerForm) {
        forms.append(form)
        changes.happened()
    }

    public func showToast(_ text: String) {
        toasts.append(text)
        changes.happened()
    }
}
