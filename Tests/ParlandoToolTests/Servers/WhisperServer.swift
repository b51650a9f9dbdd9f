import Foundation
import Glibc

/// whisper.cpp's own server, with the smallest model, on a port of this machine. Goes on until `stop`.
final class WhisperServer: Sendable {
    /// Without a path.
    let address: String

    private let process: Process

    /// Where scripts/setup has put it, nil: nowhere.
    private static let program: String? = (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":")
        .map { "\($0)/whisper-server" }.first { FileManager.default.isExecutableFile(atPath: $0) }

    /// Returns when the server answers.
    init(inferencePath: String) throws {
        guard let program = Self.program, let port = Self.freePort() else {
            throw CocoaError(.fileNoSuchFile)
        }
        address = "http://127.0.0.1:\(port)"
        process = Process()
        process.executableURL = URL(filePath: program)
        // Its threads wait for each other by spinning, and other tests run.
        process.arguments = [
            "--model", Tool.modelPath, "--host", "127.0.0.1", "--port", "\(port)", "--inference-path", inferencePath,
            "--threads", "1", "--language", "en",
        ]
        process.standardOutput = FileHandle.nullDevice
        process.standardError = FileHandle.nullDevice
        try process.run()
        while process.isRunning, !Self.isListening(port) {
            usleep(50_000)
        }
        guard process.isRunning else {
            throw CocoaError(.executableLoad)
        }
    }

    func stop() {
        // Not SIGTERM: a child of a thread of libdispatch has it blocked.
        kill(process.processIdentifier, SIGKILL)
        process.waitUntilExit()
    }

    private static func freePort() -> UInt16? {
        with(port: 0) { descriptor, address, size in
            guard bind(descriptor, address, size.pointee) == 0, getsockname(descriptor, address, size) == 0 else {
                return nil
            }
            return address.withMemoryRebound(to: sockaddr_in.self, capacity: 1) {
                UInt16(bigEndian: $0.pointee.sin_port)
            }
        }
    }

    private static func isListening(_ port: UInt16) -> Bool {
        with(port: port) { descriptor, address, size in
            connect(descriptor, address, size.pointee) == 0
        }
    }

    /// A socket, and an address of this machine for it.
    private static func with<Value>(
        port: UInt16, _ work: (Int32, UnsafeMutablePointer<sockaddr>, UnsafeMutablePointer<socklen_t>) -> Value
    ) -> Value {
        let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        defer { close(descriptor) }
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = port.bigEndian
        address.sin_addr.s_addr = UInt32(INADDR_LOOPBACK).bigEndian
        var size = socklen_t(MemoryLayout<sockaddr_in>.size)
        return withUnsafeMutablePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { work(descriptor, $0, &size) }
        }
    }
}
