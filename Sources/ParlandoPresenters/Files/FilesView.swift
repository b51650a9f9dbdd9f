import ParlandoCore

/// The view state of the files window.
public struct FilesViewState: Sendable, Equatable {
    /// A file in the list.
    public struct Row: Sendable, Equatable, Identifiable {
        /// Severity of a problem that the status describes.
        public enum Tone: Sendable, Equatable {
            case plain
            case warning
            case failure
        }

        /// Identifier that the delegate receives.
        public var id: String
        /// Name of the file.
        public var name: String
        /// Folder of the file; empty unless another file in the list has the same name.
        public var folder: String
        /// Sentence about the progress of the transcription, or about its result.
        public var status: String
        /// Severity of the problem that `status` describes; `plain` if there is no problem.
        public var tone: Tone
        /// Completed fraction, 0…1; nil if there is nothing to show.
        public var fraction: Double?
        /// Whether work is under way whose fraction is not known.
        public var isBusy: Bool
        /// The commands that buttons offer for the file.
        public var actions: [Action]
    }

    /// A command of a button beside a file.
    public struct Action: Sendable, Equatable {
        /// The command that the button gives.
        public enum Kind: Sendable, Equatable, CaseIterable {
            case cancel
            /// Shows the text in the history.
            case show
            /// Saves the text to a file.
            case save
            case retry
            /// Opens the list of speech models.
            case chooseModel
            /// Opens the list of servers.
            case editServer
            /// Removes the file from the list.
            case remove
        }

        /// The command that the delegate receives.
        public var kind: Kind
        /// Label of the button.
        public var label: String
        /// Accessible name of the button, which names the file.
        public var name: String
    }

    /// The files, in the order in which they are transcribed.
    public var rows: [Row] = []
    /// Whether a transcription can be cancelled.
    public var canCancelAll = false
    /// Whether the list contains finished files that can be removed without losing their text.
    public var canClear = false
    /// Sentence about the whole queue for the button in the main window; nil if the button is hidden.
    public var summary: String?
    /// Question to ask before the program ends; nil if nothing would be lost or interrupted.
    public var farewell: DictationViewState.Question?

    public init() {}
}

/// Receives the user's actions in the files window, and files that arrive from elsewhere.
@MainActor public protocol FilesViewDelegate: AnyObject {
    /// The user opened or dropped files, or another program passed them on.
    ///
    /// - Parameters:
    ///   - paths: paths in the form of `PathBytes`.
    ///   - others: number of further files, which are not on this computer.
    func filesView(_ view: any FilesView, didReceive paths: [String], others: Int)
    func filesView(_ view: any FilesView, didPress action: FilesViewState.Action.Kind, of id: FilesViewState.Row.ID)
    func filesViewDidPressCancelAll(_ view: any FilesView)
    /// The user removes from the list all finished files whose text would not be lost.
    func filesViewDidPressClear(_ view: any FilesView)
    /// The user chose a file in which to save a text. The file name extension determines the format (txt, srt, vtt,
    /// json). Returns whether the text was saved.
    func filesView(
        _ view: any FilesView, didChooseFile path: String, for id: FilesViewState.Row.ID
    ) async -> Bool
    /// Returns the files whose text exists only in memory and has not been saved.
    func filesViewUnsaved(_ view: any FilesView) -> [FilesViewState.Row.ID]
    /// A window of the program became the active window.
    func filesViewDidComeToFront(_ view: any FilesView)
}

/// The files window: shows the view state and makes no decisions itself.
@MainActor public protocol FilesView: AnyObject {
    var delegate: (any FilesViewDelegate)? { get set }
    func render(_ state: FilesViewState)
    /// Shows the window in front of the others.
    func show()
    func showToast(_ text: String)
    /// Whether any window of the program is active.
    var isInFront: Bool { get }
    /// Shows a notification of the desktop, in place of an earlier one.
    func notify(_ title: String, _ text: String)
    func withdrawNotification()
    /// Shows an entry of the history.
    func openHistory(_ id: String)
    func openPreferences(_ part: PreferencesPart)
    /// Asks the user where to save the text of a file, and passes the chosen path to the delegate.
    func askWhereToSave(_ id: FilesViewState.Row.ID)
    /// Asks the user, and returns whether they confirm.
    func ask(_ question: PageQuestion) async -> Bool
}
