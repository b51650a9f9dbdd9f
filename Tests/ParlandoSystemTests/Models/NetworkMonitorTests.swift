import Glibc
import ParlandoSystem
import Testing

@Suite struct NetworkMonitorTests {
    @Test func withoutABusNobodyPaysByVolume() async {
        await #expect(processExitsWith: .success) {
            setenv("DBUS_SYSTEM_BUS_ADDRESS", "unix:path=/nonexistent", 1)
            setenv("DBUS_SESSION_BUS_ADDRESS", "unix:path=/nonexistent", 1)
            #expect(await NetworkMonitor().isMetered() == false)
        }
    }
}
