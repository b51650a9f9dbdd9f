import Dispatch
import Foundation

/// A program of the system that a test needs for a moment.
public enum SystemProgram {
    /// Failure of a program, with what it said.
    public struct Failure: Error {
        public let command: [String]
        public let status: Int32
        public let output: String
    }

    /// Returns what it printed, on either stream and without surrounding white space. Throws if it fails. Blocks.
    ///
    /// - Parameter environment: nil for that of the tests.
    @discardableResult
    public static func run(_ command: String..., environment: [String: String]? = nil) throws -> String {
        try checked(command, environment: environment)
    }

    /// The same without blocking: tests that wait on the shared threads stop all others on two processors.
    @discardableResult
    public static func runAside(_ command: [String]) async throws -> String {
        try await withCheckedThrowingContinuation { waiter in
            DispatchQueue(label: "program").async {
                waiter.resume(with: Result { try checked(command) })
            }
        }
    }

    /// The same for a program that may fail. Blocks.
    public static func result(
        of command: [String], environment: [String: String]? = nil
    ) throws -> (status: Int32, output: String) {
        let (process, pipe) = (Process(), Pipe())
        process.executableURL = URL(filePath: "/usr/bin/env")
        process.arguments = command
        process.environment = environment ?? ProcessInfo.processInfo.environment
        process.standardInput = FileHandle.nullDevice
        process.standardOutput = pipe
        process.standardError = pipe
        try process.run()
        let output = String(decoding: try pipe.fileHandleForReading.readToEnd() ?? Data(), as: UTF8.self)
        process.waitUntilExit()
        return (process.terminationStatus, output.trimmingCharacters(in: .whitespacesAndNewlines))
    }

    private static func checked(_ command: [String], environment: [String: String]? = nil) throws -> String {
        let (status, output) = try result(of: command, environment: environment)
        guard status == 0 else {
            throw Failure(command: command, status: status, output: output)
        }
        return output
    }
}
