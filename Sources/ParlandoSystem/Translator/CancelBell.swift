import Foundation

/// Ends a wait for a child process from another thread. Thread-safe.
final class CancelBell: Sendable {
    /// File descriptor that becomes readable when the bell rings.
    let descriptor: Int32
    private let other: Int32

    /// Creates a bell. Returns nil if this process has too many open files.
    init?() {
        var ends: [Int32] = [-1, -1]
        guard socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0, &ends) == 0 else {
            return nil
        }
        (descriptor, other) = (ends[0], ends[1])
    }

    deinit {
        close(descriptor)
        close(other)
    }

    /// Ends the current wait and all later ones.
    func ring() {
        shutdown(other, Int32(SHUT_RDWR))
    }
}
