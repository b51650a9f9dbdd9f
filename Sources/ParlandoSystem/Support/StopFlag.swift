import Glibc
import Synchronization

/// Flag that ends a wait for bytes that may never come. Thread-safe.
final class StopFlag: Sendable {
    private let flag = Atomic(false)
    /// Socket that is at its end once the flag is set, or -1.
    private let reading: Int32
    private let writing: Mutex<Int32>

    init() {
        var ends: [Int32] = [-1, -1]
        _ = socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0, &ends)
        reading = ends[0]
        writing = Mutex(ends[1])
    }

    deinit {
        stop()
        if reading >= 0 {
            close(reading)
        }
    }

    func stop() {
        flag.store(true, ordering: .relaxed)
        writing.withLock { end in
            if end >= 0 {
                close(end)
            }
            end = -1
        }
    }

    /// Whether `stop` ends a wait. It does not if no descriptors were left.
    var canWake: Bool { reading >= 0 }

    var isSet: Bool {
        flag.load(ordering: .relaxed)
    }

    /// Waits for events of a descriptor (`poll(2)`) and returns them, or nil once the flag is set.
    ///
    /// - Parameter milliseconds: longest wait; no events if it is over. Without a limit if negative.
    func wait(for descriptor: Int32, events: Int32 = POLLIN, milliseconds: Int32 = -1) -> Int16? {
        var requests = [
            pollfd(fd: descriptor, events: Int16(events), revents: 0),
            pollfd(fd: reading, events: Int16(POLLIN), revents: 0),
        ]
        while !isSet, poll(&requests, 2, milliseconds) < 0, errno == EINTR {}
        return isSet ? nil : requests[0].revents
    }

    /// Waits for bytes. Returns at least `least` and at most `count`; fewer at the end, or once the flag is set.
    func bytes(from descriptor: Int32, count: Int, atLeast least: Int = 1) -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: count)
        var filled = 0
        while filled < least, wait(for: descriptor) != nil {
            let got = bytes.withUnsafeMutableBytes { room in
                read(descriptor, room.baseAddress.map { $0 + filled }, room.count - filled)
            }
            guard got > 0 || got < 0 && (errno == EINTR || errno == EAGAIN) else {
                break
            }
            filled += max(0, got)
        }
        return Array(bytes.prefix(filled))
    }
}
