import Foundation

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

    /// Value of `DBUS_SESSION_BUS_ADDRESS`.
    public let address: String

    private let folder: TemporaryFolder
    private let environment: [String: String]
    private let processes: [Process]

    /// Starts the bus, and the keyring if requested, and returns once they can be called.
    public init(_ keyring: Keyring) throws {
        folder = try TemporaryFolder()
        address = "unix:path=\(folder.file("bus"))"
        environment = Self.environment(address, folder)
        try folder.write(Array(Self.configuration(address, keyring).utf8), to: "bus.xml")
        let bus = Self.process("dbus-daemon", "--nofork", "--print-address", "--config-file=" + folder.file("bus.xml"))
        let ready = Pipe()
        bus.standardOutput = ready
        try bus.run()
        _ = ready.fileHandleForReading.availableData
        guard keyring != .none else {
            processes = [bus]
            return
        }
        let daemon = Self.process("gnome-keyring-daemon", "--foreground", "--unlock", "--components=secrets")
        daemon.environment = environment
        let password = Pipe()
        daemon.standardInput = password
        daemon.standardOutput = FileHandle.nullDevice
        try daemon.run()
        try password.fileHandleForWriting.write(contentsOf: Data("open sesame".utf8))
        try password.fileHandleForWriting.close()
        processes = [bus, daemon]
        try run("gdbus", "wait", "--session", "--timeout", "20", "org.freedesktop.secrets")
    }

    /// Ends both processes.
    public func stop() {
        // SIGKILL, because a child process started on a libdispatch thread has SIGTERM blocked.
        processes.forEach { kill($0.processIdentifier, SIGKILL) }
        processes.forEach { $0.waitUntilExit() }
    }

    /// Locks the keyring, as at logout. It cannot be unlocked, because no prompt for the password is available.
    public func lockKeyring() throws {
        try run(
            "gdbus", "call", "--session", "--dest", "org.freedesktop.secrets", "--object-path",
            "/org/freedesktop/secrets", "--method", "org.freedesktop.Secret.Service.Lock",
            "['/org/freedesktop/secrets/collection/login']")
    }

    /// All bytes that the keyring has written to disk.
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

    private func run(_ command: String...) throws {
        let process = Process()
        process.executableURL = URL(filePath: "/usr/bin/env")
        process.arguments = command
        process.environment = environment
        process.standardOutput = FileHandle.nullDevice
        try process.run()
        process.waitUntilExit()
        guard process.terminationStatus == 0 else {
            throw BusError(command: command.joined(separator: " "))
        }
    }

    private static func process(_ command: String...) -> Process {
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

/// Failure of a command on the bus.
public struct BusError: Error {
    /// Command that failed.
    public let command: String
}
