/// An error of a service, with the delay before a retry if the service requested one.
public struct ServiceError<Cause: Sendable & Equatable>: Error, Sendable, Equatable {
    /// Type of the cause.
    public typealias Kind = Cause

    /// Cause of the error, as precisely as the message for the user or a retry needs.
    public let kind: Cause
    /// Details for the log. Never contains a key or anything that was said.
    public let detail: String
    /// Delay before a retry, as requested by the service; nil if it requested no delay.
    public let retryAfter: Duration?

    public init(_ kind: Cause, detail: String = "", retryAfter: Duration? = nil) {
        self.kind = kind
        self.detail = detail
        self.retryAfter = retryAfter
    }
}
