import ParlandoCore
import ParlandoTestSupport
import Testing

@testable import ParlandoNetwork

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

    @Test func aModelThatIsAskedForPlainJSONAnywayIsAskedOnce() async throws {
        let (loopback, server) = try server({ _ in MadeAnswer(400, text: Self.noTimes) }, model: "gpt-4o-transcribe")
        await #expect(throws: ServerError.self) {
            try await server.recognize(Self.second, options: RecognitionOptions())
        }
        #expect(loopback.requests.count == 1)
    }

    @Test(arguments: [
        (400, #"{"error":{"message":"The audio is too short."}}"#), (400, ""), (401, noTimes), (500, noTimes),
    ])
    func noOtherRefusalIsAnsweredWithASecondUpload(status: Int, refusal: String) async throws {
        let (loopback, server) = try server { _ in MadeAnswer(status, text: refusal) }
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
