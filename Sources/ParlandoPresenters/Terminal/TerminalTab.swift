import ParlandoCore

/// A tab of the terminal page: a shell or connection (or else the list of connections), and dictated text that has not
/// been sent yet.
struct TerminalTab: Equatable, Identifiable {
    typealias Run = DictationViewState.Run

    /// The most important event in a tab since another tab came to the front.
    enum Attention: Int, Comparable {
        case none
        /// The program in the tab wrote output.
        case output
        /// The program in the tab rang the bell.
        case bell

        static func < (first: Self, second: Self) -> Bool {
            first.rawValue < second.rawValue
        }
    }

    let id: TerminalTabID
    /// The shell or connection in the tab, or nil if the list of connections is shown.
    var session: TerminalSession?
    var draft = TerminalDraft()
    /// The shells or connections for which the text in the preview was dictated.
    var owners = TextOwners()
    /// Whether text in the preview that should have been sent automatically is being held back.
    var isHeldBack = false
    /// Input mode of the program in the terminal.
    var input = TerminalInput()
    /// Whether the latest input of the terminal was dictated, so that a space is inserted before the next text.
    var goesOn = false
    /// Title that the program in the terminal has set; empty if there is none.
    var programTitle = ""
    var attention = Attention.none

    init(id: TerminalTabID) {
        self.id = id
    }

    var isConnected: Bool {
        session?.isConnected ?? false
    }

    /// Puts a new shell or connection into the tab, in place of the previous one.
    mutating func open(_ session: TerminalSession) {
        self.session = session
        input = TerminalInput()
        goesOn = false
        programTitle = ""
    }

    /// Returns to the list of connections. The text in the preview is kept.
    mutating func leave() {
        session = nil
        programTitle = ""
    }

    /// Begins a dictation in the tab. Text that is already in the preview (the dictated text not yet sent) is kept.
    ///
    /// - Parameter owner: the shell or connection for which the words are dictated.
    mutating func beginText(for owner: TextOwner) {
        owners.begin(for: owner, waiting: draft.text.isEmpty ? nil : owners.owner(in: session))
        draft.begin()
        isHeldBack = false
    }

    /// Replaces the text in the preview by the user's edited version.
    mutating func editText(_ text: String) {
        draft.edit(text)
        owners.edit(in: session, isEmpty: draft.text.isEmpty)
        isHeldBack = false
    }

    /// Discards the text in the preview.
    mutating func discardText() {
        draft.discard()
        owners.clear()
        isHeldBack = false
    }

    /// Puts text back into the preview of dictated text after the connection into which it was sent has been lost.
    mutating func takeTextBack() {
        draft.takeBack()
        owners.takeBack()
    }

    /// Records that the text in the preview was sent to the terminal.
    mutating func didSend() {
        goesOn = true
        session?.wasUsed = true
        owners.clear()
        isHeldBack = false
    }

    /// Records that the user typed into the terminal.
    mutating func didType() {
        goesOn = false
        session?.wasUsed = true
    }

    /// The text in the preview by lines, including interim words, which may still change.
    var preview: [[Run]] {
        let lines = draft.text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
        var runs = lines.map { $0.isEmpty ? [] : [Run($0, .final)] }
        if !draft.interim.isEmpty, let last = runs.indices.last {
            runs[last].append(Run(draft.interim, .interim))
        }
        return draft.isEmpty ? [] : runs
    }
}
