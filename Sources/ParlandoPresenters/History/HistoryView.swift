import ParlandoCore

/// All the history shows.
public struct HistoryViewState: Sendable, Equatable {
    /// One translation.
    public struct Entry: Sendable, Equatable, Identifiable {
        /// Of the exchange.
        public var id: String
        /// What was said or typed.
        public var source: String
        /// What it became.
        public var translation: String
        /// Languages and when it was.
        public var caption: String
        /// Whether `source` runs from right to left.
        public var isSourceRightToLeft: Bool
        /// Whether `translation` runs from right to left.
        public var isTranslationRightToLeft: Bool
    }

    /// The newest first.
    public var entries: [Entry] = []
    /// Shown in place of an empty list: title and sentence.
    public var emptyTitle = ""
    /// The sentence.
    public var emptyText = ""
    /// Whether anything may be kept; otherwise the preferences are offered.
    public var isAllowed = false

    public init() {}
}

/// What the user did with the history.
@MainActor public protocol HistoryViewDelegate: AnyObject {
    /// The history came in sight.
    func historyViewDidOpen(_ view: any HistoryView)
    /// The user searches; empty words: all.
    func historyView(_ view: any HistoryView, didSearch words: String)
    func historyView(_ view: any HistoryView, didChoose id: HistoryViewState.Entry.ID)
    func historyView(_ view: any HistoryView, didRemove id: HistoryViewState.Entry.ID)
    func historyViewDidPressPreferences(_ view: any HistoryView)
}

/// A list that can show the state, and nothing more.
@MainActor public protocol HistoryView: AnyObject {
    var delegate: (any HistoryViewDelegate)? { get set }
    func render(_ state: HistoryViewState)
    func showToast(_ text: String)
    func openPreferences(_ part: PreferencesPart)
    /// Goes out of sight.
    func close()
}
