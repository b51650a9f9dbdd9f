/// Command to the input method.
public enum CaretCommand: Sendable, Equatable, Codable {
    /// Inserts final text, and shows interim text behind it in place of the interim text before; each may be empty. The
    /// command is refused if the input method is no longer in the visit with this number.
    case write(Int, final: String, interim: String, visit: Int)
    /// Becomes the input method again, after another one was chosen.
    case takeOver
}

/// Event of the input method.
public enum CaretEvent: Sendable, Equatable, Codable {
    /// It is in use, for the first time or again. Visits follow.
    case ready
    /// It could not be put to use.
    case failed(CaretObstacle)
    /// A text field has the focus, and everything that is known of it is in the visit.
    case entered(CaretVisit)
    /// No text field has the focus that the input method could write into.
    ///
    /// - Parameters:
    ///   - path: the input context that the last visit was in; empty if it is not known.
    ///   - took: number of the command whose interim text the application has inserted itself; nil if it has not. Later
    ///     commands were not carried out.
    case left(path: String, took: Int?)
    /// The text around the caret is now this one.
    case around(CaretSurroundings, visit: Int)
    /// The final text of the command with this number was inserted.
    case written(Int)
    /// The command with this number was not carried out.
    case refused(Int)
    /// The input method service has gone away.
    case lost
    /// Another input method was chosen.
    case replaced
}
