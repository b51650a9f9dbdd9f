import ParlandoCore

/// A tab of the terminal page: a session or the list of connections, and dictated text that was not sent yet.
struct TerminalTab: Equatable, Identifiable {
    typealias Run = DictationViewState.Run

    /// The most important event in the tab while another tab was in front.
    enum Attention: Int, Comparable {
        case none
        /// The program wrote something.
        case output
        /// The program rang the bell.
        case bell

        static func < (first: Self, second: Self) -> Bool {
            first.rawValue < second.rawValue
        }
    }

    let id: TerminalTabID
    /// The session in the tab, or nil if the list of connections is shown.
    var session: TerminalSession?
    var draft = TerminalDraft()
    /// The sessions that the text in the preview was dictated for.
    var owners = TextOwners()
    /// Whether text waits that would have been sent automatically if nothing had held it back.
    var isHeldBack = false
    /// Input mode of the program in the terminal.
    var input = TerminalInput()
    /// Whether the latest input of the terminal was dictated, so that a space is inserted before the next text.
    var goesOn = false
    /// Title that the program has set, or empty.
    var programTitle = ""
    var attention = Attention.none

    init(id: TerminalTabID) {
        self.id = id
    }

    var isConnected: Bool {
        session?.isConnected ?? false
    }

    /// Begins a session in place of the one that was there.
    mutating func open(_ session: TerminalSession) {
        self.session = session
        input = TerminalInput()
        goesOn = false
        programTitle = ""
    }

    /// Returns to the list of connections. Text in the preview stays.
    mutating func leave() {
        session = nil
        programTitle = ""
    }

    /// Begins a dictation. Text in the preview stays there.
    ///
    /// - Parameter owner: the session that the words are spoken for.
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

    /// Puts text back into the preview that was sent into a connection which has since been lost.
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

    /// The text in the preview, with words that may still change.
    var preview: [[Run]] {
        let lines = draft.text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
        var runs = lines.map { $0.isEmpty ? [] : [Run($0, .final)] }
        if !draft.interim.isEmpty, let last = runs.indices.last {
            runs[last].append(Run(draft.interim, .interim))
        }
        return draft.isEmpty ? [] : runs
    }
}
