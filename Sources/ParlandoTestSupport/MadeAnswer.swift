import Glibc

/// Decides what a `LoopbackServer` answers. Asked on any thread, once for each request.
public protocol AnswerScript: Sendable {
    func answer(to request: ServerRequest) -> MadeAnswer
}

/// An answer made by hand, piece by piece, sent with chunked transfer coding (RFC 9112, 7.1): so a connection that
/// breaks in the middle can be told from one that ends.
public struct MadeAnswer: Sendable {
    /// What follows the last piece.
    public enum Ending: Sendable, Equatable {
        /// The answer is whole.
        case whole
        /// The connection breaks.
        case cut
        /// Nothing more comes, and the connection stays.
        case silence
        /// The last piece again and again, until the client has had enough.
        case endless
    }

    /// HTTP's.
    public var status: Int
    /// More lines of the head, such as `Retry-After: 3`.
    public var fields: [String]
    /// What is sent, one write each.
    public var pieces: [[UInt8]]
    /// Time between the pieces.
    public var pause: Duration
    /// What follows the last piece.
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

    /// The text as one piece.
    public init(_ status: Int = 200, fields: [String] = [], text: String) {
        self.init(status, fields: fields, pieces: [Array(text.utf8)])
    }

    /// Blocks until all is sent. True: it ended in silence, which the client broke.
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
