import Glibc
import Synchronization

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

/// Listening socket on 127.0.0.1.
///
/// The thread that accepts must also close the socket: if the descriptor were closed while another thread accepts on
/// it, its number could be reused by another socket, whose connections that thread would take.
final class ListeningSocket: Sendable {
    let port: UInt16

    private let number: Int32
    private let isOpen = Mutex(true)

    /// Opens the socket. Throws `SocketError`.
    init() throws {
        let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
        guard descriptor >= 0 else {
            throw SocketError(code: errno)
        }
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = UInt32(INADDR_LOOPBACK).bigEndian
        var size = socklen_t(MemoryLayout<sockaddr_in>.size)
        let code = withUnsafeMutablePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(descriptor, $0, size) | listen(descriptor, 64) | getsockname(descriptor, $0, &size)
            }
        }
        guard code == 0 else {
            let error = SocketError(code: errno)
            Glibc.close(descriptor)
            throw error
        }
        number = descriptor
        port = UInt16(bigEndian: address.sin_port)
    }

    /// Waits for a connection. Returns nil once the socket has been shut down.
    func accept() -> Int32? {
        let descriptor = Glibc.accept(number, nil, nil)
        return descriptor >= 0 ? descriptor : nil
    }

    func shutDown() {
        isOpen.withLock { isOpen in
            if isOpen {
                shutdown(number, Int32(SHUT_RDWR))
            }
        }
    }

    /// Closes the socket. Call only on the thread that accepts.
    func close() {
        isOpen.withLock { isOpen in
            isOpen = false
            Glibc.close(number)
        }
    }
}

/// Error if the socket could not be opened.
public struct SocketError: Error {
    public let code: Int32
}

/// Bytes of one response, including its fault.
struct ServerAnswer {
    var head: [UInt8] = []
    var body: [UInt8] = []
    /// Number of bytes of the body that are sent.
    var stop = Int.max

    init(to request: ServerRequest, file: ServedFile, fault: ServerFault) {
        switch fault {
        case .status(let status, let retryAfter):
            body = Array("no".utf8)
            write(status, ["Content-Length: 2"] + (retryAfter.map { ["Retry-After: \($0)"] } ?? []))
        case .redirect(let target):
            write(302, ["Location: \(target)", "Content-Length: 0"])
        case .empty:
            write(200, ["Content-Length: 0"])
        case .page:
            body = Array("<html>".utf8)
            write(200, ["Content-Type: text/html; charset=utf-8", "Content-Length: 6"])
        case .endless:
            write(200, [])
        case .silence:
            break
        default:
            serve(file, to: request, fault: fault)
        }
    }

    private mutating func serve(_ file: ServedFile, to request: ServerRequest, fault: ServerFault) {
        let offset = Self.offset(of: request, in: file)
        guard offset ?? 0 < max(1, file.bytes.count) else {
            write(416, ["Content-Range: bytes */\(file.bytes.count)", "Content-Length: 0"])
            return
        }
        body = Array(file.bytes.dropFirst(offset ?? 0))
        var fields = file.entityTag.map { ["ETag: \($0)"] } ?? []
        fields += file.lastModified.map { ["Last-Modified: \($0)"] } ?? []
        var shift = 0
        var saysLength = true
        switch fault {
        case .cut(let count), .stall(let count): stop = count
        case .short(let count): body.removeLast(min(count, body.count))
        case .quietlyShort(let count):
            body.removeLast(min(count, body.count))
            saysLength = false
        case .wrongByte: body[body.count / 2] ^= 1
        case .shiftedRange(let count): shift = count
        case .interim: head = Array("HTTP/1.1 103 Early Hints\r\nETag: \"hint\"\r\n\r\n".utf8)
        default: break
        }
        if saysLength {
            fields.append("Content-Length: \(body.count)")
        }
        if let offset {
            fields.append("Content-Range: bytes \(offset + shift)-\(file.bytes.count - 1)/\(file.bytes.count)")
        }
        write(offset == nil ? 200 : 206, fields)
    }

    private mutating func write(_ status: Int, _ fields: [String]) {
        let lines = ["HTTP/1.1 \(status) Scripted"] + fields + ["Connection: close", "", ""]
        head += Array(lines.joined(separator: "\r\n").utf8)
    }

    /// Returns the offset of the requested range, or nil if the whole file is to be sent (RFC 9110, 13.1.5 and 14.2).
    private static func offset(of request: ServerRequest, in file: ServedFile) -> Int? {
        guard file.hasRanges, let range = request.headers["range"], range.hasPrefix("bytes="), range.hasSuffix("-")
        else {
            return nil
        }
        if let condition = request.headers["if-range"], condition != file.entityTag, condition != file.lastModified {
            return nil
        }
        return Int(range.dropFirst(6).dropLast())
    }
}
