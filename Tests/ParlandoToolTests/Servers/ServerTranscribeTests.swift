import Foundation
import ParlandoTestSupport
import Testing

/// Servers at the command line: whisper.cpp's own, and one that misbehaves.
@Suite(.timeLimit(.minutes(15)), .serialized)
struct ServerTranscribeTests {
    /// Lower case, letters and spaces only.
    private func plain(_ text: String) -> String {
        text.lowercased().split { !$0.isLetter }.joined(separator: " ")
    }

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
        #expect(plain(remote.output) == plain(local.output))
        #expect(!plain(local.output).isEmpty)
        let test = try await Tool.run(["servers", "test", server.address, "--protocol", wire, "--timeout", "600"])
        #expect(test.code == 0)
        #expect(plain(test.output).hasPrefix(plain(local.output)))
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
        #expect(plain(text).hasSuffix("what you can do for your country"))
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
            #expect(plain(result.output).hasSuffix("hello"))
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
