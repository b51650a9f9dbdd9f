import Foundation
import ParlandoCore
import ParlandoSystem
import ParlandoTestSupport
import Testing

/// The portal of a desktop, played by a small program on a bus of its own.
@Suite(.timeLimit(.minutes(1))) struct RemoteDesktopPortalTests {
    /// Answers as xdg-desktop-portal does, and writes down what is pressed, unless it is told to behave otherwise.
    private static let standIn = """
        import sys
        from gi.repository import Gio, GLib
        address, log, manner = sys.argv[1:]
        flags = Gio.DBusConnectionFlags.AUTHENTICATION_CLIENT | Gio.DBusConnectionFlags.MESSAGE_BUS_CONNECTION
        bus = Gio.DBusConnection.new_for_address_sync(address, flags, None, None)
        node = Gio.DBusNodeInfo.new_for_xml('''<node><interface name="org.freedesktop.portal.RemoteDesktop">
        <method name="CreateSession"><arg type="a{sv}" direction="in"/><arg type="o" direction="out"/></method>
        <method name="SelectDevices"><arg type="o" direction="in"/><arg type="a{sv}" direction="in"/>
        <arg type="o" direction="out"/></method>
        <method name="Start"><arg type="o" direction="in"/><arg type="s" direction="in"/>
        <arg type="a{sv}" direction="in"/><arg type="o" direction="out"/></method>
        <method name="NotifyKeyboardKeycode"><arg type="o" direction="in"/><arg type="a{sv}" direction="in"/>
        <arg type="i" direction="in"/><arg type="u" direction="in"/></method>
        <property name="version" type="u" access="read"/></interface>
        <interface name="org.freedesktop.portal.Session"><method name="Close"/></interface></node>''')
        ROOT = "/org/freedesktop/portal/desktop"
        def call(bus, sender, path, interface, method, arguments, invocation):
            values = arguments.unpack()
            if method == "NotifyKeyboardKeycode":
                with open(log, "a") as file:
                    file.write(f"{values[2]}:{values[3]} ")
                if manner == "breaks" and values[2:] == (47, 1):
                    return invocation.return_dbus_error("org.freedesktop.DBus.Error.Failed", "no session")
                return invocation.return_value(None)
            with open(log, "a") as file:
                file.write(method + " ")
            if method == "Close":
                return invocation.return_value(None)
            options = values[-1]
            handle = ROOT + "/request/" + sender[1:].replace(".", "_") + "/" + options["handle_token"]
            session = "/x', {}, 0) ('" if manner == "noPath" else ROOT + "/session/x/y"
            results = {"session_handle": GLib.Variant("s", session)} if method == "CreateSession" else {}
            code = 1 if manner == "denies" and method == "Start" else 0
            answer = GLib.Variant("(ua{sv})", (code, results))
            if manner == "otherForm" and method == "Start":
                answer = GLib.Variant("(sa{sv})", ("no", results))
            # Before the method returns, as a quick desktop does.
            bus.emit_signal(sender, handle, "org.freedesktop.portal.Request", "Response",
                            answer)
            invocation.return_value(GLib.Variant("(o)", (handle,)))
        bus.register_object(ROOT, node.interfaces[0], call, lambda *_: GLib.Variant("u", 1), None)
        bus.register_object(ROOT + "/session/x/y", node.interfaces[1], call, None, None)
        Gio.bus_own_name_on_connection(bus, "org.freedesktop.portal.Desktop", Gio.BusNameOwnerFlags.NONE,
                                       lambda *_: (print("ready", flush=True)), None)
        GLib.MainLoop().run()
        """

    enum Manner: String {
        case agrees
        /// Says no to the question.
        case denies
        /// Refuses the key V, as when a session ends between two keys.
        case breaks
        /// Answers the question with values of other types than the specification's.
        case otherForm
        /// Names a session by what is no path of an object.
        case noPath
    }

    private let folder: TemporaryFolder
    private let bus: PrivateBus

    init() throws {
        folder = try TemporaryFolder()
        bus = try PrivateBus(.none)
    }

    /// Runs the stand-in as long as `work` does.
    private func withPortal(_ manner: Manner, _ work: (RemoteDesktopPortal) async throws -> Void) async throws {
        let portal = try StandInPortal(Self.standIn, on: bus.address, log: folder.file("log"), manner: manner.rawValue)
        defer {
            portal.stop()
            bus.stop()
        }
        try await work(RemoteDesktopPortal(address: bus.address, clock: ManualClock(advancesItself: true)))
    }

    private var log: String {
        String(decoding: folder.bytes(of: "log") ?? [], as: UTF8.self)
    }

    @Test func pasteIsPressedAfterTheUserAgreedAndTheyAreAskedOnce() async throws {
        try await withPortal(.agrees) { portal in
            #expect(await portal.isOffered())
            try await portal.pressPaste()
            try await portal.pressPaste()
            #expect(log == "CreateSession SelectDevices Start 29:1 47:1 47:0 29:0 29:1 47:1 47:0 29:0 ")
        }
    }

    /// Neither an answer of another form is consent, nor is a session used that is no path.
    @Test(arguments: [
        (Manner.denies, DesktopTypingError(.denied, detail: "Start: 1"), "CreateSession SelectDevices Start "),
        (
            .otherForm, DesktopTypingError(.failed, detail: "Start: an answer of another form"),
            "CreateSession SelectDevices Start "
        ),
        (.noPath, DesktopTypingError(.failed, detail: "no session"), "CreateSession "),
    ])
    func nothingIsPressedUnlessTheUserSaysYes(manner: Manner, error: DesktopTypingError, calls: String) async throws {
        try await withPortal(manner) { portal in
            await #expect(throws: error) {
                try await portal.pressPaste()
            }
            #expect(log == calls)
        }
    }

    @Test func everyKeyGoesUpAgainWhenAPressIsBrokenOff() async throws {
        try await withPortal(.breaks) { portal in
            await #expect(throws: DesktopTypingError.self) {
                try await portal.pressPaste()
            }
            #expect(log == "CreateSession SelectDevices Start 29:1 47:1 47:0 29:0 Close ")
        }
    }

    @Test func aDesktopWithoutThePortalOffersNothing() async {
        let portal = RemoteDesktopPortal(address: bus.address, clock: ManualClock(advancesItself: true))
        #expect(await !portal.isOffered())
        await #expect(throws: DesktopTypingError.self) {
            try await portal.pressPaste()
        }
        bus.stop()
    }
}
