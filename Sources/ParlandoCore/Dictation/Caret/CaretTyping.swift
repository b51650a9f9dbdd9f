/// Why text cannot be written at the caret of other applications.
public enum CaretObstacle: String, Sendable, Equatable, Codable {
    case notInstalled
    /// IBus is installed, but not running in this desktop session.
    case notRunning
    case silent
    /// IBus does not accept the program's input method.
    case refused
    /// `parlando-input` is missing or cannot be run.
    case incomplete
}

/// Port: acts as an input method, which writes at the caret of any application that has the focus.
public protocol CaretTyping: Sendable {
    /// Returns nil if text can be written.
    func obstacle() async -> CaretObstacle?

    /// The program is the input method until the connection is closed.
    func open() -> any CaretLine

    /// Restores the user's input method if an earlier run was killed while it was the input method.
    func mend() async
}

/// Connection to the process that acts as the desktop's input method. Thread-safe.
public protocol CaretLine: Sendable {
    /// Ends once the user's input method has been restored.
    var events: AsyncStream<CaretEvent> { get }

    /// Returns at once: false if the input method is ending or has ended, and has not received the command.
    func send(_ command: CaretCommand) -> Bool

    /// Removes interim words and restores the user's input method. Returns at once.
    func close()
}

/// A command to `parlando-input`.
public enum CaretCommand: Sendable, Equatable, Codable {
    /// Inserts final text, and shows interim text after it in place of the former one; either may be empty. The first
    /// value numbers the commands. Refused if the focus has left the field since the visit.
    case write(Int, final: String, interim: String, visit: Int)
    /// Deletes final text, unless it does not stand before the caret any more, or the application does not tell.
    case erase(Int, text: String, visit: Int)
    /// Takes the place of another input method that was chosen meanwhile.
    case takeOver
}

/// An event of `parlando-input`.
public enum CaretEvent: Sendable, Equatable, Codable {
    /// The program is the desktop's input method.
    case ready
    case failed(CaretObstacle)
    /// A field has the focus. Sent again if the field changes.
    case entered(CaretVisit)
    /// The field has lost the focus, or may have. `path` names its input context. `took` is the command whose interim
    /// text the application has inserted itself; later commands were not carried out.
    case left(path: String, took: Int?)
    /// The application has reported the text around the caret.
    case around(CaretSurroundings, visit: Int)
    /// The final text of this command was inserted or deleted.
    case written(Int)
    /// This command was not carried out.
    case refused(Int)
    case lost
    case replaced
}
