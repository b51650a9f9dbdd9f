import Glibc

/// Script that decides the responses of a `LoopbackServer`. Called on any thread, once for each request.
public protocol AnswerScript: Sendable {
    func answer(to request: ServerRequest) -> MadeAnswer
}

/// Response made by hand, piece by piece. It is sent with chunked transfer coding (RFC 9112, 7.1), so that a client can
/// tell a broken connection from a normal end.
public struct MadeAnswer: Sendable {
    /// End of the response, after the last piece.
    public enum Ending: Sendable, Equatable {
        case whole
        case cut
        /// Nothing more is sent, and the connection stays open.
        case silence
        /// The last piece is repeated until the client closes the connection.
        case endless
    }

    public var status: Int
    /// Additional header lines, such as `Retry-After: 3`.
    public var fields: [String]
    /// Pieces of the body, each sent with one write.
    public var pieces: [[UInt8]]
    public var pause: Duration
    public var ending: Ending

    public init(
        _ status: Int = 200, fields: [String] = [], pieces: [[UInt8]], pause: Duration = .zero,
        ending: Ending = .whole
    ) {
        self.status = status
        self.fields = fields
        self.pieces = pieces
        self.pause = pause
        self.ending = ending
    }

    public init(_ status: Int = 200, fields: [String] = [], text: String) {
        self.init(status, fields: fields, pieces: [Array(text.utf8)])
    }

    /// Sends the response; blocks. Returns true if it ended with `silence` and the client then closed the connection.
    func send(on connection: ServerConnection) -> Bool {
        let lines = ["HTTP/1.1 \(status) Made", "Transfer-Encoding: chunked", "Connection: close"] + fields
        guard connection.send(Array((lines + ["", ""]).joined(separator: "\r\n").utf8)) else {
            return false
        }
        for (number, piece) in pieces.enumerated() where !piece.isEmpty {
            if number > 0, pause > .zero {
                usleep(UInt32(pause / .microseconds(1)))
            }
            guard connection.send(Self.chunk(piece)) else {
                return false
            }
        }
        switch ending {
        case .whole: _ = connection.send(Array("0\r\n\r\n".utf8))
        case .cut: break
        case .silence: connection.waitForHangUp()
        case .endless: while connection.send(Self.chunk(pieces.last ?? [0])) {}
        }
        return ending == .silence
    }

    private static func chunk(_ bytes: [UInt8]) -> [UInt8] {
        Array("\(String(bytes.count, radix: 16))\r\n".utf8) + bytes + Array("\r\n".utf8)
    }
}

/// File that a `LoopbackServer` serves, with its validators.
public struct ServedFile: Sendable {
    public var bytes: [UInt8]
    /// Value of ETag including quotes, or nil to omit it.
    public var entityTag: String?
    /// Value of Last-Modified, or nil to omit it.
    public var lastModified: String?
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
    case silence
    /// The body never ends, and its length is not stated.
    case endless
    /// Status 200 with an empty body.
    case empty
    /// Status 200 with a web page.
    case page
    /// The body is shorter than the file by this number of bytes, and its length is stated accordingly.
    case short(by: Int)
    /// The body is shorter than the file by this number of bytes, and its length is not stated.
    case quietlyShort(by: Int)
    /// One byte of the body is wrong.
    case wrongByte
    case shiftedRange(by: Int)
    case status(Int, retryAfter: String? = nil)
    case redirect(to: String)
    /// An interim response (103) comes first.
    case interim
}

/// HTTP request as it arrived.
public struct ServerRequest: Sendable, Equatable {
    public let method: String
    public let path: String
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
