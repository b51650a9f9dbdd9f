public import ParlandoCore

/// What the user did on the terminal page, and what became of the terminal.
@MainActor public protocol TerminalViewDelegate: AnyObject {
    func terminalViewDidPressVoice(_ view: any TerminalView)
    func terminalViewDidPressSend(_ view: any TerminalView)
    func terminalViewDidPressDiscard(_ view: any TerminalView)
    /// The user changed the preview by hand; `text` is the whole of it.
    func terminalView(_ view: any TerminalView, didEdit text: String)
    func terminalView(_ view: any TerminalView, didPress action: PageAction.Kind)
    /// The user chose where sound that no server took is to be saved.
    func terminalView(_ view: any TerminalView, didChooseRecordingFile path: String)
    func terminalViewDidPressCancelProgress(_ view: any TerminalView)
    /// Opens the shell of this computer.
    func terminalViewDidChooseShell(_ view: any TerminalView)
    func terminalView(_ view: any TerminalView, didChooseConnection id: ConnectionProfile.ID)
    func terminalViewDidPressAdd(_ view: any TerminalView)
    func terminalView(_ view: any TerminalView, didPressEdit id: ConnectionProfile.ID)
    func terminalView(_ view: any TerminalView, didRemove id: ConnectionProfile.ID)
    /// The form of a new or changed connection was filled in without fault.
    func terminalView(_ view: any TerminalView, didSave form: ConnectionForm)
    /// Back to the list; whatever runs is ended.
    func terminalViewDidClose(_ view: any TerminalView)

    /// What runs in the terminal has begun.
    func terminalViewDidStart(_ view: any TerminalView)
    /// It could not begin; `detail` is for the log.
    func terminalView(_ view: any TerminalView, didFailToStart detail: String)
    /// A program took the terminal over, key by key: `ssh` does so when the other side has let it in.
    func terminalViewDidConnect(_ view: any TerminalView)
    /// What the program does with what is typed has changed.
    func terminalView(_ view: any TerminalView, didChange input: TerminalInput)
    /// It ended; `said` is what stands in the terminal.
    func terminalView(_ view: any TerminalView, didEnd exit: TerminalExit, said: String)
    /// Keys were typed into the terminal.
    func terminalViewDidType(_ view: any TerminalView)
    /// What is to be asked before the terminal is closed, nil: nothing would be lost. `isBusy`: whether the shell has a
    /// program running.
    func terminalView(_ view: any TerminalView, farewellFor isBusy: Bool) -> TranscriptionViewState.Question?
}

/// A page that can show the state, and hold a terminal.
@MainActor public protocol TerminalView: AnyObject {
    var delegate: (any TerminalViewDelegate)? { get set }
    func render(_ state: TerminalViewState)
    /// Runs a program with its arguments in the terminal; what runs there already is ended.
    func run(_ command: [String])
    /// Ends what runs and forgets what stands in the terminal.
    func end()
    /// What the program in the terminal does with what is typed, as of now.
    var input: TerminalInput { get }
    /// Puts text into the terminal as if it had been pasted: in brackets if the program there asked for them.
    func paste(_ text: String)
    /// Gives the keyboard to the terminal.
    func focusTerminal()
    /// Lets the user fill in a connection.
    func edit(_ form: ConnectionForm)
    /// A short message that goes away by itself.
    func showToast(_ text: String)
    /// Opens the preferences, at the part that is named.
    func openPreferences(_ part: PreferencesPart)
    /// Asks, and answers whether to go on.
    func ask(_ question: PageQuestion) async -> Bool
}
