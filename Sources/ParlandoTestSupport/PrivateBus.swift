import Foundation

/// A D-Bus session bus of its own, and on it, if wanted, a real gnome-keyring that keeps what it is given in a
/// temporary folder. Nothing is started by the bus itself. Both go on until `stop`.
public final class PrivateBus: Sendable {
    /// What is on the bus.
    public enum Keyring: Sendable {
        case none
        /// Opened with a password, as by a login.
        case unlocked
        /// On the bus, but nobody may speak to it.
        case forbidden
    }

    /// Value of `DBUS_SESSION_BUS_ADDRESS`.
    public let address: String

    private let folder: TemporaryFolder
    private let environment: [String: String]
    private let processes: [Process]

    /// Returns when the bus, and the keyring if there is one, can be spoken to.
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

    /// Ends both.
    public func stop() {
        // Not SIGTERM: a child of a thread of libdispatch has it blocked.
        processes.forEach { kill($0.processIdentifier, SIGKILL) }
        processes.forEach { $0.waitUntilExit() }
    }

    /// Locks the keyring, as at the end of a login. Nobody is there to be asked for the password.
    public func lockKeyring() throws {
        try run(
            "gdbus", "call", "--session", "--dest", "org.freedesktop.secrets", "--object-path",
            "/org/freedesktop/secrets", "--method", "org.freedesktop.Secret.Service.Lock",
            "['/org/freedesktop/secrets/collection/login']")
    }

    /// All bytes the keyring has written to the disk.
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

/// A command on the bus did not succeed.
public struct BusError: Error {
    /// What was run.
    public let command: String
}
