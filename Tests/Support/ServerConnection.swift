import Glibc

/// Accepted connection, closed on release. Its methods block.
final class ServerConnection: Sendable {
    private let descriptor: Int32

    init(_ descriptor: Int32) {
        self.descriptor = descriptor
    }

    deinit {
        close(descriptor)
    }

    /// Reads a request. Returns nil if the client closed the connection first, or if the body exceeds the limit.
    func readRequest(mostBytes limit: Int?) -> ServerRequest? {
        var bytes: [UInt8] = []
        let end = Array("\r\n\r\n".utf8)
        while bytes.count < 1 << 16 {
            guard let byte = receive(1)?.first else {
                return nil
            }
            bytes.append(byte)
            if bytes.suffix(4).elementsEqual(end) {
                return parse(String(decoding: bytes, as: UTF8.self), limit: limit ?? .max)
            }
        }
        return nil
    }

    /// Sends bytes. Returns false if the client has closed the connection.
    func send(_ bytes: [UInt8]) -> Bool {
        var done = 0
        while done < bytes.count {
            let sent = bytes.withUnsafeBytes {
                Glibc.send(descriptor, $0.baseAddress?.advanced(by: done), bytes.count - done, Int32(MSG_NOSIGNAL))
            }
            guard sent > 0 else {
                return false
            }
            done += sent
        }
        return true
    }

    func waitForHangUp() {
        while receive(1 << 10) != nil {}
    }

    private func receive(_ count: Int) -> [UInt8]? {
        var buffer = [UInt8](repeating: 0, count: count)
        let received = recv(descriptor, &buffer, count, 0)
        return received > 0 ? Array(buffer.prefix(received)) : nil
    }

    private func parse(_ head: String, limit: Int) -> ServerRequest? {
        let lines = head.split(separator: "\r\n")
        let words = lines.first?.split(separator: " ") ?? []
        var headers: [String: String] = [:]
        for line in lines.dropFirst() {
            let parts = line.split(separator: ":", maxSplits: 1)
            headers[parts.first?.lowercased() ?? ""] = parts.last.map { String($0.drop { $0 == " " }) }
        }
        var body: [UInt8] = []
        let length = headers["content-length"].flatMap { Int($0) } ?? 0
        while body.count < length, let more = receive(min(length - body.count, 1 << 16)) {
            body += more
            guard body.count <= limit else {
                return nil
            }
        }
        let method = words.first.map { String($0) } ?? ""
        return ServerRequest(
            method: method, path: words.dropFirst().first.map { String($0) } ?? "", headers: headers, body: body)
    }
}
