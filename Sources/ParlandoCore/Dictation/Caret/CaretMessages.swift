/// A command to the process that acts as the desktop's input method.
public enum CaretCommand: Sendable, Equatable, Codable {
    /// Inserts final text, and shows interim text after it in place of the earlier interim text. Either text may be
    /// empty. The first value is the number of the command. `visit` is the number of a stay of the focus in a field
    /// (`CaretVisit`). The command is refused if the focus has left the field since then.
    case write(Int, final: String, interim: String, visit: Int)
    /// Makes the program the desktop's input method again after another one was chosen.
    case takeOver
}

/// An event that is reported by the process that acts as the desktop's input method.
public enum CaretEvent: Sendable, Equatable, Codable {
    /// The program is the desktop's input method, for the first time or again.
    case ready
    /// The program could not become the desktop's input method.
    case failed(CaretObstacle)
    /// A text field has the focus. The value contains all that is known of the field. Sent again if the field changes.
    case entered(CaretVisit)
    /// The text field has lost the focus, or may have lost it.
    ///
    /// - Parameters:
    ///   - path: name of the field's input context, an object of the input method service; empty if unknown.
    ///   - took: number of the command whose interim text the application has inserted itself; nil if it has inserted
    ///     none. Later commands were not carried out.
    case left(path: String, took: Int?)
    /// The application has reported the text around the caret. `visit` is the number of the visit (`CaretVisit`) to
    /// which the report belongs, that is, of a stay of the focus in a field.
    case around(CaretSurroundings, visit: Int)
    /// The final text of the command with this number was inserted.
    case written(Int)
    /// The command with this number was not carried out.
    case refused(Int)
    /// The input method service is not running any more.
    case lost
    /// The user or the desktop has chosen another input method.
    case replaced
}
