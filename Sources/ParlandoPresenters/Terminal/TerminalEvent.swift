public import ParlandoCore

/// An event of a terminal.
public enum TerminalEvent: Sendable, Equatable {
    /// The program has started.
    case started
    /// The program could not be started. `detail` is for the log.
    case notStarted(detail: String)
    /// A program switched the terminal to raw mode, as `ssh` does after the login.
    case connected
    /// The input mode of the program has changed.
    case input(TerminalInput)
    /// The program ended. `said` is the end of its output.
    case ended(TerminalExit, said: String)
    /// The user typed into the terminal.
    case typed
    /// The program set a title, which may be empty.
    case title(String)
    /// The program rang the bell.
    case rang
    /// The program wrote something for the first time since the terminal was last visible.
    case wrote
}
