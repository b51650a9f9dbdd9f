/// An error with a cause that the user is told and details for the log.
public struct DetailedError<Cause: Sendable & Equatable>: Error, Sendable, Equatable {
    /// Type of the cause.
    public typealias Kind = Cause

    /// Cause of the error, as precisely as callers and the message for the user need.
    public let kind: Cause
    /// Details for the log. Never contains a secret, sound, or anything that was said, typed or answered.
    public let detail: String

    public init(_ kind: Cause, detail: String = "") {
        self.kind = kind
        self.detail = detail
    }
}
