/// An error of a network service, with the delay before a retry if the service requested one.
public struct ServiceError<Cause: Sendable & Equatable>: Error, Sendable, Equatable {
    /// Type of the error's cause.
    public typealias Kind = Cause

    /// Cause of the error, with the details that a retry or the message for the user requires.
    public let kind: Cause
    /// Details for the log. Must not contain keys or anything that the user said or typed.
    public let detail: String
    /// Delay before a retry, as requested by the service; nil if the service requested no delay.
    public let retryAfter: Duration?

    public init(_ kind: Cause, detail: String = "", retryAfter: Duration? = nil) {
        self.kind = kind
        self.detail = detail
        self.retryAfter = retryAfter
    }
}
