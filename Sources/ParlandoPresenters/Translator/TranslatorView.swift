/// A part of the translator page to which the presenter can move the keyboard focus.
public enum TranslatorFocus: Sendable, Equatable {
    case source
    case button
}

/// The translator page: shows the view state and makes no decisions itself.
@MainActor public protocol TranslatorView: AnyObject {
    func render(_ state: TranslatorViewState)
    /// Shows a short message that disappears by itself.
    func showToast(_ text: String)
    func copyToClipboard(_ text: String)
    /// Opens the preferences window at a part of it, such as the list of models.
    func openPreferences(_ part: PreferencesPart)
    func focus(_ part: TranslatorFocus)
    /// Asks the user a question, and returns whether the user confirms.
    func ask(_ question: PageQuestion) async -> Bool
}
