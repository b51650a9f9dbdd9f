import Synchronization

/// File that a `LoopbackServer` serves, with its validators.
public struct ServedFile: Sendable {
    /// Content of the file.
    public var bytes: [UInt8]
    /// Value of ETag including quotes, or nil to omit it.
    public var entityTag: String?
    /// Value of Last-Modified, or nil to omit it.
    public var lastModified: String?
    /// Whether the server supports range requests.
    public var hasRanges: Bool

    public init(
        _ bytes: [UInt8], entityTag: String? = "\"one\"", lastModified: String? = nil, hasRanges: Bool = true
    ) {
        self.bytes = bytes
        self.entityTag = entityTag
        self.lastModified = lastModified
        self.hasRanges = hasRanges
    }
}

/// Fault of one response.
public enum ServerFault: Sendable, Equatable {
    case none
    /// The connection breaks after this number of bytes of the body.
    case cut(after: Int)
    /// Nothing more is sent after this number of bytes of the body.
    case stall(after: Int)
    /// Nothing is sent at all.
    case silence
    /// The body never ends, and its length is not stated.
    case endless
    /// Status 200 with an empty body.
    case empty
    /// The body is shorter than the file by this number of bytes, and its length is stated accordingly.
    case short(by: Int)
    /// The body is shorter than the file by this number of bytes, and its length is not stated.
    case quietlyShort(by: Int)
    /// One byte of the body is wrong.
    case wrongByte
    /// The stated range begins this number of bytes after the requested one.
    case shiftedRange(by: Int)
    case status(Int, retryAfter: String? = nil)
    case redirect(to: String)
    /// An interim response (103) comes first.
    case interim
}

/// HTTP request as it arrived.
public struct ServerRequest: Sendable, Equatable {
    /// GET or POST.
    public let method: String
    /// Path with its leading slash.
    public let path: String
    /// Header fields, keyed by lower-case names.
    public let headers: [String: String]
    /// Body; empty unless Content-Length was sent.
    public let body: [UInt8]
}

/// Event of a server.
public enum ServerEvent: Sendable, Equatable {
    case request(ServerRequest)
    /// The client closed the connection while the server had nothing more to send.
    case hangUp
}
