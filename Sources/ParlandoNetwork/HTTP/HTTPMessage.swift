/// What is asked of a server.
public struct HTTPRequest: Sendable, Equatable {
    /// What the server is to do.
    public enum Method: Sendable, Equatable {
        case get
        /// Sends these bytes; their type is a header.
        case post([UInt8])
        /// Sends these pieces one after the other, read as the network takes them and never copied together.
        case upload([[UInt8]])
    }

    /// HTTPS, or plain HTTP to this machine itself.
    public var address: String
    /// What the server is to do.
    public var method: Method
    /// Sent in this order.
    public var headers: [HTTPHeader]
    /// How long the connection may take to stand.
    public var connectTimeout = Duration.seconds(10)
    /// How long nothing may move, in whole seconds.
    public var stallTimeout = Duration.seconds(30)
    /// How long all of it may take, the upload and the answer included; nil: as long as something moves.
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

    /// Whether it stays a single line: a line end in a key would smuggle another header in.
    var isOneLine: Bool {
        !(name + value).unicodeScalars.contains { $0.value < 32 && $0 != "\t" || $0.value == 127 }
    }

    /// Whether another place may see it after a redirect. Keys and cookies may not travel.
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

    /// The longest wait that is passed on: who asks for more asks for ever.
    static let longestWait = Duration.seconds(7 * 86_400)

    /// `fields` are keyed by lower-case names. `retryAfter` is brought between nothing and a week.
    public init(status: Int, fields: [String: String], retryAfter: Duration? = nil) {
        self.status = status
        self.fields = fields
        self.retryAfter = retryAfter.map { min(max($0, .zero), Self.longestWait) }
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

/// Hears how far an upload has come. Called on the thread of the transfer.
public protocol UploadProgress: AnyObject, Sendable {
    func uploadDidAdvance(to bytes: Int, of total: Int)
}
