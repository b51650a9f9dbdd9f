import Glibc
import ParlandoTestSupport
import Testing

@testable import ParlandoSystem

@Suite struct SystemMemoryPressureTests {
    /// Two ends of a TCP connection: its urgent data is the same kind of event as the kernel's warning.
    private func connection() -> (one: Int32, other: Int32) {
        let listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        let one = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        defer { close(listener) }
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = UInt32(INADDR_LOOPBACK).bigEndian
        var size = socklen_t(MemoryLayout<sockaddr_in>.size)
        withUnsafeMutablePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                _ = bind(listener, $0, size)
                _ = listen(listener, 1)
                _ = getsockname(listener, $0, &size)
                _ = connect(one, $0, size)
            }
        }
        return (one, accept(listener, nil, nil))
    }

    @Test func anUrgentEventEndsTheWait() {
        let (one, other) = connection()
        let watch = PressureWatch(descriptor: other)
        send(one, "!", 1, Int32(MSG_OOB))
        #expect(watch.wait())
        close(one)
    }

    @Test func aStoppedWatchWaitsNoMore() {
        let (one, other) = connection()
        let watch = PressureWatch(descriptor: other)
        watch.stop()
        #expect(!watch.wait())
        #expect(!watch.wait())
        close(one)
    }

    @Test(arguments: ["/nonexistent/pressure", "/proc/version"])
    func whereTheKernelDoesNotTellTheWarningsEnd(path: String) async {
        var count = 0
        for await _ in SystemMemoryPressure(path: path).warnings() {
            count += 1
        }
        #expect(count == 0)
    }

    @Test func whoStopsListeningStopsTheWatch() async {
        let listening = Task {
            for await _ in SystemMemoryPressure().warnings() {}
        }
        listening.cancel()
        await listening.value
    }
}

@Suite struct NetworkMonitorTests {
    @Test func withoutABusNobodyPaysByVolume() async {
        await #expect(processExitsWith: .success) {
            setenv("DBUS_SYSTEM_BUS_ADDRESS", "unix:path=/nonexistent", 1)
            setenv("DBUS_SESSION_BUS_ADDRESS", "unix:path=/nonexistent", 1)
            #expect(await NetworkMonitor().isMetered() == false)
        }
    }
}
