/// HTTP request.
public struct HTTPRequest: Sendable, Equatable {
    /// HTTP method, with the body if there is one.
    public enum Method: Sendable, Equatable {
        case get
        /// Sends these bytes; a header names their type.
        case post([UInt8])
        /// Sends these pieces one after another. They are read as the network accepts them and never copied into one
        /// array.
        case upload([[UInt8]])
    }

    /// HTTPS address, or a plain HTTP address of this machine.
    public var address: String
    /// HTTP method.
    public var method: Method
    /// Headers, sent in this order.
    public var headers: [HTTPHeader]
    /// Timeout for establishing the connection.
    public var connectTimeout = Duration.seconds(10)
    /// Maximum time without any data transfer, in whole seconds.
    public var stallTimeout = Duration.seconds(30)
    /// Timeout for the whole request, including upload and response; nil for none.
    public var totalTimeout: Duration?

    public init(_ address: String, method: Method = .get, headers: [HTTPHeader] = []) {
        self.address = address
        self.method = method
        self.headers = headers
    }
}

/// Header field of a request.
public struct HTTPHeader: Sendable, Equatable {
    /// Field name, case-insensitive.
    public var name: String
    /// Field value. It may contain a key, so it must not be logged.
    public var value: String

    public init(_ name: String, _ value: String) {
        self.name = name
        self.value = value
    }

    /// Whether the field has no line break or other control character. In a key, a line break would inject another
    /// header.
    var isOneLine: Bool {
        !(name + value).unicodeScalars.contains { $0.value < 32 && $0 != "\t" || $0.value == 127 }
    }

    /// Whether the field may be sent to another origin after a redirect. Keys and cookies may not.
    var mayTravel: Bool {
        ["range", "if-range", "accept"].contains(name.lowercased())
    }
}

/// Head of a response, available before its body arrives.
public struct HTTPHead: Sendable, Equatable {
    /// Three-digit status code (RFC 9110, 15).
    public let status: Int
    /// Delay that the server requests before another attempt, or nil if it requests none.
    public let retryAfter: Duration?
    private let fields: [String: String]

    /// Maximum of `retryAfter`: one week. Waiting longer than that would be pointless.
    static let longestWait = Duration.seconds(7 * 86_400)

    /// Creates a head. The keys of `fields` must be lower-case names. `retryAfter` is limited to between zero and a
    /// week.
    public init(status: Int, fields: [String: String], retryAfter: Duration? = nil) {
        self.status = status
        self.fields = fields
        self.retryAfter = retryAfter.map { min(max($0, .zero), Self.longestWait) }
    }

    /// Value of a field, by its case-insensitive name, or nil if there is no such field.
    public subscript(_ name: String) -> String? {
        fields[name.lowercased()]
    }

    /// Length of the body in bytes, or nil if the server does not state it.
    public var contentLength: Int64? {
        self["content-length"].flatMap { Int64($0) }
    }
}

/// HTTP response: its head, and its body as it arrives.
public struct HTTPResponse: Sendable {
    /// Head, known from the start.
    public let head: HTTPHead
    /// Body, which arrives while it is read.
    public let body: HTTPBody
}

/// Receives the progress of an upload. Called on the transfer's thread.
public protocol UploadProgress: AnyObject, Sendable {
    func uploadDidAdvance(to bytes: Int, of total: Int)
}
