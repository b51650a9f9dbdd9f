import Synchronization

/// What a `LoopbackServer` serves, and what is to go wrong.
public struct ServedFile: Sendable {
    /// The whole file.
    public var bytes: [UInt8]
    /// Value of ETag, quotes included; nil: not sent.
    public var entityTag: String?
    /// Value of Last-Modified; nil: not sent.
    public var lastModified: String?
    /// Whether parts can be asked for.
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

/// How one answer goes wrong.
public enum ServerFault: Sendable, Equatable {
    case none
    /// The connection breaks after so many bytes of the body.
    case cut(after: Int)
    /// Nothing more comes after so many bytes of the body.
    case stall(after: Int)
    /// Nothing comes at all.
    case silence
    /// The body never ends; its length is not said.
    case endless
    /// Says 200 and sends nothing.
    case empty
    /// Says how long it is, and is so many bytes shorter than the file.
    case short(by: Int)
    /// Does not say how long it is, and ends so many bytes early.
    case quietlyShort(by: Int)
    /// One byte is wrong.
    case wrongByte
    /// The part begins so many bytes elsewhere than asked.
    case shiftedRange(by: Int)
    case status(Int, retryAfter: String? = nil)
    case redirect(to: String)
    /// An interim answer (103) comes first.
    case interim
}

/// A request as it arrived.
public struct ServerRequest: Sendable, Equatable {
    /// GET or POST.
    public let method: String
    /// With its leading slash.
    public let path: String
    /// Keyed by lower-case names.
    public let headers: [String: String]
    /// Empty unless Content-Length was sent.
    public let body: [UInt8]
}

/// What went on at a server.
public enum ServerEvent: Sendable, Equatable {
    case request(ServerRequest)
    /// The client closed its end while the server had nothing more to say.
    case hangUp
}
