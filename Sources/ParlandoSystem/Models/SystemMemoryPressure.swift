import Dispatch
import Glibc
public import ParlandoCore

/// Memory pressure according to Linux's pressure stall information (`Documentation/accounting/psi.rst`). If the kernel
/// does not measure pressure, or does not let this user read it, there are no warnings.
public struct SystemMemoryPressure: MemoryPressure {
    private let path: String

    /// - Parameter path: the kernel's pressure file, or that of a control group (`memory.pressure`).
    public init(path: String = "/proc/pressure/memory") {
        self.path = path
    }

    public func warnings() -> AsyncStream<Void> {
        AsyncStream { news in
            guard let watch = PressureWatch(path) else {
                news.finish()
                return
            }
            news.onTermination = { _ in watch.stop() }
            DispatchQueue(label: "parlando.memory").async {
                while watch.wait() {
                    news.yield()
                }
                news.finish()
            }
        }
    }
}

/// Trigger for memory pressure, registered with the kernel. `wait` blocks; `stop` is thread-safe.
final class PressureWatch: Sendable {
    /// Trigger condition: programs were stalled for 200 ms within 2 s. Unprivileged users may request only windows that
    /// are multiples of 2 s.
    private static let trigger = "some 200000 2000000"

    private let pressure: Int32
    /// Reading end of a pipe that ends a wait: bytes written to `bell`, the other end, make it readable.
    private let ear: Int32
    private let bell: Int32

    /// Registers the trigger. Returns nil if the kernel refuses it.
    convenience init?(_ path: String) {
        let descriptor = open(path, O_RDWR | O_NONBLOCK | O_CLOEXEC)
        guard descriptor >= 0 else {
            return nil
        }
        // The kernel expects the terminating zero byte.
        guard write(descriptor, Self.trigger, Self.trigger.utf8.count + 1) > 0 else {
            close(descriptor)
            return nil
        }
        self.init(descriptor: descriptor)
    }

    /// Takes ownership of a descriptor that has an urgent event (POLLPRI) for each warning.
    init(descriptor: Int32) {
        pressure = descriptor
        var ends: [Int32] = [-1, -1]
        pipe(&ends)
        ends.forEach { _ = fcntl($0, F_SETFD, FD_CLOEXEC) }
        (ear, bell) = (ends[0], ends[1])
    }

    deinit {
        [pressure, ear, bell].forEach { _ = close($0) }
    }

    /// Blocks until memory is short. Returns false after `stop`, or if the kernel sends no more events.
    func wait() -> Bool {
        while true {
            var polled = [
                pollfd(fd: pressure, events: Int16(POLLPRI), revents: 0),
                pollfd(fd: ear, events: Int16(POLLIN), revents: 0),
            ]
            guard poll(&polled, 2, -1) >= 0 || errno == EINTR else {
                return false
            }
            guard polled[1].revents == 0, polled[0].revents & Int16(POLLERR) == 0 else {
                return false
            }
            if polled[0].revents & Int16(POLLPRI) != 0 {
                return true
            }
        }
    }

    /// Ends the current wait and all later ones.
    func stop() {
        _ = write(bell, "!", 1)
    }
}
