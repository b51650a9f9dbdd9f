public import ParlandoPresenters

/// Server preferences view that records everything it is shown.
@MainActor public final class SpyServerPreferencesView: ServerPreferencesView, ViewKeeping {
    public let log = ViewLog(ServerPreferencesState())
    /// All states of server tests, in order.
    public private(set) var tests: [ServerTestState] = []
    /// All states of server keys, in order.
    public private(set) var keys: [ServerKeyState] = []
    /// All forms that the view was told to show, in order.
    public private(set) var forms: [ServerForm] = []

    /// How often the view was told to close the form.
    public private(set) var closedForms = 0

    public init() {}

    public func render(_ test: ServerTestState) {
        tests.append(test)
        changes.happened()
    }

    public func render(_ key: ServerKeyState) {
        keys.append(key)
        changes.happened()
    }

    public func closeForm() {
        closedForms += 1
        changes.happened()
    }

    public func edit(_ form: ServerForm) {
        forms.append(form)
        changes.happened()
    }
}
