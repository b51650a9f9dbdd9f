import Foundation
import ParlandoTestSupport
import Testing

/// The command against a real server that speaks the services' languages.
@Suite(.timeLimit(.minutes(5))) struct TranslateTests {
    private static let key = "AQ.secret"
    private static let hasManyLanguages = FileManager.default.fileExists(
        atPath: URL(fileURLWithPath: Tool.modelFolder).appendingPathComponent("base-v1.bin").path)

    private let script = GeminiScript()
    private let server: LoopbackServer

    init() throws {
        server = try LoopbackServer(script: script)
    }

    private func run(
        _ arguments: [String], key: String? = Self.key, isOnTerminal: Bool = false
    ) async throws -> Tool.Result {
        try await Tool.run(
            ["translate", "--address", String(server.address.dropLast())] + arguments,
            environment: ["PARLANDO_GEMINI_KEY": key ?? "", "DBUS_SESSION_BUS_ADDRESS": "unix:path=/nonexistent"],
            isOnTerminal: isOnTerminal)
    }

    @Test(arguments: ["txt", "json", "events"])
    func aTranslationCannotCommandTheTerminal(format: String) async throws {
        let hostile = "Guten\u{1B}]0;owned\u{7} Tag\u{9B}31m\u{202E}\u{3164} und\nviel Glück"
        script.answerNext(GeminiScript.says(hostile), GeminiScript.says(hostile))
        let shown = try await run(["--to", "de", "--format", format, "Good"], isOnTerminal: true)
        #expect(shown.output.contains("viel Glück"))
        let isPlain = shown.output.unicodeScalars.allSatisfy { scalar in
            scalar == "\r" || scalar == "\n" || (scalar.value >= 32 && !(0x7F...0x9F).contains(scalar.value))
        }
        #expect(isPlain)
        #expect(!shown.output.contains("\u{202E}") && !shown.output.contains("\u{3164}"))
        // A file gets what the service said.
        let written = try await run(["--to", "de", "--format", format, "Good"])
        #expect(written.output.contains("\u{9B}31m\u{202E}\u{3164}"))
    }

    @Test(arguments: ["", "no certificates"], [nil, "https://GenerativeLanguage.googleapis.com:443/"])
    func withoutAListOfAuthoritiesNothingIsSentAndItsFileIsNamed(content: String, address: String?) async throws {
        let folder = try TemporaryFolder()
        try folder.write(Array(content.utf8), to: "google-authorities.pem")
        let environment = [
            "PARLANDO_GEMINI_KEY": Self.key, "PARLANDO_DATADIR": folder.path, "https_proxy": server.address,
        ]
        let home = address.map { ["--address", $0] } ?? []
        let result = try await Tool.run(["translate", "--to", "de", "Good day"] + home, environment: environment)
        #expect(result.code == 74)
        #expect(result.errors.contains(folder.file("google-authorities.pem")))
        #expect(result.errors.contains("--any-authority"))
        #expect(server.requests.isEmpty)
        // The way on: then the service is asked, by way of the proxy.
        _ = try await Tool.run(["translate", "--to", "de", "--any-authority", "Good day"], environment: environment)
        #expect(!server.requests.isEmpty)
    }

    @Test func theTranslationIsTheOutput() async throws {
        let result = try await run(["--to", "de", "Good", "day"])
        #expect(result.code == 0)
        #expect(result.output == "‹Good day›\n")
        #expect(result.errors.isEmpty)
    }

    @Test func theResultIsAValueForPrograms() async throws {
        script.answerNext(GeminiScript.says("Guten Tag", language: "en"))
        let result = try await run(["--to", "de", "--format", "json", "Good day"])
        let object = try JSONSerialization.jsonObject(with: Data(result.output.utf8)) as? [String: Any]
        #expect(object?["text"] as? String == "Guten Tag")
        #expect(object?["language"] as? String == "de")
        #expect(object?["source_text"] as? String == "Good day")
        #expect(object?["source_language"] as? String == "en")
        #expect(object?["service"] as? String == "gemini")
        #expect(object?["is_final"] as? Bool == true)
        #expect((object?["timestamp"] as? String)?.isEmpty == false)
    }

    @Test func everyStepIsALineAndTheTextGrows() async throws {
        script.answerNext(GeminiScript.refusal(503, "UNAVAILABLE"), GeminiScript.says("Guten Tag, guten Abend"))
        let events = try await run(["--to", "de", "--format", "events", "Good day"]).objects()
        let types = events.compactMap { $0["type"] as? String }
        #expect(types.first == "waiting")
        #expect(types.last == "translated")
        let partials = events.filter { $0["type"] as? String == "partial" }.compactMap { $0["text"] as? String }
        #expect(partials.count > 1)
        #expect(zip(partials, partials.dropFirst()).allSatisfy { $1.hasPrefix($0) && $1.count > $0.count })
    }

    @Test func aRefusedKeyIsSaidInOneSentenceAndNeverRepeated() async throws {
        let message = "API key not valid: \(Self.key)"
        script.answerNext(GeminiScript.refusal(400, "INVALID_ARGUMENT", message: message))
        let result = try await run(["--to", "de", "Good day"])
        #expect(result.code == 69)
        #expect(result.output.isEmpty)
        #expect(result.errors.contains("rejected this key"))
        #expect(result.errors.split(separator: "\n").count == 1)
        #expect(!result.errors.contains(Self.key))
    }

    @Test func aMissingKeyIsSaid() async throws {
        let result = try await run(["--to", "de", "Good day"], key: nil)
        #expect(result.code == 69)
        #expect(result.errors.contains("needs a key"))
        #expect(server.requests.isEmpty)
    }

    @Test func nothingAndTooMuchIsNotSent() async throws {
        #expect(try await run(["--to", "de", "  "]).code == 65)
        #expect(try await run(["--to", "de", String(repeating: "x", count: 10_001)]).code == 65)
        #expect(server.requests.isEmpty)
    }

    @Test(arguments: [
        ["--to", "xx", "a"], ["--from", "xx", "a"], ["--from", "de", "--to", "de", "a"], ["--to", "de"],
        ["--to", "de", "--file", "a.wav", "text"], ["--service", "offline", "text"], ["--service", "nobody", "a"],
        ["--to", "de", "--speech-model", "base", "a"], ["--service", "libretranslate", "--model", "x", "a"],
    ])
    func whatCannotBeMeantIsAUsageError(arguments: [String]) async throws {
        #expect(try await run(arguments).code == 64)
    }

    @Test func anAddressElsewhereWithoutEncryptionIsRefused() async throws {
        let result = try await Tool.run(
            ["translate", "--service", "libretranslate", "--address", "http://192.0.2.1", "--to", "de", "a"])
        #expect(result.code == 64)
        #expect(result.errors.contains("https://"))
    }

    @Test func aRecordingIsWrittenDownHereAndItsTextIsSent() async throws {
        guard Self.hasManyLanguages else {
            return
        }
        let result = try await run(["--to", "de", "--format", "json", "--speech-model", "base", "--file", Tool.sample])
        let object = try JSONSerialization.jsonObject(with: Data(result.output.utf8)) as? [String: Any]
        let source = object?["source_text"] as? String ?? ""
        #expect(source.contains("your country"))
        #expect(object?["text"] as? String == "‹\(source)›")
        #expect(object?["source_language"] as? String == "en")
        #expect((object?["transcription"] as? [String: Any])?["segments"] != nil)
        #expect(server.requests.compactMap { GeminiScript.model(in: $0) }.count == 1)
    }

    // MARK: This computer

    @Test func aTextIsTranslatedOnThisComputerAndLabelledAsRough() async throws {
        let arguments = ["translate", "--service", "offline", "--from", "en", "--to", "es"]
        let result = try await Tool.run(arguments + ["Good morning."])
        #expect(result.code == 0)
        #expect(result.output == "Buenos días.\n")
        #expect(result.errors == "parlandoctl: Rough translation\n")
        let value = try await Tool.run(arguments + ["--format", "json", "Good morning."])
        let object = try JSONSerialization.jsonObject(with: Data(value.output.utf8)) as? [String: Any]
        #expect(object?["is_rough"] as? Bool == true)
        #expect(object?["service"] as? String == "offline")
    }

    @Test func thePackageThatAPairNeedsIsNamed() async throws {
        let result = try await Tool.run(
            ["translate", "--service", "offline", "--from", "en", "--to", "es", "Good morning."],
            environment: ["APERTIUM_DATADIR": "/nonexistent"])
        #expect(result.code == 69)
        #expect(result.errors.contains("apertium-eng-spa"))
    }

    @Test func aRecordingIsTranslatedHereByWayOfItsTranscript() async throws {
        guard Self.hasManyLanguages else {
            return
        }
        let result = try await Tool.run(
            ["translate", "--service", "offline", "--to", "es", "--speech-model", "base", "--file", Tool.sample])
        #expect(result.code == 0)
        #expect(result.output.lowercased().contains("país"))
    }

    @Test func offlineNothingIsSentAndThatIsSaid() async throws {
        guard Self.hasManyLanguages else {
            return
        }
        let result = try await Tool.run(
            ["translate", "--service", "offline", "--speech-model", "base", "--file", Tool.sample])
        #expect(result.code == 0)
        #expect(result.output.contains("your country"))
        #expect(result.errors.contains("on this computer"))
    }
}
