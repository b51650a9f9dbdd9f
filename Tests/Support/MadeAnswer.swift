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
        /// The response ends normally.
        case whole
        /// The connection breaks.
        case cut
        /// Nothing more is sent, and the connection stays open.
        case silence
        /// The last piece is repeated until the client closes the connection.
        case endless
    }

    /// HTTP status code.
    public var status: Int
    /// Additional header lines, such as `Retry-After: 3`.
    public var fields: [String]
    /// Pieces of the body, each sent with one write.
    public var pieces: [[UInt8]]
    /// Delay between the pieces.
    public var pause: Duration
    /// End of the response, after the last piece.
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

    /// Creates a response with the text as one piece.
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
