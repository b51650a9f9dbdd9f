/// The view state of the window that lists the audio files to transcribe.
public struct FilesViewState: Sendable, Equatable {
    /// An audio file in the list.
    public struct Row: Sendable, Equatable, Identifiable {
        /// Severity of a problem that the status describes.
        public enum Tone: Sendable, Equatable {
            case plain
            case warning
            case failure
        }

        /// Identifier that the view passes to its presenter.
        public var id: String
        /// Name of the file.
        public var name: String
        /// Folder of the file; empty unless another file in the list has the same name.
        public var folder: String
        /// Sentence about the progress of the transcription, or about its result.
        public var status: String
        /// Severity of the problem that `status` describes; `plain` if there is no problem.
        public var tone: Tone
        /// Completed fraction of the transcription, 0…1; nil if the file is not being transcribed or the fraction is
        /// not known.
        public var fraction: Double?
        /// Whether the file is being processed while its completed fraction is unknown, so that only activity can be
        /// shown.
        public var isBusy: Bool
        /// The commands that buttons offer for the file.
        public var actions: [Action]
    }

    /// A button beside a file, with its command and labels.
    public struct Action: Sendable, Equatable {
        /// The command that a button beside a file gives.
        public enum Kind: Sendable, Equatable, CaseIterable {
            case cancel
            /// Shows the text of the audio file in the history.
            case show
            /// Saves the text of the audio file to a text file.
            case save
            case retry
            /// Opens the list of speech models.
            case chooseModel
            /// Opens the list of servers.
            case editServer
            /// Removes the audio file from the list.
            case remove
        }

        /// The command that the view passes to its presenter when the button is pressed.
        public var kind: Kind
        /// Label of the button.
        public var label: String
        /// Accessible name of the button, which names the file.
        public var name: String
    }

    /// The files, in the order in which they are transcribed.
    public var rows: [Row] = []
    /// Whether any file is being transcribed or waits, so that *Cancel All* has an effect.
    public var canCancelAll = false
    /// Whether the list contains finished files that can be removed without losing their text.
    public var canClear = false
    /// Sentence about all files, such as "2 of 5 files transcribed", for the button in the main window that opens this
    /// window; nil if the button is hidden.
    public var summary: String?
    /// Question to ask before the program ends; nil if nothing would be lost or interrupted.
    public var farewell: DictationViewState.Question?

    public init() {}
}

/// The files window: shows the view state and makes no decisions itself.
@MainActor public protocol FilesView: AnyObject {
    func render(_ state: FilesViewState)
    /// Shows the window in front of the others.
    func show()
    func showToast(_ text: String)
    /// Whether any window of the program is active.
    var isInFront: Bool { get }
    /// Shows a desktop notification, which replaces an earlier notification of this window.
    func notify(_ title: String, _ text: String)
    func withdrawNotification()
    /// Opens the history window at the entry with this identifier.
    func openHistory(_ id: String)
    func openPreferences(_ part: PreferencesPart)
    /// Asks the user where to save the text of a file, and passes the chosen path to the presenter.
    func askWhereToSave(_ id: FilesViewState.Row.ID)
    /// Asks the user a question, and returns whether the user confirms.
    func ask(_ question: PageQuestion) async -> Bool
}
