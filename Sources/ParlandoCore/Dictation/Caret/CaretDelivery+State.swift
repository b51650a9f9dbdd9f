/// What may happen to dictated text.
extension CaretDelivery {
    /// Reason why dictated text is not written now, but waits.
    public enum Hindrance: Sendable, Equatable {
        /// The program is not the desktop's input method yet.
        case starting
        /// No field has been chosen yet. The next field that gets the focus will be.
        case choosing
        /// The application that has the focus cannot tell whether its field is for a password.
        case unclear
        /// A field other than the chosen one has the focus, or no field has.
        case elsewhere
        /// The field that has the focus is for a password or PIN.
        case secret
        /// The input method service is not running any more.
        case lost
        /// The user or the desktop has chosen another input method.
        case replaced
    }

    /// What happens to dictated text now.
    public enum State: Sendable, Equatable {
        case writing
        case waiting(Hindrance)
        /// No text can be written in this session, for this reason.
        case failed(CaretObstacle)
    }
}
