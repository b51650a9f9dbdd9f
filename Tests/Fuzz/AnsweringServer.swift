import Foundation
import Synchronization

/// A server on a local port that answers every request with given bytes, including the response's header. The bytes
/// need not be valid HTTP.
final class AnsweringServer: Sendable {
    /// URL of the server, without a trailing slash.
    let address: String

    private let answer = Mutex<[UInt8]>([])

    /// Starts to listen on a free port of 127.0.0.1 until the process ends.
    init() throws {
        let listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        var place = sockaddr_in()
        place.sin_family = sa_family_t(AF_INET)
        place.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        var size = socklen_t(MemoryLayout<sockaddr_in>.size)
        let isListening = withUnsafeMutablePointer(to: &place) { place in
            place.withMemoryRebound(to: sockaddr.self, capacity: 1) { place in
                bind(listener, place, size) == 0 && listen(listener, 16) == 0
                    && getsockname(listener, place, &size) == 0
            }
        }
        guard isListening else {
            throw POSIXError(.EADDRNOTAVAIL)
        }
        address = "http://127.0.0.1:\(UInt16(bigEndian: place.sin_port))"
        let thread = Thread { [weak self] in
            while true {
                let connection = accept(listener, nil, nil)
                if connection >= 0 {
                    self?.serve(connection)
                    close(connection)
                }
            }
        }
        thread.start()
    }

    /// Sets the bytes with which all following requests are answered.
    func answer(_ bytes: [UInt8]) {
        answer.withLock { $0 = bytes }
    }

    private func serve(_ connection: Int32) {
        // A client that neither sends a request nor reads the response is dropped after this time.
        var patience = timeval(tv_sec: 5, tv_usec: 0)
        for option in [SO_RCVTIMEO, SO_SNDTIMEO] {
            setsockopt(connection, SOL_SOCKET, option, &patience, socklen_t(MemoryLayout<timeval>.size))
        }
        takeRequest(connection)
        let bytes = answer.withLock { $0 }
        var sent = 0
        while sent < bytes.count {
            let count = bytes[sent...].withUnsafeBytes {
                send(connection, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
            }
            guard count > 0 else {
                return
            }
            sent += count
        }
        shutdown(connection, Int32(SHUT_WR))
        // If the connection were closed with unread bytes, it would be reset and the response lost.
        var rest = [UInt8](repeating: 0, count: 4096)
        while recv(connection, &rest, rest.count, 0) > 0 {}
    }

    /// Reads the header of a request, and as much of the body as has arrived.
    private func takeRequest(_ connection: Int32) {
        var request: [UInt8] = []
        var piece = [UInt8](repeating: 0, count: 16_384)
        let end = Array("\r\n\r\n".utf8)
        while request.count < 1 << 20, !request.suffix(piece.count + 3).contains(end) {
            let count = recv(connection, &piece, piece.count, 0)
            guard count > 0 else {
                return
            }
            request += piece.prefix(count)
        }
    }
}

extension Collection where Element == UInt8 {
    fileprivate func contains(_ wanted: [UInt8]) -> Bool {
        var rest = self[...]
        while let start = rest.firstIndex(of: wanted[0]) {
            rest = rest[start...]
            if rest.starts(with: wanted) {
                return true
            }
            rest = rest.dropFirst()
        }
        return false
    }
}

/// A clock whose waits end immediately.
struct HastyClock: Clock {
    var now: ContinuousClock.Instant { .now }
    var minimumResolution: Duration { .nanoseconds(1) }

    func sleep(until deadline: ContinuousClock.Instant, tolerance: Duration?) async throws {
        try Task.checkCancellation()
    }
}
