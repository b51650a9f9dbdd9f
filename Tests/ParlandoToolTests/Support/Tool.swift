import Foundation
import ParlandoTestSupport
import Testing

/// Runs the real `parlandoctl`, as a shell would.
struct Tool {
    struct Result {
        let code: Int32
        let output: String
        let errors: String

        func objects() throws -> [[String: Any]] {
            try output.split(separator: "\n").map { line in
                try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any] ?? [:]
            }
        }
    }

    static let root = ProjectFolder.root
    static let sample = root.appendingPathComponent("data/samples/jfk.flac").path
    static let hasModel = FileManager.default.fileExists(atPath: modelPath)
    /// Whether there are a loudspeaker and a microphone that hears it.
    static let hasSound = ProcessInfo.processInfo.environment["PARLANDO_VIRTUAL_AUDIO"] == "1"

    static let modelFolder: String = {
        let data = ProcessInfo.processInfo.environment["XDG_DATA_HOME"] ?? NSHomeDirectory() + "/.local/share"
        return data + "/parlando/models"
    }()

    static let modelPath = modelFolder + "/tiny.en-v1.bin"

    /// It lies beside the program that runs the tests.
    static let program = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath()
        .deletingLastPathComponent().appendingPathComponent("parlandoctl")

    /// Runs the tool to its end.
    ///
    /// - Parameters:
    ///   - data: replaces the folder in which models lie, nil: the user's.
    ///   - limit: what bash's `ulimit` is told before, such as "-f 1", which ends files at 1024 bytes; nil: nothing.
    ///   - environment: set beside what is set anyway.
    ///   - input: what it reads, nil: nothing.
    ///   - interruptedAfter: Ctrl-C follows as soon as this is in its output.
    ///   - runner: a program that runs it, with its arguments; empty: none.
    ///   - isOnTerminal: both outputs are a terminal, and read as one.
    static func run(
        _ arguments: [String], data: String? = nil, limit: String? = nil, environment given: [String: String] = [:],
        input: String? = nil, interruptedAfter mark: String? = nil, by runner: [String] = [],
        isOnTerminal: Bool = false
    ) async throws -> Result {
        // On a thread of its own: two tests that wait on the shared threads would stop all others on two processors.
        try await withCheckedThrowingContinuation { waiter in
            DispatchQueue(label: "tool").async {
                waiter.resume(
                    with: Swift.Result {
                        try wait(
                            for: runner + command(arguments, limit: limit, isOnTerminal: isOnTerminal), data: data,
                            environment: given, input: input, interruptedAfter: mark)
                    })
            }
        }
    }

    /// The program's path and its arguments, with what it is run by before them.
    private static func command(_ arguments: [String], limit: String?, isOnTerminal: Bool) -> [String] {
        let call = [program.path] + arguments
        if let limit {
            return ["/bin/bash", "-c", "trap '' XFSZ; ulimit \(limit); exec \"$@\"", "bash"] + call
        }
        let quoted = call.map { "'\($0)'" }.joined(separator: " ")
        return isOnTerminal ? ["/usr/bin/script", "--quiet", "--return", "--command", quoted, "/dev/null"] : call
    }

    private static func wait(
        for command: [String], data: String?, environment given: [String: String], input: String?,
        interruptedAfter mark: String?
    ) throws -> Result {
        let process = Process()
        process.executableURL = command.first.map { URL(fileURLWithPath: $0) }
        process.arguments = Array(command.dropFirst())
        var environment = ProcessInfo.processInfo.environment
        environment["XDG_DATA_HOME"] = data ?? environment["XDG_DATA_HOME"]
        environment["GSETTINGS_BACKEND"] = "memory"
        // English, whatever language the tests are run in.
        environment["LC_ALL"] = "C.UTF-8"
        environment["LANGUAGE"] = ""
        environment["PARLANDO_DATADIR"] = root.appendingPathComponent("data").path
        process.environment = environment.merging(given) { _, new in new }
        // Errors go into a file: two pipes would have to be read at the same time.
        let output = Pipe()
        let errors = FileManager.default.temporaryDirectory.appendingPathComponent("parlando-\(UUID().uuidString)")
        try Data().write(to: errors)
        defer { try? FileManager.default.removeItem(at: errors) }
        process.standardOutput = output
        process.standardError = try FileHandle(forWritingTo: errors)
        let source = Pipe()
        process.standardInput = input == nil ? FileHandle.nullDevice : source
        try process.run()
        try input.map { try source.fileHandleForWriting.write(contentsOf: Data($0.utf8)) }
        try source.fileHandleForWriting.close()
        var written = Data()
        var isInterrupted = false
        while case let more = output.fileHandleForReading.availableData, !more.isEmpty {
            written += more
            if let mark, !isInterrupted, String(decoding: written, as: UTF8.self).contains(mark) {
                isInterrupted = true
                process.interrupt()
            }
        }
        process.waitUntilExit()
        return Result(
            code: process.terminationStatus, output: String(decoding: written, as: UTF8.self),
            errors: try String(contentsOf: errors, encoding: .utf8))
    }

    /// For `GSETTINGS_SCHEMA_DIR`.
    static func compileSchema(into folder: String) throws {
        try SystemProgram.run(
            "glib-compile-schemas", "--targetdir", folder, root.appendingPathComponent("data").path)
    }
}

extension Trait where Self == ConditionTrait {
    /// The test limits or measures the program's memory or files, of which a sanitizer needs some for itself.
    static var limited: Self {
        .disabled(if: Sanitizer.isWatching)
    }
}

extension Tool {
    static let commands = [
        [], ["transcribe"], ["listen"], ["models"], ["models", "list"], ["models", "get"], ["models", "import-voice"],
        ["models", "remove"], ["models", "verify"], ["servers"], ["servers", "list"], ["servers", "add"],
        ["servers", "edit"],
        ["servers", "remove"], ["servers", "test"], ["devices"], ["rhythm"], ["rhythm", "render"],
        ["rhythm", "detect"],
        ["rhythm", "judge"], ["rhythm", "calibrate"], ["rhythm", "metronome"], ["translate"],
    ]
}

extension Tool {
    /// As `plain` text.
    static let sampleEnding = "ask what you can do for your country"

    /// With the model tiny.en.
    static func transcribe(_ arguments: String..., by runner: [String] = []) async throws -> Result {
        try await run(["transcribe", "--model", "tiny.en"] + arguments, by: runner)
    }

    /// Lower case, letters and spaces only.
    static func plain(_ text: String) -> String {
        text.lowercased().split { !$0.isLetter }.joined(separator: " ")
    }
}

extension Tool {
    /// Also returns the most memory that the tool held, in MB of 1024² bytes.
    static func runMeasuringMemory(_ arguments: [String]) async throws -> (result: Result, megabytes: Int) {
        let measure = """
            import resource, subprocess, sys
            code = subprocess.run(sys.argv[1:]).returncode
            print(resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss // 1024)
            sys.exit(code)
            """
        let result = try await run(arguments, by: ["/usr/bin/python3", "-c", measure])
        var lines = result.output.split(separator: "\n")
        let megabytes = lines.popLast().flatMap { Int($0) } ?? .max
        let output = lines.joined(separator: "\n")
        return (Result(code: result.code, output: output, errors: result.errors), megabytes)
    }
}
