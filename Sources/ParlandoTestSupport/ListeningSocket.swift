import Glibc
import Synchronization

/// A socket on 127.0.0.1 that connections arrive at.
///
/// Whoever accepts closes it: a number that is closed while another thread still accepts on it soon belongs to another
/// socket, whose connections would be taken away.
final class ListeningSocket: Sendable {
    /// Given out by the system.
    let port: UInt16

    private let number: Int32
    private let isOpen = Mutex(true)

    /// Throws `SocketError`.
    init() throws {
        let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = UInt32(INADDR_LOOPBACK).bigEndian
        var size = socklen_t(MemoryLayout<sockaddr_in>.size)
        let code = withUnsafeMutablePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(descriptor, $0, size) | listen(descriptor, 64) | getsockname(descriptor, $0, &size)
            }
        }
        guard descriptor >= 0, code == 0 else {
            throw SocketError(code: errno)
        }
        number = descriptor
        port = UInt16(bigEndian: address.sin_port)
    }

    /// Waits for a connection, nil: none comes any more.
    func accept() -> Int32? {
        let descriptor = Glibc.accept(number, nil, nil)
        return descriptor >= 0 ? descriptor : nil
    }

    /// Lets `accept` return; connections are refused from now on.
    func shutDown() {
        isOpen.withLock { isOpen in
            if isOpen {
                shutdown(number, Int32(SHUT_RDWR))
            }
        }
    }

    /// Only for the thread that accepts.
    func close() {
        isOpen.withLock { isOpen in
            isOpen = false
            Glibc.close(number)
        }
    }
}

/// No socket to be had.
public struct SocketError: Error {
    /// The system's error number.
    public let code: Int32
}
