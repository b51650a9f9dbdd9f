import Dispatch
import Glibc
public import ParlandoCore

/// Tells when programs wait for memory, as Linux measures it (pressure stall information, `Documentation/accounting/
/// psi.rst`). Where the kernel does not measure it, or does not let this user ask, there is never a warning.
public struct SystemMemoryPressure: MemoryPressure {
    private let path: String

    /// - Parameter path: the file of the kernel, or of a control group (`memory.pressure`).
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

/// One trigger set in the kernel. `wait` blocks; `stop` may be called from any thread.
final class PressureWatch: Sendable {
    /// A warning when programs stood still for 200 ms of 2 s. Users without privileges may ask in steps of 2 s only.
    private static let trigger = "some 200000 2000000"

    private let pressure: Int32
    /// A pipe: what is written to `bell` is heard at `ear`.
    private let ear: Int32
    private let bell: Int32

    /// Nil: the kernel refuses.
    convenience init?(_ path: String) {
        let descriptor = open(path, O_RDWR | O_NONBLOCK | O_CLOEXEC)
        guard descriptor >= 0 else {
            return nil
        }
        // The text ends with its zero byte, as the kernel wants it.
        guard write(descriptor, Self.trigger, Self.trigger.utf8.count + 1) > 0 else {
            close(descriptor)
            return nil
        }
        self.init(descriptor: descriptor)
    }

    /// Takes a descriptor over that has an urgent event (POLLPRI) for each warning.
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

    /// Blocks until memory is short. False: it was stopped, or the kernel tells no more.
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

    /// Ends the wait under way, and every later one.
    func stop() {
        _ = write(bell, "!", 1)
    }
}
