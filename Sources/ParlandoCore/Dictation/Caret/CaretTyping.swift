/// Why text cannot be written at the caret of other applications.
public enum CaretObstacle: String, Sendable, Equatable, Codable {
    /// The input method service, IBus, is not installed.
    case notInstalled
    /// IBus is installed, but does not run in this session.
    case notRunning
    /// IBus runs, but does not answer.
    case silent
    /// IBus did not accept the program's engine.
    case refused
    /// A part of Parlando, `parlando-input`, is missing or cannot be run.
    case incomplete
}

/// Port: writes at the caret of whatever application has the focus, as an input method.
public protocol CaretTyping: Sendable {
    /// Returns why text cannot be written at the caret here, or nil if it can.
    func obstacle() async -> CaretObstacle?

    /// Becomes the input method of the desktop, until the line is closed.
    func open() -> any CaretLine

    /// Restores the input method that was in use before a session of an earlier run that was killed. Returns once that
    /// is done or has proved impossible.
    func mend() async
}

/// Connection to the input method while it is in use. Thread-safe.
public protocol CaretLine: Sendable {
    /// What the input method reports. The stream ends once the former input method has been restored.
    var events: AsyncStream<CaretEvent> { get }

    /// Sends a command. Never waits.
    func send(_ command: CaretCommand)

    /// Removes interim words from the screen and restores the former input method. Never waits.
    func close()
}
