public import ParlandoPresenters

/// Remembers everything it was shown.
@MainActor public final class SpyServerPreferencesView: ServerPreferencesView {
    public weak var serverDelegate: (any ServerPreferencesViewDelegate)?
    /// What it shows now.
    public private(set) var state = ServerPreferencesState()
    /// Everything that a test has come to, in order.
    public private(set) var tests: [ServerTestState] = []
    /// Every form it showed, in order.
    public private(set) var forms: [ServerForm] = []
    /// Every toast, in order.
    public private(set) var toasts: [String] = []
    private var waiting: [CheckedContinuation<Void, Never>] = []

    public init() {}

    /// Returns when the condition holds; it is looked at again whenever the view changes.
    public func nextChange(until condition: () -> Bool) async {
        while !condition() {
            await withCheckedContinuation { waiting.append($0) }
        }
    }

    public func render(_ state: ServerPreferencesState) {
        self.state = state
        changed()
    }

    public func render(_ test: ServerTestState) {
        tests.append(test)
        changed()
    }

    public func edit(_ form: ServerForm) {
        forms.append(form)
        changed()
    }

    public func showToast(_ text: String) {
        toasts.append(text)
        changed()
    }

    private func changed() {
        let ready = waiting
        waiting = []
        ready.forEach { $0.resume() }
    }
}
