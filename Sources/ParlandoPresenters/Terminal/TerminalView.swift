public import ParlandoCore

/// Receives the user's actions on the terminal page, and events of the terminal.
@MainActor public protocol TerminalViewDelegate: AnyObject {
    func terminalViewDidPressVoice(_ view: any TerminalView)
    /// A command came from outside of the page.
    func terminalView(_ view: any TerminalView, didReceive command: DictationCommand)
    func terminalViewDidPressSend(_ view: any TerminalView)
    func terminalViewDidPressDiscard(_ view: any TerminalView)
    /// The user edited the preview. `text` is the whole of it.
    func terminalView(_ view: any TerminalView, didEdit text: String)
    func terminalView(_ view: any TerminalView, didPress action: PageAction.Kind)
    /// The user chose a file to save the sound in that no server accepted.
    func terminalView(_ view: any TerminalView, didChooseRecordingFile path: String)
    func terminalViewDidPressCancelProgress(_ view: any TerminalView)
    /// The user chose to open a shell on this computer.
    func terminalViewDidChooseShell(_ view: any TerminalView)
    func terminalView(_ view: any TerminalView, didChooseConnection id: ConnectionProfile.ID)
    func terminalViewDidPressAdd(_ view: any TerminalView)
    func terminalView(_ view: any TerminalView, didPressEdit id: ConnectionProfile.ID)
    func terminalView(_ view: any TerminalView, didRemove id: ConnectionProfile.ID)
    /// The user saved the form of a new or edited connection, whose fields are all valid.
    func terminalView(_ view: any TerminalView, didSave form: ConnectionForm)
    /// The user returned to the list of connections, which ends the running program.
    func terminalViewDidClose(_ view: any TerminalView)

    /// The program in the terminal has started.
    func terminalViewDidStart(_ view: any TerminalView)
    /// The program could not be started. `detail` is for the log.
    func terminalView(_ view: any TerminalView, didFailToStart detail: String)
    /// A program switched the terminal to raw mode, as `ssh` does after the login.
    func terminalViewDidConnect(_ view: any TerminalView)
    /// The input mode of the program in the terminal has changed.
    func terminalView(_ view: any TerminalView, didChange input: TerminalInput)
    /// The program ended. `said` is the text in the terminal.
    func terminalView(_ view: any TerminalView, didEnd exit: TerminalExit, said: String)
    /// The user typed into the terminal.
    func terminalViewDidType(_ view: any TerminalView)
    /// Returns the question to ask before the terminal is closed, or nil if nothing would be lost. `isBusy` tells
    /// whether the shell is running a program.
    func terminalView(_ view: any TerminalView, farewellFor isBusy: Bool) -> DictationViewState.Question?
}

/// The terminal page: shows the view state and contains a terminal.
@MainActor public protocol TerminalView: AnyObject {
    var delegate: (any TerminalViewDelegate)? { get set }
    func render(_ state: TerminalViewState)
    /// Runs a program with these arguments in the terminal. A program that is running there is ended.
    func run(_ command: [String])
    /// Ends the running program and clears the terminal.
    func end()
    /// Current input mode of the program in the terminal.
    var input: TerminalInput { get }
    /// Inserts text into the terminal as a paste. Uses bracketed paste if the program has enabled it.
    func paste(_ text: String)
    /// Moves the keyboard focus to the terminal.
    func focusTerminal()
    /// Opens the form for a connection.
    func edit(_ form: ConnectionForm)
    /// Shows a short message that disappears by itself.
    func showToast(_ text: String)
    /// Opens the preferences at this part.
    func openPreferences(_ part: PreferencesPart)
    /// Asks the user, and returns whether they confirm.
    func ask(_ question: PageQuestion) async -> Bool
}
