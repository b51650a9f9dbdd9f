import Glibc
import Synchronization

/// Listening socket on 127.0.0.1.
///
/// The thread that accepts must also close the socket: if the descriptor were closed while another thread accepts on
/// it, its number could be reused by another socket, whose connections that thread would take.
final class ListeningSocket: Sendable {
    /// Port, chosen by the system.
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

    /// Makes `accept` return; connections are refused from now on.
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
    /// The system's error number.
    public let code: Int32
}
