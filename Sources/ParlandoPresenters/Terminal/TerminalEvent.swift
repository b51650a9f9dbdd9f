public import ParlandoCore

/// An event in a terminal, which the view reports.
public enum TerminalEvent: Sendable, Equatable {
    /// The shell or `ssh` has started.
    case started
    /// The shell or `ssh` could not be started. `detail` describes the error for the log.
    case notStarted(detail: String)
    /// The program switched the terminal to raw mode, as `ssh` does after the login. This means that the connection has
    /// been made.
    case connected
    /// The input mode of the program has changed.
    case input(TerminalInput)
    /// The shell or `ssh` has ended. `said` is the last part of its output.
    case ended(TerminalExit, said: String)
    /// The user typed into the terminal.
    case typed
    /// The program set the terminal's title, which may be empty.
    case title(String)
    /// The program in the terminal rang the bell.
    case rang
    /// The program wrote output for the first time since the terminal was last visible.
    case wrote
}
