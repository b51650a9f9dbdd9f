import Foundation
import Synchronization

/// Private D-Bus session bus, optionally with a real gnome-keyring that stores its data in a temporary folder. The bus
/// does not start any services itself. Both processes run until `stop`.
public final class PrivateBus: Sendable {
    /// State of the keyring on the bus.
    public enum Keyring: Sendable {
        case none
        /// Unlocked with a password, as at login.
        case unlocked
        /// Running, but the bus forbids calls to it.
        case forbidden
    }

    public let address: String

    private let folder: TemporaryFolder
    private let environment: [String: String]
    private let processes: Mutex<[Process]>
    private static let password = "open sesame"

    public init(_ keyring: Keyring) throws {
        folder = try TemporaryFolder()
        address = "unix:path=\(folder.file("bus"))"
        environment = Self.environment(address, folder)
        try folder.write(Array(Self.configuration(address, keyring).utf8), to: "bus.xml")
        let bus = Self.process(
            ["dbus-daemon", "--nofork", "--print-address", "--config-file=" + folder.file("bus.xml")])
        let ready = Pipe()
        bus.standardOutput = ready
        try bus.run()
        _ = ready.fileHandleForReading.availableData
        processes = Mutex([bus])
        if keyring != .none {
            do {
                try start(
                    "gnome-keyring-daemon", "--foreground", "--unlock", "--components=secrets", input: Self.password)
                try wait(for: "org.freedesktop.secrets")
            } catch {
                stop()
                throw error
            }
        }
    }

    public func stop() {
        end(processes.withLock { $0 })
    }

    /// Ends the keyring and starts it again without a password, as at an automatic login. Prompts are no longer
    /// answered.
    public func restartKeyring() throws {
        end(processes.withLock { Array($0.dropFirst()) })
        processes.withLock { $0.removeSubrange(1...) }
        try start("gnome-keyring-daemon", "--foreground", "--components=secrets")
        try wait(for: "org.freedesktop.secrets")
    }

    /// Answers the keyring's prompts for the password from now on, as a user at a desktop does.
    public func answerPrompts() throws {
        try start("/usr/bin/python3", "-c", KeyringPrompter.script, Self.password)
        try wait(for: KeyringPrompter.name)
    }

    private func start(_ command: String..., input: String = "") throws {
        let process = Self.process(command)
        process.environment = environment
        let pipe = Pipe()
        process.standardInput = pipe
        process.standardOutput = FileHandle.nullDevice
        try process.run()
        processes.withLock { $0.append(process) }
        try pipe.fileHandleForWriting.write(contentsOf: Data(input.utf8))
        try pipe.fileHandleForWriting.close()
    }

    private func wait(for name: String) throws {
        try SystemProgram.run("gdbus", "wait", "--session", "--timeout", "20", name, environment: environment)
    }

    private func end(_ processes: [Process]) {
        // SIGKILL, because a child process started on a libdispatch thread has SIGTERM blocked.
        processes.forEach { kill($0.processIdentifier, SIGKILL) }
        processes.forEach { $0.waitUntilExit() }
    }

    /// Locks the keyring, as at logout. It cannot be unlocked unless prompts are answered.
    public func lockKeyring() throws {
        try SystemProgram.run(
            "gdbus", "call", "--session", "--dest", "org.freedesktop.secrets", "--object-path",
            "/org/freedesktop/secrets", "--method", "org.freedesktop.Secret.Service.Lock",
            "['/org/freedesktop/secrets/collection/login']", environment: environment)
    }

    public var kept: [UInt8] {
        let keyrings = "data/keyrings/"
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.file(keyrings))) ?? []
        return names.flatMap { folder.bytes(of: keyrings + $0) ?? [] }
    }

    private static func environment(_ address: String, _ folder: TemporaryFolder) -> [String: String] {
        var result = ProcessInfo.processInfo.environment
        result["DBUS_SESSION_BUS_ADDRESS"] = address
        result["HOME"] = folder.path
        result["XDG_DATA_HOME"] = folder.file("data")
        result["XDG_RUNTIME_DIR"] = folder.path
        result["DISPLAY"] = nil
        result["WAYLAND_DISPLAY"] = nil
        return result
    }

    private static func process(_ command: [String]) -> Process {
        let process = Process()
        process.executableURL = URL(filePath: "/usr/bin/env")
        process.arguments = command
        process.standardError = FileHandle.nullDevice
        return process
    }

    private static func configuration(_ address: String, _ keyring: Keyring) -> String {
        let rule = keyring == .forbidden ? "<deny send_interface='org.freedesktop.Secret.Service'/>" : ""
        return """
            <!DOCTYPE busconfig PUBLIC "-//freedesktop//DTD D-Bus Bus Configuration 1.0//EN"
              "http://www.freedesktop.org/standards/dbus/1.0/busconfig.dtd">
            <busconfig><type>session</type><listen>\(address)</listen>
            <policy context="default"><allow send_destination="*" eavesdrop="true"/><allow eavesdrop="true"/>
            <allow own="*"/>\(rule)</policy></busconfig>
            """
    }
}

/// Python program that answers gnome-keyring's questions for a password, as the desktop's dialog does. Its argument is
/// the password; it needs the session bus of the keyring, but no display.
enum KeyringPrompter {
    static let name = "org.gnome.keyring.SystemPrompter"

    static let script = """
        import ctypes, sys
        from gi.repository import Gio, GLib

        password = sys.argv[1].encode()
        # The password travels encrypted; the keyring's own library knows how.
        try:
            gcr = ctypes.CDLL("libgcr-base-3.so.1")
        except OSError:
            gcr = ctypes.CDLL("libgcr-4.so.4")
        gcr.gcr_secret_exchange_new.restype = ctypes.c_void_p
        gcr.gcr_secret_exchange_new.argtypes = [ctypes.c_char_p]
        gcr.gcr_secret_exchange_begin.restype = ctypes.c_char_p
        gcr.gcr_secret_exchange_begin.argtypes = [ctypes.c_void_p]
        gcr.gcr_secret_exchange_receive.argtypes = [ctypes.c_void_p, ctypes.c_char_p]
        gcr.gcr_secret_exchange_send.restype = ctypes.c_char_p
        gcr.gcr_secret_exchange_send.argtypes = [ctypes.c_void_p, ctypes.c_char_p, ctypes.c_ssize_t]

        prompter = "org.gnome.keyring.internal.Prompter"
        description = Gio.DBusNodeInfo.new_for_xml(f'''<node><interface name="{prompter}">
            <method name="BeginPrompting"><arg type="o" direction="in"/></method>
            <method name="PerformPrompt"><arg type="o" direction="in"/><arg type="s" direction="in"/>
                <arg type="a{{sv}}" direction="in"/><arg type="s" direction="in"/></method>
            <method name="StopPrompting"><arg type="o" direction="in"/></method>
            </interface></node>''')
        exchanges = {}

        def did_call(bus, caller, path, interface, method, arguments, call):
            callback, *rest = arguments.unpack()
            call.return_value(None)
            if method == "StopPrompting":
                return tell(bus, caller, callback, "PromptDone", None)
            if method == "BeginPrompting":
                exchange = exchanges[callback] = gcr.gcr_secret_exchange_new(None)
                answer, text = "", gcr.gcr_secret_exchange_begin(exchange)
            else:
                exchange = exchanges[callback]
                gcr.gcr_secret_exchange_receive(exchange, rest[2].encode())
                answer, text = "yes", gcr.gcr_secret_exchange_send(exchange, password, len(password))
            tell(bus, caller, callback, "PromptReady", GLib.Variant("(sa{sv}s)", (answer, {}, text.decode())))

        def tell(bus, caller, callback, method, arguments):
            bus.call(caller, callback, prompter + ".Callback", method, arguments, None, 0, -1, None, None)

        bus = Gio.bus_get_sync(Gio.BusType.SESSION)
        bus.register_object("/org/gnome/keyring/Prompter", description.interfaces[0], did_call, None, None)
        Gio.bus_own_name_on_connection(bus, "org.gnome.keyring.SystemPrompter", 0, None, None)
        GLib.MainLoop().run()
        """
}
