import Dispatch
import Glibc
public import ParlandoCore

/// Memory pressure according to Linux's pressure stall information (`Documentation/accounting/psi.rst`). If the kernel
/// does not measure it, or does not let this user read it, there are no warnings.
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

/// Trigger registered with the kernel. `wait` blocks; `stop` is thread-safe.
final class PressureWatch: Sendable {
    /// Programs were stalled for 200 ms within 2 s. Unprivileged users may request only multiples of 2 s.
    private static let trigger = "some 200000 2000000"

    private let pressure: Int32
    private let stopping = StopFlag()

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
    }

    deinit {
        close(pressure)
    }

    /// Returns false after `stop`, or if the kernel sends no more events.
    func wait() -> Bool {
        let events = stopping.wait(for: pressure, events: POLLPRI) ?? 0
        return events & Int16(POLLERR) == 0 && events & Int16(POLLPRI) != 0
    }

    func stop() {
        stopping.stop()
    }
}
