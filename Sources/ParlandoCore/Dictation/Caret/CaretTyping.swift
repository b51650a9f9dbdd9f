/// Reason why text cannot be written at the caret of other applications.
public enum CaretObstacle: String, Sendable, Equatable, Codable {
    /// The input method service, IBus, is not installed.
    case notInstalled
    /// IBus is installed, but is not running in this desktop session.
    case notRunning
    /// IBus is running, but does not answer.
    case silent
    /// IBus does not accept the program's input method.
    case refused
    /// The program `parlando-input`, a part of Parlando, is missing or cannot be run.
    case incomplete
}

/// Port: acts as an input method, which writes at the caret of any application that has the focus.
public protocol CaretTyping: Sendable {
    /// Returns the reason why text cannot be written at the caret on this desktop, or nil if it can.
    func obstacle() async -> CaretObstacle?

    /// Makes the program the desktop's input method until the returned connection is closed.
    func open() -> any CaretLine

    /// Restores the user's input method if an earlier run of the program was killed while it was the input method.
    /// Returns once the input method is restored or cannot be restored.
    func mend() async
}

/// Connection to the process that acts as the desktop's input method. Thread-safe.
public protocol CaretLine: Sendable {
    /// Events that the input method reports. The stream ends once the user's input method has been restored.
    var events: AsyncStream<CaretEvent> { get }

    /// Sends a command. Returns at once.
    ///
    /// - Returns: whether the command was sent. If not, the input method has not received it, and is ending or has ended.
    func send(_ command: CaretCommand) -> Bool

    /// Removes interim words from the screen and restores the user's input method. Returns at once.
    func close()
}
