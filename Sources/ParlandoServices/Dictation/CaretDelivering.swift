public import ParlandoCore

/// An event of the delivery of dictated text at the caret of other applications.
public enum CaretNews: Sendable, Equatable {
    /// What happens to text now.
    case state(CaretDelivery.State)
    /// The session is over, and the former input method is being restored.
    ///
    /// - Parameters:
    ///   - rest: final text that was not written; empty if there is none.
    ///   - hasWritten: whether anything was written.
    ///   - obstacle: why nothing could be written any more, or nil if it could have been.
    case ended(rest: String, hasWritten: Bool, obstacle: CaretObstacle?)
}

/// Result of writing a text at the caret to try it out.
public enum CaretTrial: Sendable, Equatable {
    /// The text was sent to the field.
    case written
    /// No field of the program's window takes text from the input method.
    case noField
    /// The focus left the field before the text was written.
    case movedAway
    /// A dictation is being delivered.
    case busy
    case failed(CaretObstacle)
}

/// Receives the events of a delivery on the main actor, in the order in which they happened.
@MainActor public protocol CaretDelegate: AnyObject {
    /// - Parameter session: the number with which the session was begun. News of a session may come after another one
    ///   has begun.
    func caret(_ caret: any CaretDelivering, didReport news: CaretNews, of session: Int)
}

/// Delivers a dictation at the caret of other applications. Commands never wait, and take effect in order.
public protocol CaretDelivering: AnyObject, Sendable {
    @MainActor var delegate: (any CaretDelegate)? { get set }

    /// Begins the delivery of the next session. Call before the session begins.
    ///
    /// - Parameters:
    ///   - session: number of the session, which comes back with its news.
    ///   - breaksLines: whether a pause in speech becomes a line break where a field allows it.
    func begin(_ session: Int, breaksLines: Bool)

    /// Lets text go into the next field that gets the focus.
    func chooseAnother()

    /// Learns whether a window of this program has the focus.
    func setOwnWindow(isActive: Bool)

    /// Returns why text cannot be written at the caret here, or nil if it can.
    func obstacle() async -> CaretObstacle?

    /// Shows a text as interim, then writes it, into the field of this program that has the focus.
    func tryOut(_ text: String) async -> CaretTrial
}
