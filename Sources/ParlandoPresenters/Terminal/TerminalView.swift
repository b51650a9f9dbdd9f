public import ParlandoCore

/// Receives the user's actions on the terminal page, and events of the terminals.
@MainActor public protocol TerminalViewDelegate: AnyObject {
    func terminalViewDidPressVoice(_ view: any TerminalView)
    /// A command arrived from outside the page, such as a system shortcut or another program.
    func terminalView(_ view: any TerminalView, didReceive command: DictationCommand)
    func terminalViewDidPressSend(_ view: any TerminalView)
    func terminalViewDidPressDiscard(_ view: any TerminalView)
    /// The user edited the dictated text in the preview of a tab. `text` is the complete new text.
    func terminalView(_ view: any TerminalView, didEdit text: String, in tab: TerminalTabID)
    func terminalView(_ view: any TerminalView, didPress action: PageAction.Kind)
    /// The user chose a file in which to save the recording that no server accepted.
    func terminalView(_ view: any TerminalView, didChooseRecordingFile path: String)
    func terminalViewDidPressCancelProgress(_ view: any TerminalView)
    /// The user chose to open a shell on this computer.
    func terminalViewDidChooseShell(_ view: any TerminalView)
    func terminalView(_ view: any TerminalView, didChooseConnection id: ConnectionProfile.ID)
    func terminalViewDidPressAdd(_ view: any TerminalView)
    func terminalView(_ view: any TerminalView, didPressEdit id: ConnectionProfile.ID)
    func terminalView(_ view: any TerminalView, didRemove id: ConnectionProfile.ID)
    /// The user saved the form of a new or edited connection. All fields of the form are valid.
    func terminalView(_ view: any TerminalView, didSave form: ConnectionForm)
    /// The user wants to return to the list of connections. This ends the program that runs in the tab in front.
    func terminalViewDidPressBack(_ view: any TerminalView)
    func terminalView(_ view: any TerminalView, didPress command: TerminalTabCommand)
    func terminalView(_ view: any TerminalView, didPress command: TerminalFindCommand)
    func terminalView(_ view: any TerminalView, didReport event: TerminalEvent, in tab: TerminalTabID)
    /// Returns the question to ask before all terminals are closed, or nil if nothing would be lost.
    func terminalViewFarewell(_ view: any TerminalView) -> DictationViewState.Question?
}

/// The terminal page. It displays the view state and contains the terminal emulators.
@MainActor public protocol TerminalView: AnyObject {
    var delegate: (any TerminalViewDelegate)? { get set }
    func render(_ state: TerminalViewState)
    /// Runs a program with these arguments in the terminal of a tab. A program that is running there is ended.
    func run(_ command: [String], in tab: TerminalTabID)
    /// Ends the program that runs in a tab and removes the tab's terminal.
    func end(_ tab: TerminalTabID)
    /// Returns the current input mode of the program in a tab, or nil if there is no terminal.
    func input(in tab: TerminalTabID) -> TerminalInput?
    /// Returns whether the shell in a tab is running a program, which would be lost if the tab were closed.
    func isBusy(_ tab: TerminalTabID) -> Bool
    /// Inserts text into the terminal of a tab as a paste. Uses bracketed paste if the program has enabled it.
    func paste(_ text: String, into tab: TerminalTabID)
    /// Searches the terminal of a tab for a text, selects the occurrence and scrolls to it. Returns whether the text
    /// was found.
    func search(_ search: TerminalSearch, in tab: TerminalTabID) -> Bool
    /// Ends the search in the terminal of a tab.
    func endSearch(in tab: TerminalTabID)
    /// Moves the keyboard focus to the terminal in front.
    func focusTerminal()
    /// Moves the keyboard focus into the tab in front: to its terminal, or to the list of connections.
    func focusTab()
    /// Moves the keyboard focus into the search bar and selects the text there.
    func focusFind()
    /// Moves the keyboard focus from the search bar back to the widget that had the focus before.
    func leaveFind()
    /// Opens the form in which the user adds or edits a connection.
    func edit(_ form: ConnectionForm)
    /// Shows a short message that disappears by itself.
    func showToast(_ text: String)
    /// Opens the preferences window at a part of it, such as the list of models.
    func openPreferences(_ part: PreferencesPart)
    /// Asks the user a question, and returns whether the user confirms.
    func ask(_ question: PageQuestion) async -> Bool
}
