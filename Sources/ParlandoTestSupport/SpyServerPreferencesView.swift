public import ParlandoPresenters

/// Remembers everything it was shown.
@MainActor public final class SpyServerPreferencesView: ServerPreferencesView, ViewKeeping {
    public weak var serverDelegate: (any ServerPreferencesViewDelegate)?
    public let log = ViewLog(ServerPreferencesState())
    /// Everything that a test has come to, in order.
    public private(set) var tests: [ServerTestState] = []
    /// Every form it showed, in order.
    public private(set) var forms: [ServerForm] = []

    public init() {}

    public func render(_ test: ServerTestState) {
        tests.append(test)
        changes.happened()
    }

    public func edit(_ form: ServerForm) {
        forms.append(form)
        changes.happened()
    }
}
