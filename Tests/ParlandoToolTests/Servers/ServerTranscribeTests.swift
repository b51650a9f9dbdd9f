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

    /// The left channel is written down, and the right one is at the server when the signal comes.
    @Test(arguments: [("INT", 130), ("TERM", 143), ("HUP", 129)])
    func aSignalWritesWhatIsFinal(signal: String, code: Int32) async throws {
        let folder = try TemporaryFolder()
        let (sound, text, bell) = (folder.file("two.wav"), folder.file("two.txt"), folder.file("bell"))
        try folder.write(Self.twoChannels(), to: "two.wav")
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

    /// A second of a tone on two channels, as a WAV file.
    private static func twoChannels() -> [UInt8] {
        func bytes(_ value: some FixedWidthInteger) -> [UInt8] {
            withUnsafeBytes(of: value.littleEndian) { Array($0) }
        }
        let size = 64_000
        var file = Array("RIFF".utf8) + bytes(UInt32(36 + size)) + Array("WAVEfmt ".utf8) + bytes(UInt32(16))
        file += bytes(UInt16(1)) + bytes(UInt16(2)) + bytes(UInt32(16_000)) + bytes(UInt32(64_000))
        file += bytes(UInt16(4)) + bytes(UInt16(16)) + Array("data".utf8) + bytes(UInt32(size))
        for frame in 0..<16_000 {
            let sample = Int16(frame / 20 % 2 == 0 ? 8_000 : -8_000)
            file += bytes(sample) + bytes(sample)
        }
        return file
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
