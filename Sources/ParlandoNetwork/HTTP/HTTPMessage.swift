import ParlandoCore

/// Request, and the response to it as it arrives.
struct HTTPRequest: Sendable, Equatable {
    enum Method: Sendable, Equatable {
        case get
        case post([UInt8])
        /// Pieces to send one after another. They are read as the network accepts them and never copied into one array.
        case upload([[UInt8]])
    }

    /// HTTPS address, or a plain HTTP address of this machine.
    var address: String
    var method: Method
    var headers: [HTTPHeader]
    var connectTimeout = Duration.seconds(10)
    /// Maximum time without any data transfer, in whole seconds.
    var stallTimeout = Duration.seconds(30)
    var totalTimeout: Duration?

    init(_ address: String, method: Method = .get, headers: [HTTPHeader] = []) {
        self.address = address
        self.method = method
        self.headers = headers
    }
}

struct HTTPHeader: Sendable, Equatable {
    var name: String
    /// May contain a key, so it must not be logged.
    var value: String

    init(_ name: String, _ value: String) {
        self.name = name
        self.value = value
    }

    /// In a key, a line break would inject another header.
    var isOneLine: Bool {
        !(name + value).unicodeScalars.contains { $0.value < 32 && $0 != "\t" || $0.value == 127 }
    }

    /// Keys and cookies may not be sent to another origin after a redirect.
    var mayTravel: Bool {
        ["range", "if-range", "accept"].contains(name.lowercased())
    }
}

struct HTTPHead: Sendable, Equatable {
    let status: Int
    let retryAfter: Duration?
    private let fields: [String: String]

    static let longestWait = Duration.seconds(7 * 86_400)

    /// The keys of `fields` must be lower-case. `retryAfter` is limited to a week.
    init(status: Int, fields: [String: String], retryAfter: Duration? = nil) {
        self.status = status
        self.fields = fields
        self.retryAfter = retryAfter.map { min(max($0, .zero), Self.longestWait) }
    }

    subscript(_ name: String) -> String? {
        fields[name.lowercased()]
    }

    var contentLength: Int64? {
        self["content-length"].flatMap { Int64($0) }
    }
}

struct HTTPResponse: Sendable {
    let head: HTTPHead
    let body: HTTPBody
}

/// Receives the progress of an upload, in bytes, on the transfer's thread.
public protocol UploadProgress: AnyObject, Sendable {
    func uploadDidAdvance(to bytes: Int, of total: Int)
}

enum HTTPErrorKind: Sendable, Equatable {
    case invalidAddress
    /// Neither HTTPS nor plain HTTP to this machine, or another machine redirected the request to this one.
    case insecure
    case tooManyRedirects
    case unreachable
    case timedOut
    /// The server's certificate is not trusted, or the server does not support TLS 1.2.
    case untrusted
    /// The file of trusted authorities cannot be used, so nothing was sent.
    case authorities(AuthorityFault)
    case interrupted
    case badAnswer
    case cancelled
    case failed
}

/// Reason why there is no response, or only part of one.
typealias HTTPError = DetailedError<HTTPErrorKind>

/// Body of a response, delivered as it arrives, for one reader. If the reader is slow, the server has to wait.
/// Releasing the body unread ends the transfer; cancelling the reading task ends it at once.
struct HTTPBody: AsyncSequence, Sendable {
    typealias Element = [UInt8]
    typealias Failure = HTTPError

    /// Ends the transfer when neither a body nor its iterator is left.
    fileprivate final class Holder: Sendable {
        let exchange: HTTPExchange

        init(_ exchange: HTTPExchange) {
            self.exchange = exchange
        }

        deinit {
            exchange.cancel()
        }
    }

    struct AsyncIterator: AsyncIteratorProtocol {
        private let holder: Holder

        fileprivate init(_ holder: Holder) {
            self.holder = holder
        }

        mutating func next(
            isolation actor: isolated (any Actor)? = #isolation
        ) async throws(HTTPError) -> [UInt8]? {
            try await holder.exchange.nextBytes(isolation: actor)
        }

        mutating func next() async throws(HTTPError) -> [UInt8]? {
            try await holder.exchange.nextBytes()
        }
    }

    private let holder: Holder

    init(_ exchange: HTTPExchange) {
        holder = Holder(exchange)
    }

    func makeAsyncIterator() -> AsyncIterator {
        AsyncIterator(holder)
    }
}

extension HTTPResponse {
    /// Throws `badAnswer` as soon as the body exceeds `most` bytes.
    func bytes(most: Int) async throws(HTTPError) -> [UInt8] {
        var bytes: [UInt8] = []
        var pieces = body.makeAsyncIterator()
        while let piece = try await pieces.next() {
            guard bytes.count + piece.count <= most else {
                throw HTTPError(.badAnswer, detail: "more than \(most) bytes")
            }
            bytes += piece
        }
        return bytes
    }
}
