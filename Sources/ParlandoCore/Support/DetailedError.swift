/// An error with a cause, which is explained to the user, and details for the log.
public struct DetailedError<Cause: Sendable & Equatable>: Error, Sendable, Equatable {
    /// Type of the error's cause.
    public typealias Kind = Cause

    /// Cause of the error, with the details that the message for the user requires.
    public let kind: Cause
    /// Details for the log. Must not contain secrets, sound, or anything that the user said or typed or a service
    /// answered.
    public let detail: String

    public init(_ kind: Cause, detail: String = "") {
        self.kind = kind
        self.detail = detail
    }
}
