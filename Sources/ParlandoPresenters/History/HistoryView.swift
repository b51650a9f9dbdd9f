import ParlandoCore

public struct HistoryViewState: Sendable, Equatable {
    public struct Entry: Sendable, Equatable, Identifiable {
        public var id: String
        /// The day; empty below the first entry of a day.
        public var heading = ""
        public var title: String
        /// Beginning of the text or translation; empty if the title is the beginning of the text.
        public var text: String
        public var caption: String
        public var isTitleRightToLeft: Bool
        public var isTextRightToLeft: Bool
        public var isChosen = false
    }

    public struct Detail: Sendable, Equatable {
        public var id: String
        /// Given by the user; may be empty.
        public var title = ""
        /// Shown if `title` is empty.
        public var usualTitle: String
        /// Under which the text is saved, without an ending.
        public var fileName = ""
        public var canRename = false
        public var caption: String
        /// The dictated text, or the source text of a translation.
        public var text: String
        public var isTextRightToLeft: Bool
        public var translation: String?
        public var isTranslationRightToLeft = false
        public var canEdit = false
        public var isEditing = false
        /// Whether the user has changed the text.
        public var canRestore = false
        public var canPlay = false
        public var isPlaying = false
        /// Such as "00:03 / 00:10"; empty if there is no recording.
        public var position = ""
        /// Where playback is or will begin, in seconds of `duration`.
        public var seconds = 0.0
        public var duration = 0.0
        /// Remark about the text or its sound; may be empty.
        public var note = ""
        /// Whether dictation can go on below the text, on the dictation page.
        public var canContinue = false
        /// Label of the button that has the sound transcribed again, or cancels that; nil if it cannot be.
        public var repeatLabel: String?
        /// Words that were recognised with low confidence, in Unicode scalars of `text`.
        public var doubtful: [Range<Int>] = []
        public var readings: DictationViewState.Readings?
        /// The word that is being played, in Unicode scalars of `text`.
        public var marked: Range<Int>?

        public var isTranslation: Bool {
            translation != nil
        }

        public var playLabel: String {
            isPlaying ? tr("Pause") : tr("Play")
        }
    }

    /// The entries of the list, newest first.
    public var entries: [Entry] = []
    /// Whether older matching entries are not in the list.
    public var hasMore = false
    public var emptyTitle = ""
    public var emptyText = ""
    /// Whether no history is kept, so that a button opens the preferences.
    public var offersPreferences = false
    public var isChoosing = false
    public var choice = ""
    /// Whether entries are selected, which can be deleted or exported.
    public var canRemoveChosen = false
    public var detail: Detail?
    /// In the text of the entry; nil if the find bar is closed.
    public var find: FindViewState?

    public init() {}
}

/// Shows the state and makes no decisions.
@MainActor public protocol HistoryView: AnyObject {
    func render(_ state: HistoryViewState)
    func showToast(_ text: String)
    /// Shows a message with a button that undoes a removal, or a transcription that replaced a text.
    func offerUndo(_ text: String)
    /// With *Remember*, for a word that the user has corrected; nil takes the question away again.
    func offerToRemember(_ question: String?)
    func copyToClipboard(_ text: String)
    func openPreferences(_ part: PreferencesPart)
    func openTranslator()
    func openDictation()
}
