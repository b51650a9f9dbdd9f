import Foundation
import ParlandoTestSupport
import Testing

/// What `--verbose` logs: each stage of the work, and nothing of what was said, or of where and whose it is.
@Suite(.timeLimit(.minutes(10))) struct VerboseTests {
    private let folder: TemporaryFolder
    private let recording: String

    init() throws {
        folder = try TemporaryFolder()
        recording = folder.file("private-meeting.flac")
        try FileManager.default.copyItem(atPath: Tool.sample, toPath: recording)
    }

    /// The stages in order, such as "models load". Every line of standard error has to belong to the log. The tests have
    /// no settings, which is worth a warning.
    private func stages(_ result: Tool.Result) throws -> [String] {
        let lines = result.errors.split(separator: "\n").filter { !$0.hasPrefix("warning parlando.settings: ") }
        return try lines.map { line -> String in
            let match = try #require(line.wholeMatch(of: /debug parlando\.(\w+): ([a-z -]+?)( \S+=.*)?/), "\(line)")
            return "\(match.output.1) \(match.output.2)"
        }
    }

    private func expectNothing(of secrets: [String], in result: Tool.Result) {
        let log = result.errors.lowercased()
        let places = [folder.path, NSHomeDirectory(), "private-meeting", "jfk"].filter { $0.count > 1 }
        for secret in secrets + places {
            #expect(!log.contains(secret.lowercased()), "\(secret)")
        }
    }

    @Test(.enabled(if: Tool.hasModel, "needs the model tiny.en: scripts/setup"))
    func theStagesOfATranscriptionAreLogged() async throws {
        let quiet = try await Tool.transcribe("--format", "json", recording)
        let verbose = try await Tool.transcribe("--format", "json", "--verbose", recording)
        #expect(quiet.code == 0 && verbose.code == 0)
        #expect(quiet.errors.isEmpty)
        #expect(
            try stages(verbose) == [
                "files file", "models load", "models warm-up", "models ready", "files file ended",
            ])
        expectNothing(of: ["country", "americans"], in: verbose)
        // whisper.cpp adds in the order of its threads: the last digit of a confidence may differ from run to run.
        let texts = try [quiet, verbose].map { result in
            let value = try JSONSerialization.jsonObject(with: Data(result.output.utf8)) as? [String: Any]
            return try #require(value?["text"] as? String)
        }
        #expect(texts[0] == texts[1])
        #expect(Tool.plain(texts[1]).hasSuffix(Tool.sampleEnding))
    }

    @Test(.enabled(if: Tool.hasModel, "needs the model tiny.en: scripts/setup"))
    func theStagesOfALiveSessionAreLogged() async throws {
        let result = try await Tool.run([
            "--verbose", "transcribe", "--model", "tiny.en", "--stream", "--pace", "max", recording,
        ])
        #expect(result.code == 0)
        #expect(
            try stages(result) == [
                "models load", "models warm-up", "models ready", "dictation start", "dictation stop",
            ])
        expectNothing(of: ["country", "americans"], in: result)
        let last = try #require(try result.objects().last { $0["type"] as? String == "transcript" })
        #expect(Tool.plain(last["text"] as? String ?? "").hasSuffix(Tool.sampleEnding))
    }

    @Test(
        .enabled(if: Tool.hasSound, "needs with-virtual-audio.sh"),
        .enabled(if: Tool.hasModel, "needs the model tiny.en: scripts/setup"))
    func theDeviceIsAStageOfListening() async throws {
        let result = try await Tool.run([
            "listen", "--verbose", "--model", "tiny.en", "--device", "mic2", "--seconds", "2", "--format", "events",
        ])
        #expect(result.code == 0)
        // A busy machine may also log that sound came late.
        #expect(
            try Set(stages(result)).isSuperset(of: [
                "models load", "models warm-up", "models ready", "dictation start", "audio device", "dictation stop",
            ]))
    }

    @Test func theRequestsToAServerAreLoggedWithoutItsKeyAndAddress() async throws {
        let server = try LoopbackServer(ServedFile(Array(#"{"text": "Nobody knows"}"#.utf8)))
        let result = try await Tool.run(
            ["transcribe", "--server", server.address, "--verbose", recording],
            environment: ["PARLANDO_SERVER_KEY": "sk-very-secret"])
        #expect(result.code == 0)
        #expect(result.output == "Nobody knows\n")
        let logged = try stages(result)
        #expect(logged.count { $0 == "http request" } == server.requests.count)
        #expect(logged.contains("http response") && logged.last == "files file ended")
        expectNothing(of: ["nobody", "knows", "sk-very-secret", "127.0.0.1", "\(server.port)"], in: result)
    }

    @Test func aTextAfterTwoHyphensIsNoOption() async throws {
        let server = try LoopbackServer(ServedFile(Array(#"{"translatedText": "gut"}"#.utf8)))
        let address = String(server.address.dropLast())
        let arguments = ["translate", "--service", "libretranslate", "--address", address, "--to", "de"]
        let result = try await Tool.run(arguments + ["--", "--verbose"])
        #expect(!result.errors.contains("debug "))
        let verbose = try await Tool.run(arguments + ["--verbose", "--", "word"])
        #expect(verbose.errors.contains("debug parlando.http: request"))
        expectNothing(of: ["word", "gut", "127.0.0.1"], in: verbose)
    }

    @Test func everyCommandTakesTheOption() async throws {
        for command in Tool.commands where !["models", "servers", "rhythm"].contains(command.last) {
            let help = try await Tool.run(command + ["--help"])
            #expect(help.output.contains("--verbose"), "\(command)")
        }
    }
}
