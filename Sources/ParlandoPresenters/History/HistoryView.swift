import ParlandoCore

/// The view state of the history window.
public struct HistoryViewState: Sendable, Equatable {
    /// An entry in the list of the history window.
    public struct Entry: Sendable, Equatable, Identifiable {
        /// Identifier that the view passes to its presenter.
        public var id: String
        /// Heading above the entry, such as a date; empty for entries below the first of a day.
        public var heading: String
        /// Title of the entry.
        public var title: String
        /// Beginning of the text, or of the translation; empty if the title is the beginning of the text.
        public var text: String
        /// Line below the title with the kind, time, duration and languages of the entry.
        public var caption: String
        /// Whether the title is written from right to left.
        public var isTitleRightToLeft: Bool
        /// Whether `text` is written from right to left.
        public var isTextRightToLeft: Bool
        /// Whether the entry is selected for deletion.
        public var isChosen: Bool
    }

    /// The entry that is shown beside the list.
    public struct Detail: Sendable, Equatable {
        /// Identifier of the entry that is shown.
        public var id: String
        /// Title that the user has given the entry; empty if there is none.
        public var title: String
        /// Default title of the entry, shown if `title` is empty.
        public var usualTitle: String
        /// Whether the title can be changed.
        public var canRename: Bool
        /// Line with the date, time, duration and languages of the entry, and the model or service that was used.
        public var caption: String
        /// The dictated or transcribed text, or the source text of a translation.
        public var text: String
        /// Whether `text` is written from right to left.
        public var isTextRightToLeft: Bool
        /// The translation of the text; nil if the entry is not a translation.
        public var translation: String?
        /// Whether the translation is written from right to left.
        public var isTranslationRightToLeft: Bool
        /// Whether the text can be changed.
        public var canEdit: Bool
        /// Whether the text is being changed.
        public var isEditing: Bool
        /// Whether the user has changed the text, so that the recognised text can be restored.
        public var canRestore: Bool
        /// Whether there is a recording of the entry that can be played.
        public var canPlay: Bool
        /// Whether the recording is being played.
        public var isPlaying: Bool
        /// Playback position and duration of the recording, such as "00:03 / 00:10"; empty if there is no recording.
        public var position: String
        /// Ranges in `text`, in Unicode scalars, of words that were recognised with low confidence.
        public var doubtful: [Range<Int>] = []
        /// The word for which alternatives are offered, with the alternatives; nil if none are offered.
        public var readings: DictationViewState.Readings?
        /// Range in `text`, in Unicode scalars, of the word that is being played; nil if nothing is being played.
        public var marked: Range<Int>?
        /// Whether the entry is a translation, which can be opened in the translator and exported only as text.
        public var isTranslation: Bool

        /// Label of the button that plays or pauses the recording.
        public var playLabel: String {
            isPlaying ? tr("Pause") : tr("Play")
        }
    }

    /// The entries, newest first.
    public var entries: [Entry] = []
    /// Whether the history contains older matching entries that are not in the list.
    public var hasMore = false
    /// Title shown instead of an empty list.
    public var emptyTitle = ""
    /// Sentence shown below the title of an empty list.
    public var emptyText = ""
    /// Whether a button that opens the preferences is shown, because no history is kept.
    public var offersPreferences = false
    /// Whether entries are being selected.
    public var isChoosing = false
    /// Sentence that says how many entries are selected.
    public var choice = ""
    /// Whether any entry is selected.
    public var canRemoveChosen = false
    /// The entry that is shown beside the list; nil if there is none.
    public var detail: Detail?

    public init() {}
}

/// The history window: shows the view state and makes no decisions itself.
@MainActor public protocol HistoryView: AnyObject {
    func render(_ state: HistoryViewState)
    func showToast(_ text: String)
    /// Shows a message with a button that undoes a removal.
    func offerUndo(_ text: String)
    func copyToClipboard(_ text: String)
    func openPreferences(_ part: PreferencesPart)
    /// Hides the window and shows the translator page.
    func openTranslator()
}
