import ParlandoCore

/// The view state of the history window.
public struct HistoryViewState: Sendable, Equatable {
    /// An entry of the history: a text and its translation.
    public struct Entry: Sendable, Equatable, Identifiable {
        /// Identifier of the exchange.
        public var id: String
        /// The text that was said or typed.
        public var source: String
        /// The translation of the text.
        public var translation: String
        /// The languages, and the date and time.
        public var caption: String
        /// Whether `source` is written from right to left.
        public var isSourceRightToLeft: Bool
        /// Whether `translation` is written from right to left.
        public var isTranslationRightToLeft: Bool
    }

    /// The entries, newest first.
    public var entries: [Entry] = []
    /// Title shown instead of an empty list.
    public var emptyTitle = ""
    /// Sentence shown below the title of an empty list.
    public var emptyText = ""
    /// Whether the user allows a history to be kept. If not, a button opens the preferences.
    public var isAllowed = false

    public init() {}
}

/// Receives the user's actions in the history window.
@MainActor public protocol HistoryViewDelegate: AnyObject {
    /// The history window was shown.
    func historyViewDidOpen(_ view: any HistoryView)
    /// The user searched for these words. Empty words match all entries.
    func historyView(_ view: any HistoryView, didSearch words: String)
    func historyView(_ view: any HistoryView, didChoose id: HistoryViewState.Entry.ID)
    func historyView(_ view: any HistoryView, didRemove id: HistoryViewState.Entry.ID)
    func historyViewDidPressPreferences(_ view: any HistoryView)
}

/// The history window: shows the view state and makes no decisions itself.
@MainActor public protocol HistoryView: AnyObject {
    var delegate: (any HistoryViewDelegate)? { get set }
    func render(_ state: HistoryViewState)
    func showToast(_ text: String)
    func openPreferences(_ part: PreferencesPart)
    /// Hides the window.
    func close()
}
