import CGtk
import CGtkShim
import ParlandoTestSupport
import XCTest

/// The interface for other programs, on a real session bus.
final class ControlTests: WidgetTestCase {
    /// Counts releases, as an owner of the interface would notice them.
    private final class Owner {
        var releases = 0
    }

    /// Counts signals.
    private final class Listener {
        var signals = 0
    }

    func testAnExportThatIsRefusedLeavesTheExportedInterfaceAsItIs() throws {
        let bus = try PrivateBus(.none)
        defer { bus.stop() }
        setenv("DBUS_SESSION_BUS_ADDRESS", bus.address, 1)
        MainActor.assumeIsolated {
            guard let application = g_application_new("io.github.parlando.ControlTest", GApplicationFlags(rawValue: 0)),
                g_application_register(application, nil, nil) != 0,
                let connection = g_application_get_dbus_connection(application)
            else {
                return XCTFail("no session bus")
            }
            // The process must outlive the bus.
            g_dbus_connection_set_exit_on_close(connection, 0)
            let (first, second, listener) = (Owner(), Owner(), Listener())
            XCTAssertTrue(Self.export(application, first))
            XCTAssertFalse(Self.export(application, second))
            XCTAssertEqual([first.releases, second.releases], [0, 1])

            let subscription = g_dbus_connection_signal_subscribe(
                connection, nil, PARLANDO_CONTROL_INTERFACE, "InterimText", nil, nil, G_DBUS_SIGNAL_FLAGS_NONE,
                { _, _, _, _, _, _, listener in
                    if let listener {
                        Unmanaged<Listener>.fromOpaque(listener).takeUnretainedValue().signals += 1
                    }
                }, Unmanaged.passUnretained(listener).toOpaque(), nil)
            parlando_control_interim(application, "said")
            XCTAssertTrue(waitUntil { listener.signals == 1 })
            g_dbus_connection_signal_unsubscribe(connection, subscription)
            withExtendedLifetime((first, second, listener)) {}
        }
    }

    @MainActor private static func export(
        _ application: UnsafeMutablePointer<GApplication>, _ owner: Owner
    ) -> Bool {
        parlando_control_export(
            application, "idle", Unmanaged.passRetained(owner).toOpaque(), { _, _ in },
            { owner in Unmanaged<Owner>.fromOpaque(owner).takeRetainedValue().releases += 1 })
    }
}
