import Foundation
import Glibc
import ParlandoTestSupport
import Testing

/// Servers at the command line: whisper.cpp's own, and one that misbehaves.
@Suite(.timeLimit(.minutes(15)), .serialized)
struct ServerTranscribeTests {
    private func transcribe(
        _ server: String, _ arguments: [String] = [], environment: [String: String] = [:]
    ) async throws -> Tool.Result {
        try await Tool.run(["transcribe", "--server", server] + arguments + [Tool.sample], environment: environment)
    }

    private static let local = Task { try await Tool.run(["transcribe", "--model", "tiny.en", Tool.sample]) }

    @Test(
        .enabled(if: Tool.hasModel, "needs the model tiny.en: scripts/setup"),
        arguments: [
            ("whisper", "/inference"), ("openai", "/v1/audio/transcriptions"), ("transcribe", "/transcribe"),
        ])
    func aServerWithTheSameModelWritesTheSameWords(wire: String, path: String) async throws {
        let server = try WhisperServer(inferencePath: path)
        defer { server.stop() }
        let local = try await Self.local.value
        let remote = try await transcribe(server.address, ["--protocol", wire, "--timeout", "600"])
        #expect(remote.code == 0)
        #expect(Tool.plain(remote.output) == Tool.plain(local.output))
        #expect(!Tool.plain(local.output).isEmpty)
        let test = try await Tool.run(["servers", "test", server.address, "--protocol", wire, "--timeout", "600"])
        #expect(test.code == 0)
        #expect(Tool.plain(test.output).hasPrefix(Tool.plain(local.output)))
        #expect(test.output.contains(/\d s for 11/))
    }

    @Test(.enabled(if: Tool.hasModel, "needs the model tiny.en: scripts/setup"))
    func aStreamedFileIsWrittenDownPieceByPiece() async throws {
        let server = try WhisperServer(inferencePath: "/inference")
        defer { server.stop() }
        let result = try await transcribe(
            server.address, ["--protocol", "whisper", "--timeout", "600", "--stream", "--pace", "max"])
        let objects = try result.objects()
        #expect(result.code == 0)
        #expect(objects.filter { $0["type"] as? String == "final" }.count >= 2)
        let finals = objects.filter { $0["type"] as? String == "transcript" }
        let text = finals.compactMap { $0["text"] as? String }.joined()
        #expect(Tool.plain(text).hasSuffix("what you can do for your country"))
    }

    @Test(.limited, .enabled(if: Tool.hasModel, "needs the model tiny.en: scripts/setup"))
    func hoursAtTheGreatestPaceWaitForTheServerInTheFile() async throws {
        let folder = try TemporaryFolder()
        try await LongSample.write(repeats: 2, pause: 60, to: folder.file("minutes.wav"))
        try await LongSample.write(repeats: 2, pause: LongSample.pause, to: folder.file("hours.wav"))
        let server = try LoopbackServer(ServedFile(Array(#"{"text": "Hello"}"#.utf8)))
        var megabytes: [Int] = []
        for name in ["minutes.wav", "hours.wav"] {
            let (result, most) = try await Tool.runMeasuringMemory([
                "transcribe", "--server", server.address, "--stream", "--pace", "max", "--format", "txt",
                folder.file(name),
            ])
            #expect(result.code == 0)
            #expect(Tool.plain(result.output).hasSuffix("hello"))
            megabytes.append(most)
        }
        #expect(megabytes[1] < megabytes[0] + 40, "\(megabytes)")
    }

    @Test func aPageInPlaceOfATextIsOneSentence() async throws {
        let server = try LoopbackServer(ServedFile(Array("<html>It works!</html>".utf8)))
        let result = try await transcribe(server.address)
        #expect(result.code == 69)
        #expect(result.output.isEmpty)
        #expect(result.errors.contains("response contains no text"))
        #expect(result.errors.split(separator: "\n").count == 1)
        #expect(server.requests.count == 1)
    }

    @Test func theKeyOfTheEnvironmentIsSentAndNeverShown() async throws {
        let server = try LoopbackServer()
        server.fail(.status(401))
        server.answer(#"{"text": "Hello"}"#)
        let key = ["PARLANDO_SERVER_KEY": "needle"]
        let refused = try await transcribe(server.address, environment: key)
        let taken = try await transcribe(server.address, ["--format", "json"], environment: key)
        #expect(refused.code == 69)
        #expect(refused.errors.contains("rejected the key"))
        #expect(taken.output.contains("Hello"))
        #expect(server.requests.map { $0.headers["authorization"] } == ["Bearer needle", "Bearer needle"])
        #expect(![refused, taken].contains { ($0.output + $0.errors).contains("needle") })
    }

    @Test func oneFileThatFailsDoesNotHoldUpTheOthers() async throws {
        let server = try LoopbackServer()
        server.fail(.status(413))
        server.answer(#"{"text": "second"}"#)
        let result = try await Tool.run(["transcribe", "--server", server.address, Tool.sample, Tool.sample])
        #expect(result.code == 69)
        #expect(result.output.contains("second"))
        #expect(result.errors.contains("too large"))
    }

    /// The left channel is written down, and the right one is at the server when the signal comes.
    @Test(arguments: [("INT", 130), ("TERM", 143), ("HUP", 129)])
    func aSignalWritesWhatIsFinal(signal: String, code: Int32) async throws {
        let folder = try TemporaryFolder()
        let (sound, text, bell) = (folder.file("two.wav"), folder.file("two.txt"), folder.file("bell"))
        let tone: [Float] = (0..<16_000).map { $0 / 20 % 2 == 0 ? 0.25 : -0.25 }
        try folder.write([UInt8](MadeSound.file(tone, channels: 2)), to: "two.wav")
        #expect(mkfifo(bell, 0o600) == 0)
        let server = try LoopbackServer()
        server.fail(.none, .silence)
        server.answer(#"{"text": "Hello"}"#)
        // Who runs the tests may have signals ignored, and a shell has INT ignored in the background.
        let start = "env --default-signal=INT,TERM,HUP \"$@\" & tool=$!"
        let script = "\(start); read -r _ < '\(bell)'; kill -s \(signal) $tool; wait $tool"
        async let result = Tool.run(
            ["transcribe", "--server", server.address, "--channels", "split", "--output", text, sound],
            by: ["/bin/bash", "-c", script, "bash"])
        var requests = 0
        for await event in server.events {
            if case .request = event {
                requests += 1
            }
            if requests == 2 {
                break
            }
        }
        try FileHandle(forWritingTo: URL(filePath: bell)).write(contentsOf: Data("\n".utf8))
        #expect(try await result.code == code)
        #expect(try await result.errors.isEmpty)
        #expect(folder.bytes(of: "two.txt").map { String(decoding: $0, as: UTF8.self) } == "Left: Hello\n")
        #expect(folder.names == ["bell", "two.txt", "two.wav"])
    }

    @Test(arguments: [
        ["transcribe", "--server", "nowhere", "x.wav"], ["transcribe", "--server", "http://example.org", "x.wav"],
        ["transcribe", "--server", "ftp://localhost", "x.wav"], ["transcribe", "--protocol", "openai", "x.wav"],
        ["transcribe", "--server", "http://localhost", "--model", "base", "x.wav"],
        ["transcribe", "--server", "http://localhost", "--key-from-keyring", "x.wav"],
        ["transcribe", "--server", "http://localhost", "--timeout", "1", "x.wav"],
        ["servers", "add", "x", "http://example.org"], ["servers", "add", " ", "https://example.org"],
        ["servers", "remove", "nowhere"], ["servers", "edit", "nowhere"], ["servers", "test", "nowhere"],
        ["servers", "edit", "x", "--key", "--no-key"],
    ])
    func whatCannotBeMeantIsAUsageError(arguments: [String]) async throws {
        let result = try await Tool.run(arguments)
        #expect(result.code == 64)
        #expect(result.output.isEmpty)
        #expect(!result.errors.isEmpty)
    }
}

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

/// Without options, the engine that is chosen in Parlando recognises at the command line too.
@Suite(.timeLimit(.minutes(5))) struct ChosenEngineTests {
    private let folder: TemporaryFolder
    private let server: LoopbackServer

    init() throws {
        folder = try TemporaryFolder()
        server = try LoopbackServer(ServedFile(Array(#"{"text": "Hello"}"#.utf8)))
        try Tool.compileSchema(into: folder.path)
        let settings = URL(filePath: folder.file("config/glib-2.0/settings"))
        try FileManager.default.createDirectory(at: settings, withIntermediateDirectories: true)
        let profile = #"[{"id":"1","name":"Attic","address":"\#(server.address)","protocol":"whisper"}]"#
        let file = "[io/github/parlando/Parlando]\nengine='1'\nservers='\(profile)'\n"
        try Data(file.utf8).write(to: settings.appending(path: "keyfile"))
    }

    private func run(_ arguments: [String], keys: [String: String] = [:]) async throws -> Tool.Result {
        var environment = [
            "GSETTINGS_BACKEND": "keyfile", "XDG_CONFIG_HOME": folder.file("config"), "XDG_DATA_DIRS": "/nonexistent",
            "GSETTINGS_SCHEMA_DIR": folder.path, "DBUS_SESSION_BUS_ADDRESS": "unix:path=/nonexistent/bus",
        ]
        environment.merge(keys) { _, new in new }
        return try await Tool.run(arguments, environment: environment)
    }

    @Test func theChosenServerRecognisesAndIsNamed() async throws {
        let result = try await run(["transcribe", Tool.sample])
        #expect(result.code == 0)
        #expect(result.output == "Hello\n")
        #expect(result.errors.contains("Attic, chosen in Parlando, recognizes."))
    }

    @Test func aKeyOfTheEnvironmentIsNotSentToAServerThatIsNotNamed() async throws {
        _ = try await run(["transcribe", Tool.sample], keys: ["PARLANDO_SERVER_KEY": "for-another"])
        #expect(!server.requests.isEmpty)
        #expect(!keys.contains { $0.contains("for-another") })
        _ = try await run(["transcribe", "--server", "Attic", Tool.sample], keys: ["PARLANDO_SERVER_KEY": "for-attic"])
        #expect(keys.contains { $0.contains("for-attic") })
    }

    /// All header fields that the server has received.
    private var keys: [String] {
        server.requests.flatMap(\.headers.values)
    }

    @Test(
        .enabled(if: Tool.hasModel, "needs the model tiny.en: scripts/setup"),
        arguments: [
            ["--server", "local"], ["--model", "tiny.en"],
        ])
    func thisComputerRecognisesWhereItIsNamed(arguments: [String]) async throws {
        let result = try await run(["transcribe"] + arguments + [Tool.sample])
        #expect(result.code == 0)
        #expect(result.output.lowercased().contains("fellow americans"))
        #expect(server.requests.isEmpty)
    }

    @Test func aRecordingToBeTranslatedIsRecognisedByTheChosenServerToo() async throws {
        // What is said is in the language that is asked for already, so no service is asked.
        let result = try await run(["translate", "--from", "de", "--to", "en", "--file", "/nonexistent.wav"])
        #expect(result.errors.contains("Attic, chosen in Parlando, recognizes."))
        let offline = try await run(["translate", "--service", "offline", "--file", "/nonexistent.wav"])
        #expect(!offline.errors.contains("Attic"))
    }

    @Test func aServerThatIsGoneIsNotReplaced() async throws {
        let file = URL(filePath: folder.file("config/glib-2.0/settings/keyfile"))
        try Data("[io/github/parlando/Parlando]\nengine='gone'\n".utf8).write(to: file)
        let result = try await run(["transcribe", Tool.sample])
        #expect(result.code == 64)
        #expect(result.errors.contains("not in the list any more"))
        #expect(result.output.isEmpty)
    }
}
