import Foundation
import ParlandoCore
import ParlandoSystem
import ParlandoTestSupport
import Testing

@Suite(.timeLimit(.minutes(1))) struct FeedbackDaemonTests {
    /// Stands in for feedbackd on a bus: a line for each call.
    private static let daemon = """
        import sys
        from gi.repository import Gio, GLib
        node = Gio.DBusNodeInfo.new_for_xml('''<node><interface name="org.sigxcpu.Feedback">
          <method name="TriggerFeedback"><arg direction="in" type="s"/><arg direction="in" type="s"/>
          <arg direction="in" type="a{sv}"/><arg direction="in" type="i"/><arg direction="out" type="u"/></method>
        </interface></node>''')
        def called(bus, sender, path, interface, method, values, call):
            application, event, hints, seconds = values.unpack()
            print(application, event, hints.get("profile"), seconds, flush=True)
            call.return_value(GLib.Variant("(u)", (1,)))
        def ready(bus, name):
            bus.register_object("/org/sigxcpu/Feedback", node.interfaces[0], called)
        Gio.bus_own_name(Gio.BusType.SESSION, "org.sigxcpu.Feedback", 0, ready, lambda *_: print("ready", flush=True), None)
        GLib.MainLoop().run()
        """

    /// The next lines, as many as asked for; fewer when there are no more.
    private static func read(_ count: Int, from pipe: Pipe) -> [String] {
        var text = ""
        while text.split(separator: "\n").count < count || !text.hasSuffix("\n") {
            let data = pipe.fileHandleForReading.availableData
            guard !data.isEmpty else {
                break
            }
            text += String(decoding: data, as: UTF8.self)
        }
        return text.split(separator: "\n").map(String.init)
    }

    private static func play(_ grades: [Grade], at address: String) async {
        setenv("DBUS_SESSION_BUS_ADDRESS", address, 1)
        let haptics = FeedbackDaemon(application: "test.Application")
        for grade in grades {
            await haptics.feel(grade)
        }
    }

    @Test func strokesAreFeltWithoutASound() async throws {
        let bus = try PrivateBus(.none)
        defer { bus.stop() }
        let daemon = Process()
        daemon.executableURL = URL(filePath: "/usr/bin/python3")
        daemon.arguments = ["-c", Self.daemon]
        daemon.environment = ["DBUS_SESSION_BUS_ADDRESS": bus.address, "PATH": "/usr/bin"]
        let output = Pipe()
        daemon.standardOutput = output
        try daemon.run()
        defer {
            // Not SIGTERM: a child of a thread of libdispatch has it blocked.
            kill(daemon.processIdentifier, SIGKILL)
            daemon.waitUntilExit()
        }
        #expect(Self.read(1, from: output) == ["ready"])
        await #expect(processExitsWith: .success) { [address = bus.address as String] in
            await Self.play([.perfect, .missed, .stray], at: address)
        }
        let expected = ["test.Application button-pressed quiet -1", "test.Application bell-terminal quiet -1"]
        #expect(Self.read(2, from: output) == expected)
    }

    @Test func withoutADaemonOrABusNothingHappens() async throws {
        let bus = try PrivateBus(.none)
        defer { bus.stop() }
        await #expect(processExitsWith: .success) { [address = bus.address as String] in
            await Self.play([.perfect], at: address)
        }
        await #expect(processExitsWith: .success) {
            await Self.play([.perfect], at: "unix:path=/nonexistent")
        }
    }
}
