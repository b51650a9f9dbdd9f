public import ParlandoCore

/// An event that is reported while dictated text is written at the caret of other applications.
public enum CaretNews: Sendable, Equatable {
    /// The delivery of text has entered this state, which says what happens to dictated text now.
    case state(CaretDelivery.State)
    /// The dictation session is over, and the user's former input method is being restored.
    ///
    /// - Parameters:
    ///   - rest: final text that was not written; empty if there is none.
    ///   - hasWritten: whether anything was written.
    ///   - obstacle: the reason that nothing could be written any more; nil if writing was possible.
    case ended(rest: String, hasWritten: Bool, obstacle: CaretObstacle?)
}

/// Result of a trial, which writes a text at the caret of this program's own window.
public enum CaretTrial: Sendable, Equatable {
    /// The text was sent to the text field.
    case written
    /// No text field of this program accepted text from the input method.
    case noField
    /// The focus left the text field before the text was written.
    case movedAway
    /// No sample text was written, because a dictation is being written or another trial is running.
    case busy
    case failed(CaretObstacle)
}

/// Receives the events of `CaretDelivering` on the main actor, in the order in which they happened.
@MainActor public protocol CaretDelegate: AnyObject {
    /// - Parameter session: the number that was passed to `begin`. Events of a session may arrive after the next
    ///   session has begun.
    func caret(_ caret: any CaretDelivering, didReport news: CaretNews, of session: Int)
}

/// Writes the text of a dictation at the caret of other applications. Commands return at once, and take effect in
/// order.
public protocol CaretDelivering: AnyObject, Sendable {
    @MainActor var delegate: (any CaretDelegate)? { get set }

    /// Begins to write the text of the next dictation session. Call this before the session begins.
    ///
    /// - Parameters:
    ///   - session: number of the session, which is reported with its events.
    ///   - breaksLines: whether a pause in speech becomes a line break, in fields that allow line breaks.
    func begin(_ session: Int, breaksLines: Bool)

    /// Chooses another field for the text: the next one that gets the focus.
    func chooseAnother()

    /// Sets whether a window of this program has the focus.
    func setOwnWindow(isActive: Bool)

    /// Returns the reason that text cannot be written at the caret on this system; nil if text can be written.
    func obstacle() async -> CaretObstacle?

    /// Tries out writing at the caret: shows a text as an interim result in the focused field of this program, and then
    /// inserts it there.
    func tryOut(_ text: String) async -> CaretTrial
}
