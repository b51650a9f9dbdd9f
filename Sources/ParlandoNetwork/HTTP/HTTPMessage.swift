/// What is asked of a server.
public struct HTTPRequest: Sendable, Equatable {
    public enum Method: Sendable, Equatable {
        case get
        /// Sends these bytes; their type is a header.
        case post([UInt8])
    }

    /// HTTPS, or plain HTTP to this machine itself.
    public var address: String
    public var method: Method
    public var headers: [HTTPHeader]
    /// How long the connection may take to stand.
    public var connectTimeout = Duration.seconds(10)
    /// How long nothing may arrive, in whole seconds.
    public var stallTimeout = Duration.seconds(30)

    public init(_ address: String, method: Method = .get, headers: [HTTPHeader] = []) {
        self.address = address
        self.method = method
        self.headers = headers
    }
}

/// One line of a request's head.
public struct HTTPHeader: Sendable, Equatable {
    public var name: String
    public var value: String

    public init(_ name: String, _ value: String) {
        self.name = name
        self.value = value
    }

    /// Whether another host may see it after a redirect. Keys and cookies may not travel.
    var mayTravel: Bool {
        ["range", "if-range", "accept"].contains(name.lowercased())
    }
}

/// The head of an answer, known before its body arrives.
public struct HTTPHead: Sendable, Equatable {
    public let status: Int
    /// How long the server asks to wait before another try.
    public let retryAfter: Duration?
    private let fields: [String: String]

    /// `fields` are keyed by lower-case names.
    public init(status: Int, fields: [String: String], retryAfter: Duration? = nil) {
        self.status = status
        self.fields = fields
        self.retryAfter = retryAfter
    }

    /// The value of a field, whatever the case of its name.
    public subscript(_ name: String) -> String? {
        fields[name.lowercased()]
    }

    /// Bytes of the body, nil: the server does not say.
    public var contentLength: Int64? {
        self["content-length"].flatMap { Int64($0) }
    }
}

/// An answer: its head, and its body as it arrives.
public struct HTTPResponse: Sendable {
    public let head: HTTPHead
    public let body: HTTPBody
}

/// Why there is no answer, or only a part of one.
public struct HTTPError: Error, Sendable, Equatable {
    public enum Kind: Sendable, Equatable {
        case invalidAddress
        /// Neither HTTPS nor this machine; asked for, or redirected to.
        case insecure
        case tooManyRedirects
        /// No such host, no connection, or no network.
        case unreachable
        case timedOut
        /// The server could not prove that it is the one asked for, or speaks no TLS 1.2.
        case untrusted
        /// The connection broke in the middle.
        case interrupted
        case badAnswer
        case cancelled
        case failed
    }

    public let kind: Kind
    /// For the log; never a header or a body.
    public let detail: String

    public init(_ kind: Kind, detail: String = "") {
        self.kind = kind
        self.detail = detail
    }
}
