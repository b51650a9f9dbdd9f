import Foundation
import ParlandoTestSupport
import Testing

/// The list of servers, with preferences on the disk and a real keyring.
@Suite(.timeLimit(.minutes(5))) struct ServersCommandTests {
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
        try Tool.compileSchema(into: folder.path)
    }

    private func run(_ arguments: String..., bus: PrivateBus? = nil, input: String? = nil) async throws -> Tool.Result {
        let environment = [
            "GSETTINGS_BACKEND": "keyfile", "XDG_CONFIG_HOME": folder.file("config"), "XDG_DATA_DIRS": "/nonexistent",
            "GSETTINGS_SCHEMA_DIR": folder.path,
            "DBUS_SESSION_BUS_ADDRESS": bus?.address ?? "unix:path=/nonexistent/bus",
        ]
        return try await Tool.run(arguments, environment: environment, input: input)
    }

    private var kept: String {
        String(decoding: folder.bytes(of: "config/glib-2.0/settings/keyfile") ?? [], as: UTF8.self)
    }

    @Test func aServerIsAddedListedChangedAndRemoved() async throws {
        #expect(try await run("servers").output.isEmpty)
        #expect(try await run("servers", "add", "attic", "https://attic.example", "--protocol", "whisper").code == 0)
        #expect(try await run("servers", "add", "cellar", "http://localhost:9/x").code == 0)
        let list = try await run("servers", "list").output.split(separator: "\n")
        #expect(list.count == 2)
        #expect(list[0].contains(/attic +whisper +no key +https:\/\/attic.example\/inference/))
        #expect(
            try await run("servers", "edit", "attic", "--name", "Roof", "--address", "https://roof.example").code == 0)
        #expect(try await run("servers", "remove", "cellar").code == 0)
        let json = try await JSONSerialization.jsonObject(with: Data(run("servers", "list", "--json").output.utf8))
        let rows = try #require(json as? [[String: Any]])
        #expect(rows.compactMap { $0["name"] as? String } == ["Roof"])
        #expect(rows.compactMap { $0["address"] as? String } == ["https://roof.example"])
    }

    @Test func thePathAtWhichAServerAnswersIsSaidAndKept() async throws {
        let server = try LoopbackServer()
        let address = server.address + "openai"
        let path = "/openai/v1/audio/transcriptions"
        _ = try await run("servers", "add", "attic", address, "--protocol", "openai")
        server.fail(.status(404))
        server.answer(#"{"text": "Hello"}"#)
        let result = try await run("servers", "test", "attic")
        #expect(result.code == 0 && result.output.hasPrefix("Hello\n"))
        #expect(result.errors.contains("attic answers at \(server.address.dropLast() + path)"))
        #expect(try await run("servers", "list").output.contains(path))
        server.answer(#"{"text": "Hello"}"#)
        #expect(try await run("servers", "test", "attic").errors.isEmpty)
        #expect(server.requests.map(\.path) == ["/openai", path, path])
        // One that is not in the list is told of and kept nowhere.
        server.fail(.status(404))
        server.answer(#"{"text": "Hello"}"#)
        let unlisted = try await run("servers", "test", address, "--protocol", "openai")
        #expect(unlisted.errors.contains("The server answers at \(server.address.dropLast() + path)."))
        #expect(try await run("servers", "list").output.split(separator: "\n").count == 1)
    }

    /// A language model recognizes no speech.
    @Test(arguments: [["transcribe"], ["listen"], ["translate"], ["servers", "test"]])
    func onlyProtocolsOfServersThatRecognizeSpeechAreOffered(command: [String]) async throws {
        // Lines may break anywhere.
        let help = try await Tool.run(command + ["--help"]).output.split(whereSeparator: \.isWhitespace)
        #expect(help.joined(separator: " ").contains("(values: transcribe, openai, whisper)"))
        #expect(try await Tool.run(command + ["--protocol", "chat"]).errors.contains("'chat' is invalid"))
    }

    @Test func aNameIsGivenOnce() async throws {
        _ = try await run("servers", "add", "attic", "https://a.example")
        _ = try await run("servers", "add", "cellar", "https://c.example")
        #expect(try await run("servers", "add", "Attic", "https://b.example").code == 64)
        #expect(try await run("servers", "edit", "cellar", "--name", "attic").code == 64)
        #expect(try await run("servers", "list").output.split(separator: "\n").count == 2)
    }

    @Test func aKeyGoesIntoTheKeyringAndFromThereToItsServerOnly() async throws {
        let bus = try PrivateBus(.unlocked)
        defer { bus.stop() }
        let server = try LoopbackServer()
        server.answer(#"{"text": "Hello"}"#, #"{"text": "Hello"}"#, #"{"text": "Hello"}"#)
        let added = try await run("servers", "add", "attic", server.address, "--key", bus: bus, input: "needle\n")
        #expect(added.code == 0 && added.errors.isEmpty)
        #expect(kept.contains("attic"))
        #expect(!kept.contains("needle"))
        #expect(try await run("transcribe", "--server", "attic", Tool.sample, bus: bus).output == "Hello\n")
        // The same server by its address is not the profile: its key stays where it is.
        #expect(try await run("transcribe", "--server", server.address, Tool.sample, bus: bus).code == 0)
        #expect(try await run("servers", "edit", "attic", "--no-key", bus: bus).code == 0)
        #expect(try await run("transcribe", "--server", "attic", Tool.sample, bus: bus).code == 0)
        #expect(server.requests.map { $0.headers["authorization"] } == ["Bearer needle", nil, nil])
        #expect(
            try await run("transcribe", "--server", "attic", "--key-from-keyring", Tool.sample, bus: bus).code == 69)
    }

    @Test func aServerThatMovedDoesNotGetTheKey() async throws {
        let bus = try PrivateBus(.unlocked)
        defer { bus.stop() }
        let (old, new) = (try LoopbackServer(), try LoopbackServer())
        new.answer(#"{"text": "Hello"}"#)
        _ = try await run("servers", "add", "attic", old.address, "--key", bus: bus, input: "needle\n")
        let edited = try await run("servers", "edit", "attic", "--address", new.address, bus: bus)
        #expect(edited.code == 0)
        #expect(edited.errors.contains("The key is for \(old.address.dropLast()) only."))
        let refused = try await run("transcribe", "--server", "attic", Tool.sample, bus: bus)
        #expect(refused.code == 69)
        #expect(refused.errors.contains("is for \(old.address.dropLast()) only"))
        #expect(new.requests.isEmpty && old.requests.isEmpty)
        _ = try await run("servers", "edit", "attic", "--key", bus: bus, input: "other\n")
        #expect(try await run("transcribe", "--server", "attic", Tool.sample, bus: bus).output == "Hello\n")
        #expect(new.requests.map { $0.headers["authorization"] } == ["Bearer other"])
    }

    @Test func aServerThatMovesBackIsNotSaidToLackItsKey() async throws {
        let bus = try PrivateBus(.unlocked)
        defer { bus.stop() }
        let (old, new) = ("https://old.example", "https://new.example")
        _ = try await run("servers", "add", "attic", old, "--key", bus: bus, input: "needle\n")
        _ = try await run("servers", "edit", "attic", "--address", new, bus: bus)
        let next = try await run("servers", "edit", "attic", "--address", "https://next.example", bus: bus)
        #expect(next.errors.contains("The key is for \(old) only."))
        let back = try await run("servers", "edit", "attic", "--address", old, bus: bus)
        #expect(back.code == 0 && back.errors.isEmpty)
    }

    @Test func aKeyIsNotSentWhereAnEditedFileOfPreferencesSays() async throws {
        let bus = try PrivateBus(.unlocked)
        defer { bus.stop() }
        let (old, new) = (try LoopbackServer(), try LoopbackServer())
        _ = try await run("servers", "add", "attic", old.address, "--key", bus: bus, input: "needle\n")
        let edited = kept.replacing(old.address, with: new.address)
        #expect(edited != kept)
        try folder.write(Array(edited.utf8), to: "config/glib-2.0/settings/keyfile")
        #expect(try await run("transcribe", "--server", "attic", Tool.sample, bus: bus).code == 69)
        #expect(new.requests.isEmpty)
    }

    @Test func withoutAKeyringAServerWithAKeyIsNotAdded() async throws {
        let result = try await run("servers", "add", "attic", "https://attic.example", "--key", input: "needle\n")
        #expect(result.code == 69)
        #expect(result.errors.contains("No keyring"))
        #expect(!kept.contains("attic"))
    }

    @Test func aLockedKeyringIsToldFromAMissingKey() async throws {
        let bus = try PrivateBus(.unlocked)
        defer { bus.stop() }
        _ = try await run("servers", "add", "attic", "https://attic.example", "--key", bus: bus, input: "needle\n")
        try bus.lockKeyring()
        let result = try await run("servers", "test", "attic", bus: bus)
        #expect(result.code == 69)
        #expect(result.errors.contains("keyring is locked"))
        // The profile stays as long as its key cannot be removed.
        #expect(try await run("servers", "remove", "attic", bus: bus).code == 69)
        #expect(kept.contains("attic"))
    }
}
