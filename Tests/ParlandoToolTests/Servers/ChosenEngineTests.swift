import Foundation
import ParlandoTestSupport
import Testing

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
        #expect(result.errors.contains("Attic, chosen in Parlando, recognises."))
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
        #expect(result.errors.contains("Attic, chosen in Parlando, recognises."))
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
