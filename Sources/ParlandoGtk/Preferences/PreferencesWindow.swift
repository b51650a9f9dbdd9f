import CGtk
public import ParlandoPresenters

/// The preferences in GTK. It shows states and reports choices; it decides nothing.
@MainActor public final class PreferencesWindow: PreferencesView {
    public weak var delegate: (any PreferencesViewDelegate)?
    private var state = PreferencesViewState()

    public init() {}

    func present(over parent: UnsafeMutablePointer<GtkWindow>, part: PreferencesPart) {}

    public func render(_ state: PreferencesViewState) {
        self.state = state
    }

    public func showToast(_ text: String) {}
}
