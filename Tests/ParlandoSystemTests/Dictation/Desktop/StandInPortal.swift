import Foundation

/// A portal, played by a small program that answers as xdg-desktop-portal does, unless it is told to behave otherwise,
/// and sends the signals that a test asks for.
final class StandInPortal {
    private let process = Process()
    private let orders = Pipe()

    /// Returns once the portal has its name on the bus.
    ///
    /// - Parameters:
    ///   - script: the program, in Python.
    ///   - log: file that gets the name of each method that is called.
    ///   - manner: how it behaves.
    init(_ script: String = StandInPortal.shortcuts, on address: String, log: String, manner: String) throws {
        process.executableURL = URL(filePath: "/usr/bin/python3")
        process.arguments = ["-c", script, address, log, manner]
        let ready = Pipe()
        process.standardOutput = ready
        process.standardInput = orders
        try process.run()
        guard !ready.fileHandleForReading.availableData.isEmpty else {
            throw CocoaError(.executableLoad)
        }
    }

    /// Sends signals: `Activated toggle`, `Changed talk=F9`, `Closed`.
    func tell(_ signals: String...) throws {
        try orders.fileHandleForWriting.write(contentsOf: Data((signals.joined(separator: "\n") + "\n").utf8))
    }

    func stop() {
        // SIGKILL, because a child process started on a libdispatch thread has SIGTERM blocked.
        kill(process.processIdentifier, SIGKILL)
        process.waitUntilExit()
    }

    /// The portal of shortcuts.
    static let shortcuts = """
        import sys
        import threading
        from gi.repository import Gio, GLib
        address, log, manner = sys.argv[1:]
        flags = Gio.DBusConnectionFlags.AUTHENTICATION_CLIENT | Gio.DBusConnectionFlags.MESSAGE_BUS_CONNECTION
        bus = Gio.DBusConnection.new_for_address_sync(address, flags, None, None)
        SHORTCUTS, ROOT = "org.freedesktop.portal.GlobalShortcuts", "/org/freedesktop/portal/desktop"
        CONFIGURE = '''<method name="ConfigureShortcuts"><arg type="o" direction="in"/><arg type="s" direction="in"/>
        <arg type="a{sv}" direction="in"/></method>''' if manner != "old" else ""
        node = Gio.DBusNodeInfo.new_for_xml(f'''<node><interface name="{SHORTCUTS}">
        <method name="CreateSession"><arg type="a{{sv}}" direction="in"/><arg type="o" direction="out"/></method>
        <method name="BindShortcuts"><arg type="o" direction="in"/><arg type="a(sa{{sv}})" direction="in"/>
        <arg type="s" direction="in"/><arg type="a{{sv}}" direction="in"/><arg type="o" direction="out"/></method>
        {CONFIGURE}<property name="version" type="u" access="read"/></interface>
        <interface name="org.freedesktop.portal.Session"><method name="Close"/></interface>
        <interface name="org.freedesktop.host.portal.Registry"><method name="Register"><arg type="s" direction="in"/>
        <arg type="a{{sv}}" direction="in"/></method></interface></node>''')
        sessions, peers = [], set()
        def note(text):
            with open(log, "a") as file:
                file.write(text + " ")
        def call(bus, sender, path, interface, method, arguments, invocation):
            values = arguments.unpack()
            if method == "Register":
                if sender in peers:
                    return invocation.return_dbus_error("org.freedesktop.portal.Error.Failed", "registered already")
                peers.add(sender)
                note("Register:" + values[0])
                return invocation.return_value(None)
            if method == "BindShortcuts":
                note("BindShortcuts:" + ";".join(f"{name}={options['description']}" for name, options in values[1]))
            else:
                note(method)
            if method in ("Close", "ConfigureShortcuts"):
                return invocation.return_value(None)
            # A session that was bound once is not bound again, and registering comes before all else.
            assert sender in peers or manner == "old"
            handle = ROOT + "/request/" + sender[1:].replace(".", "_") + "/" + values[-1]["handle_token"]
            results, code = {}, 0
            if method == "CreateSession":
                path = ROOT + "/session/" + sender[1:].replace(".", "_") + "/" + values[0]["session_handle_token"]
                sessions.append((sender, path))
                bus.register_object(path, node.interfaces[1], call, None, None)
                path = "/x', {}, 0) ('" if manner == "noPath" else path
                results = {"session_handle": GLib.Variant("s", path)}
            elif manner == "cancels":
                code = 1
            elif manner == "otherForm":
                results = {"shortcuts": GLib.Variant("a(su)", [("toggle", 3)])}
            else:
                keys = {"trigger_description": GLib.Variant("s", "Ctrl+Alt+R")}
                results = {"shortcuts": GLib.Variant("a(sa{sv})", [("toggle", keys), ("talk", {}), ("other", keys)])}
            # Before the method returns, as a quick desktop does.
            bus.emit_signal(sender, handle, "org.freedesktop.portal.Request", "Response",
                            GLib.Variant("(ua{sv})", (code, results)))
            invocation.return_value(GLib.Variant("(o)", (handle,)))
        def order(text):
            line = text.split()
            sender, session = sessions[-1]
            name = line[0]
            def emit(signal, value):
                bus.emit_signal(sender, ROOT, SHORTCUTS, signal, value)
            if name == "Closed":
                bus.emit_signal(sender, session, "org.freedesktop.portal.Session", "Closed", None)
            elif name == "Changed":
                shortcut, keys = line[1].split("=")
                emit("ShortcutsChanged", GLib.Variant("(oa(sa{sv}))", (session, [
                    (shortcut, {"trigger_description": GLib.Variant("s", keys)})])))
            elif name == "Odd":
                emit("Activated", GLib.Variant("(os)", (session, line[1])))
            else:
                session = ROOT + "/session/1_1/other" if name == "Foreign" else session
                emit("Activated" if name == "Foreign" else name, GLib.Variant("(osta{sv})", (session, line[1], 0, {})))
            return False
        version = lambda *_: GLib.Variant("u", 1 if manner == "old" else 2)
        bus.register_object(ROOT, node.interfaces[0], call, version, None)
        if manner != "old":
            bus.register_object(ROOT, node.interfaces[2], call, None, None)
        def listen():
            for text in sys.stdin:
                GLib.idle_add(order, text)
        threading.Thread(target=listen, daemon=True).start()
        Gio.bus_own_name_on_connection(bus, "org.freedesktop.portal.Desktop", Gio.BusNameOwnerFlags.NONE,
                                       lambda *_: (print("ready", flush=True)), None)
        GLib.MainLoop().run()
        """
}
