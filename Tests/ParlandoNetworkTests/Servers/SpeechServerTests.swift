import ParlandoCore
import ParlandoTestSupport
import Testing

@testable import ParlandoNetwork

@Suite struct SpeechServerTests {
    private static let secret = "sk-needle-in-a-haystack"
    private static let second = SpeechRecording([Float](repeating: 0.25, count: AudioBlock.sampleRate))

    private func server(
        _ loopback: LoopbackServer, _ wire: SpeechProtocol = .transcribe, path: String = "", model: String = "",
        key: String? = SpeechServerTests.secret, timeout: Duration = .seconds(300)
    ) -> SpeechServer {
        let address = "http://127.0.0.1:\(loopback.port)" + path
        let profile = ServerProfile(name: "attic", address: address, wire: wire, model: model)
        return SpeechServer(profile, key: key.map { Private($0) }, timeout: timeout)
    }

    private func error(_ server: SpeechServer, isLive: Bool = true) async -> ServerError? {
        do throws(ServerError) {
            _ = try await server.recognize(Self.second, options: RecognitionOptions(), isLive: isLive)
            return nil
        } catch {
            return error
        }
    }

    @Test func aBareServerGetsAWaveFileAndNothingElse() async throws {
        let loopback = try LoopbackServer()
        loopback.answer(#"{"text": " Hello,\n world. "}"#)
        let answer = try await server(loopback).recognize(Self.second, options: RecognitionOptions(language: "de"))
        #expect(answer.words.map(\.text) == ["Hello,", "world."])
        let request = try #require(loopback.requests.first)
        let form = try Form(request)
        #expect(request.path == "/transcribe")
        #expect(request.headers["authorization"] == "Bearer " + Self.secret)
        #expect(form.fields == [:])
        #expect(form.fileType == "audio/wav")
        #expect(form.file == Self.second.waveHeader + Self.second.bytes)
    }

    @Test func anOpenAIServerIsToldModelLanguageAndFormat() async throws {
        let loopback = try LoopbackServer()
        loopback.answer(#"{"text": "Hallo", "language": "german", "words": []}"#)
        let options = RecognitionOptions(language: "de", vocabulary: ["Parlando", "Kuzminov"])
        let answer = try await server(loopback, .openAI, path: "/v1/", model: "large").recognize(
            Self.second, options: options)
        #expect(answer.language == "de")
        let request = try #require(loopback.requests.first)
        #expect(request.path == "/v1/audio/transcriptions")
        #expect(
            try Form(request).fields == [
                "model": "large", "response_format": "verbose_json", "language": "de", "prompt": "Parlando, Kuzminov",
            ])
    }

    @Test func whatOpenAIsOwnModelsDoNotKnowIsNotAskedOfThem() async throws {
        let loopback = try LoopbackServer()
        loopback.answer(#"{"text": "Hello"}"#)
        let server = server(loopback, .openAI, model: "gpt-4o-transcribe")
        _ = try await server.recognize(Self.second, options: RecognitionOptions())
        let form = try Form(try #require(loopback.requests.first))
        #expect(form.fields == ["model": "gpt-4o-transcribe", "response_format": "json"])
    }

    @Test func whisperIsToldTheLanguageAndHowMuchSoundThereIs() async throws {
        let loopback = try LoopbackServer()
        loopback.answer(#"{"text": "a"}"#, #"{"text": "a"}"#)
        let server = server(loopback, .whisper, key: nil)
        _ = try await server.recognize(Self.second, options: RecognitionOptions())
        _ = try await server.recognize(Self.second, options: RecognitionOptions(language: "ru"), isLive: true)
        let requests = loopback.requests
        #expect(requests.map(\.path) == ["/inference", "/inference"])
        #expect(requests.map { $0.headers["authorization"] } == [nil, nil])
        #expect(try Form(requests[0]).fields == ["response_format": "verbose_json", "language": "auto"])
        #expect(
            try Form(requests[1]).fields == [
                "response_format": "verbose_json", "language": "ru", "audio_ctx": "312",
            ])
    }

    @Test(arguments: [
        (ServerFault.status(401), ServerError.Kind.unauthorized), (.status(403), .unauthorized),
        (.status(413), .tooLarge), (.status(429), .busy), (.status(503), .busy), (.status(504), .timedOut),
        (.status(404), .refused(status: 404)), (.status(500), .refused(status: 500)), (.empty, .notUnderstood),
        (.redirect(to: "https://example.invalid/"), .redirected), (.cut(after: 3), .interrupted),
        (.endless, .endless),
    ])
    func eachRefusalIsAnErrorOfItsOwnAndNothingIsSentTwice(fault: ServerFault, kind: ServerError.Kind) async throws {
        let loopback = try LoopbackServer(ServedFile(Array(#"{"text": "Hello"}"#.utf8)))
        loopback.fail(fault)
        let error = await error(server(loopback))
        #expect(error?.kind == kind)
        #expect(error?.detail.contains("needle") == false)
        #expect(loopback.requests.count == 1)
    }

    @Test(arguments: [
        "<!DOCTYPE html><html><body>It works!</body></html>", "Hello", #"{"error": null}"#, #"{"error": {}}"#,
        #"["text"]"#, #"{"text": 1}"#, #"{"text": "Hel"#,
    ])
    func whatIsNoTranscriptIsNotUnderstood(answer: String) async throws {
        let loopback = try LoopbackServer()
        loopback.answer(answer)
        #expect(await error(server(loopback))?.kind == .notUnderstood)
    }

    @Test func aConnectionCutInMidUploadIsAnInterruption() async throws {
        let loopback = try LoopbackServer()
        loopback.hangUpDuringUploads(after: 100_000)
        let recording = SpeechRecording([Float](repeating: 0.5, count: 120 * AudioBlock.sampleRate))
        await #expect(throws: ServerError.self) {
            do throws(ServerError) {
                _ = try await server(loopback).recognize(recording, options: RecognitionOptions())
            } catch {
                #expect(error.kind == .interrupted)
                throw error
            }
        }
    }

    @Test func aServerThatIsNotThereIsUnreachable() async throws {
        let loopback = try LoopbackServer()
        loopback.stop()
        #expect(await error(server(loopback))?.kind == .unreachable)
    }

    @Test func aServerThatIsTooSlowIsNotWaitedFor() async throws {
        let loopback = try LoopbackServer()
        loopback.alwaysFail(.silence)
        #expect(await error(server(loopback, timeout: .milliseconds(200)))?.kind == .timedOut)
        #expect(loopback.requests.count <= 1)
    }

    @Test func neitherSoundNorKeyFollowARedirect() async throws {
        let (loopback, other) = (try LoopbackServer(), try LoopbackServer())
        loopback.fail(.redirect(to: "http://localhost:\(other.port)/transcribe"))
        #expect(await error(server(loopback))?.kind == .redirected)
        #expect(other.requests.isEmpty)
    }

    @Test(arguments: ["a b\u{0}", "schlüssel", "\u{1B}[2J", "  "])
    func aKeyThatCannotBeOneIsNotSent(key: String) async throws {
        let loopback = try LoopbackServer()
        #expect(await error(server(loopback, key: key))?.kind == .unauthorized)
        #expect(loopback.requests.isEmpty)
    }

    @Test func plainHTTPToAnotherMachineIsRefusedBeforeAnythingIsSent() async {
        let profile = ServerProfile(name: "x", address: "http://example.invalid", wire: .transcribe)
        #expect(await error(SpeechServer(profile, key: nil, timeout: .seconds(5)))?.kind == .insecure)
    }

    @Test func cancellingEndsTheUpload() async throws {
        let loopback = try LoopbackServer()
        loopback.alwaysFail(.silence)
        let server = server(loopback)
        let task = Task { await error(server) }
        var events = loopback.events.makeAsyncIterator()
        _ = await events.next()
        task.cancel()
        #expect(await task.value?.kind == .cancelled)
        #expect(await events.next() == .hangUp)
    }

    @Test func aLongRecordingArrivesWholeWithItsProgress() async throws {
        let loopback = try LoopbackServer()
        loopback.answer(#"{"text": "long"}"#)
        let recording = SpeechRecording([Float](repeating: -0.5, count: 120 * AudioBlock.sampleRate))
        _ = try await server(loopback).recognize(recording, options: RecognitionOptions())
        #expect(try Form(try #require(loopback.requests.first)).file == recording.waveHeader + recording.bytes)
    }
}
