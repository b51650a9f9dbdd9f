import CGtk
import CGtkShim
import ParlandoTestSupport
import XCTest

/// The interface for other programs, on a real session bus.
final class ControlTests: WidgetTestCase {
    private final class Owner {
        var releases = 0
    }

    private final class Programs {
        var names: [String] = []
    }

    private final class Caller {
        private let connection: OpaquePointer
        private(set) var signals = 0

        init?(_ address: String) {
            let flags = GDBusConnectionFlags(
                rawValue: G_DBUS_CONNECTION_FLAGS_AUTHENTICATION_CLIENT.rawValue
                    | G_DBUS_CONNECTION_FLAGS_MESSAGE_BUS_CONNECTION.rawValue)
            guard let connection = g_dbus_connection_new_for_address_sync(address, flags, nil, nil, nil) else {
                return nil
            }
            self.connection = connection
            g_dbus_connection_signal_subscribe(
                connection, nil, PARLANDO_CONTROL_INTERFACE, nil, nil, nil, G_DBUS_SIGNAL_FLAGS_NONE,
                { _, _, _, _, _, _, caller in
                    if let caller {
                        Unmanaged<Caller>.fromOpaque(caller).takeUnretainedValue().signals += 1
                    }
                }, Unmanaged.passUnretained(self).toOpaque(), nil)
        }

        /// Does not wait for the answer, because the other program is this process.
        func call(_ method: String, of name: String, at path: String) {
            g_dbus_connection_call(
                connection, name, path, PARLANDO_CONTROL_INTERFACE, method, nil, nil, G_DBUS_CALL_FLAGS_NONE, -1, nil,
                nil, nil)
        }

        /// Waits until all that the bus has sent has arrived.
        func catchUp() {
            let bus = "org.freedesktop.DBus"
            let answer = g_dbus_connection_call_sync(
                connection, bus, "/", bus, "GetId", nil, nil, G_DBUS_CALL_FLAGS_NONE, -1, nil, nil)
            XCTAssertNotNil(answer)
            if let answer {
                g_variant_unref(answer)
            }
            while g_main_context_iteration(nil, 0) != 0 {}
        }

        func leave() {
            g_dbus_connection_close_sync(connection, nil, nil)
        }
    }

    /// One test, because the interface is exported once in a process. GLib keeps the first session bus of a process, so
    /// this class must come before those that open a window (`NewPageTests`).
    func testARefusedExportChangesNothingAndTextGoesOnlyToProgramsThatSubscribed() throws {
        let bus = try PrivateBus(.none)
        defer { bus.stop() }
        setenv("DBUS_SESSION_BUS_ADDRESS", bus.address, 1)
        MainActor.assumeIsolated {
            let name = "io.github.parlando.ControlTest"
            guard let application = g_application_new(name, GApplicationFlags(rawValue: 0)),
                g_application_register(application, nil, nil) != 0,
                let connection = g_application_get_dbus_connection(application),
                let subscriber = Caller(bus.address), let stranger = Caller(bus.address)
            else {
                return XCTFail("no session bus")
            }
            // The process must outlive the bus.
            g_dbus_connection_set_exit_on_close(connection, 0)
            let (first, second, programs) = (Owner(), Owner(), Programs())
            XCTAssertTrue(Self.export(application, first))
            XCTAssertFalse(Self.export(application, second))
            XCTAssertEqual([first.releases, second.releases], [0, 1])

            parlando_control_watch(
                Unmanaged.passRetained(programs).toOpaque(),
                { context, names, count in
                    let names = UnsafeBufferPointer(start: names, count: Int(count)).map { String(cString: $0) }
                    Unmanaged<Programs>.fromOpaque(context).takeUnretainedValue().names = names
                },
                { programs in Unmanaged<Programs>.fromOpaque(programs).release() })
            subscriber.call("Subscribe", of: name, at: "/io/github/parlando/ControlTest")
            // A name that begins with a colon is that of the connection.
            XCTAssertTrue(waitUntil { programs.names.first.map { !$0.hasPrefix(":") } ?? false })
            XCTAssertEqual(programs.names.count, 1)
            parlando_control_interim(application, "said")
            parlando_control_final(application, "Said.", true)
            XCTAssertTrue(waitUntil { subscriber.signals == 2 })
            stranger.catchUp()
            XCTAssertEqual(stranger.signals, 0)
            subscriber.leave()
            XCTAssertTrue(waitUntil { programs.names.isEmpty })
            stranger.leave()
            withExtendedLifetime((first, second, programs, subscriber, stranger)) {}
        }
    }

    @MainActor private static func export(
        _ application: UnsafeMutablePointer<GApplication>, _ owner: Owner
    ) -> Bool {
        parlando_control_export(
            application, "idle", Unmanaged.passRetained(owner).toOpaque(), { _, _, _, _ in nil },
            { owner in Unmanaged<Owner>.fromOpaque(owner).takeRetainedValue().releases += 1 })
    }
}
