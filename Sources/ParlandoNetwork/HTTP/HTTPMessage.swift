/// What is asked of a server.
public struct HTTPRequest: Sendable, Equatable {
    /// What the server is to do.
    public enum Method: Sendable, Equatable {
        case get
        /// Sends these bytes; their type is a header.
        case post([UInt8])
    }

    /// HTTPS, or plain HTTP to this machine itself.
    public var address: String
    /// What the server is to do.
    public var method: Method
    /// Sent in this order.
    public var headers: [HTTPHeader]
    /// How long the connection may take to stand.
    public var connectTimeout = Duration.seconds(10)
    /// How long nothing may arrive, in whole seconds.
    public var stallTimeout = Duration.seconds(30)
    /// How long all of it may take, however slowly it arrives; nil: any time.
    public var totalTimeout: Duration?

    public init(_ address: String, method: Method = .get, headers: [HTTPHeader] = []) {
        self.address = address
        self.method = method
        self.headers = headers
    }
}

/// One line of a request's head.
public struct HTTPHeader: Sendable, Equatable {
    /// Its case does not matter.
    public var name: String
    /// May hold a key: never logged.
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
    /// Three digits (RFC 9110, 15).
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
    /// Known from the beginning.
    public let head: HTTPHead
    /// Arrives while it is read.
    public let body: HTTPBody
}
