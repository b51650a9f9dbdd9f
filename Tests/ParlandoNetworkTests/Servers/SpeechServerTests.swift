import ParlandoCore
import ParlandoTestSupport
import Testing

@testable import ParlandoNetwork

@Suite struct SpeechServerTests {
    private static let secret = "sk-needle-in-a-haystack"
    private static let second = SpeechRecording([Float](repeating: 0.25, count: AudioBlock.sampleRate))

    private func server(
        _ loopback: LoopbackServer, _ wire: ServerProtocol = .transcribe, path: String = "", model: String = "",
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
}

/// Servers that differ from what their protocol promises, as users have reported them.
@Suite(.timeLimit(.minutes(1))) struct FieldServerTests {
    private static let second = SpeechRecording([Float](repeating: 0.25, count: AudioBlock.sampleRate))

    private func server(
        _ rule: @escaping @Sendable (ServerRequest) -> MadeAnswer, model: String = ""
    ) throws -> (loopback: LoopbackServer, server: SpeechServer) {
        let loopback = try LoopbackServer(script: RuleScript(rule))
        let profile = ServerProfile(name: "attic", address: loopback.address, wire: .openAI, model: model)
        return (loopback, SpeechServer(profile, key: nil, timeout: .seconds(300)))
    }

    private func text(_ answer: MadeAnswer) async throws -> String {
        let (loopback, server) = try server { _ in answer }
        defer { loopback.stop() }
        return try await server.recognize(Self.second, options: RecognitionOptions()).words.text
    }

    private func failure(_ answer: MadeAnswer) async throws -> ServerError? {
        do {
            _ = try await text(answer)
            return nil
        } catch {
            return error as? ServerError
        }
    }

    // MARK: Plain text

    @Test(arguments: ["text/plain", "Text/Plain; charset=utf-8"])
    func plainTextIsATranscript(type: String) async throws {
        let answer = MadeAnswer(fields: ["Content-Type: \(type)"], text: "Hello from a plain text server.\n")
        #expect(try await text(answer) == "Hello from a plain text server.")
    }

    @Test(arguments: [
        MadeAnswer(fields: ["Content-Type: text/plain"], text: "<!doctype html><title>Welcome</title>"),
        MadeAnswer(fields: ["Content-Type: text/plain"], text: #"{"text": "Hel"#),
        MadeAnswer(fields: ["Content-Type: text/plain"], text: #"["text"]"#),
        MadeAnswer(fields: ["Content-Type: text/plain"], pieces: [[0xFF, 0xFE, 0x48, 0]]),
        MadeAnswer(fields: ["Content-Type: text/plain"], text: "a\u{0}b"),
        MadeAnswer(fields: ["Content-Type: text/html"], text: "Hello"),
        MadeAnswer(text: "Hello"),
    ])
    func notEverythingThatIsNoJSONIsATranscript(answer: MadeAnswer) async throws {
        #expect(try await failure(answer)?.kind == .notUnderstood)
    }

    @Test func aByteOrderMarkBeforeTheAnswerIsNoObstacle() async throws {
        #expect(try await text(MadeAnswer(text: "\u{FEFF}{\"text\":\"With a mark.\"}")) == "With a mark.")
    }

    // MARK: Without times

    private static let noTimes = """
        {"error":{"message":"response_format 'verbose_json' is not compatible with this model. Use 'json' or 'text'.",\
        "param":"response_format","code":"unsupported_value"}}
        """

    private static func refusesTimes(_ request: ServerRequest, _ status: Int, _ refusal: String) -> MadeAnswer {
        String(decoding: request.body.prefix(2000), as: UTF8.self).contains("verbose_json")
            ? MadeAnswer(status, text: refusal) : MadeAnswer(text: #"{"text":"Only JSON works."}"#)
    }

    @Test(arguments: [
        (400, noTimes), (422, #"{"detail":[{"loc":["body","response_format"],"msg":"Input should be 'json'"}]}"#),
        (400, "verbose_json is not supported"),
    ])
    func aServerThatKnowsNoTimesIsAskedForPlainJSON(status: Int, refusal: String) async throws {
        let (loopback, server) = try server { Self.refusesTimes($0, status, refusal) }
        let answer = try await server.recognize(Self.second, options: RecognitionOptions())
        #expect(answer.words.text == "Only JSON works.")
        #expect(try loopback.requests.map { try Form($0).fields["response_format"] } == ["verbose_json", "json"])
        #expect(try loopback.requests.map { try Form($0).file.count }.allSatisfy { $0 == Self.second.bytes.count + 44 })
    }

    /// Nor is that of a model which is asked for plain JSON anyway.
    @Test(arguments: [
        (400, #"{"error":{"message":"The audio is too short."}}"#, ""), (400, "", ""), (401, noTimes, ""),
        (500, noTimes, ""), (400, noTimes, "gpt-4o-transcribe"),
    ])
    func noOtherRefusalIsAnsweredWithASecondUpload(status: Int, refusal: String, model: String) async throws {
        let (loopback, server) = try server({ _ in MadeAnswer(status, text: refusal) }, model: model)
        await #expect(throws: ServerError.self) {
            try await server.recognize(Self.second, options: RecognitionOptions())
        }
        #expect(loopback.requests.count == 1)
    }

    // MARK: Reasons

    @Test(arguments: [
        #"{"error":"failed to read WAV file"}"#, #"{"error":{"message":"failed to read WAV file","code":3}}"#,
        #"{"text":"","error":"failed to read\nWAV file"}"#, #"{"detail":"failed to read WAV file"}"#,
        #"{"error":null,"detail":[{"loc":["body"],"msg":"failed to read WAV file"}]}"#,
    ])
    func theServersOwnReasonIsTold(answer: String) async throws {
        #expect(try await failure(MadeAnswer(text: answer))?.kind == .complained(Private("failed to read WAV file")))
        #expect(
            try await failure(MadeAnswer(422, text: answer))?.kind
                == .refused(status: 422, reason: Private("failed to read WAV file")))
    }

    @Test func aReasonIsShortAndCommandsNoTerminal() async throws {
        let long = String(repeating: "no ", count: 10_000)
        let kind = try await failure(MadeAnswer(text: "{\"error\":\"\\u001b[31m\(long)\"}"))?.kind
        guard case .complained(let reason) = kind else {
            Issue.record("\(String(describing: kind))")
            return
        }
        #expect(reason.revealed.hasPrefix("[31mno no") && reason.revealed.count <= 301)
    }

    @Test func aRefusalWithoutEndIsNotRead() async throws {
        let flood = MadeAnswer(400, pieces: [[UInt8](repeating: 65, count: 1 << 16)], ending: .endless)
        #expect(try await failure(flood)?.kind == .refused(status: 400))
    }
}

/// A form as a server reads it (RFC 7578).
struct Form {
    var fields: [String: String] = [:]
    var file: [UInt8] = []
    var fileType: String?

    init(_ request: ServerRequest) throws {
        let type = try #require(request.headers["content-type"])
        let boundary = "--" + (try #require(type.split(separator: "boundary=").last))
        // Latin-1 keeps every byte.
        let text = String(String.UnicodeScalarView(request.body.map { Unicode.Scalar($0) }))
        let parts = text.split(separator: boundary, omittingEmptySubsequences: true)
        #expect(parts.last == "--\r\n")
        for part in parts.dropLast() {
            let border = try #require(part.unicodeScalars.firstRange(of: "\r\n\r\n".unicodeScalars))
            let head = part.unicodeScalars[..<border.lowerBound]
            let value = part.unicodeScalars[border.upperBound...].dropLast(2)
            let name = try #require(String(head).firstMatch(of: /; name="(\w+)"/)?.output.1)
            if name == "file" {
                file = value.map { UInt8($0.value) }
                fileType = (String(head).firstMatch(of: /Content-Type: (.*)/)?.output.1).map { String($0) }
            } else {
                fields[String(name)] = String(value)
            }
        }
    }
}
