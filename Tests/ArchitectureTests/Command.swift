import Foundation

/// Runs a program of the system in the project's folder.
enum Command {
    struct Result: Equatable {
        let status: Int32
        let output: String
    }

    /// Waits for the end. `output` is both streams, without surrounding white space.
    static func run(_ arguments: String...) throws -> Result {
        let process = Process()
        let pipe = Pipe()
        process.executableURL = URL(filePath: "/usr/bin/env")
        process.arguments = arguments
        process.currentDirectoryURL = SourceTree.root
        process.standardInput = FileHandle.nullDevice
        process.standardOutput = pipe
        process.standardError = pipe
        try process.run()
        let data = pipe.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        let output = String(decoding: data, as: UTF8.self).trimmingCharacters(in: .whitespacesAndNewlines)
        return Result(status: process.terminationStatus, output: output)
    }
}
