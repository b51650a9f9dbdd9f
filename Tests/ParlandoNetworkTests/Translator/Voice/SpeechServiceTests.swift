import Foundation
import ParlandoCore
import ParlandoSystem
import ParlandoTestSupport
import Testing

@testable import ParlandoNetwork

@Suite(.timeLimit(.minutes(1)))
struct SpeechServiceTests {
    private let bench: SpeechBench

    init() throws {
        bench = try SpeechBench()
    }

    // MARK: Gemini

    @Test func geminiSpeaksWithItsLightestFinishedModelAndItsKeyIsInAHeaderOnly() async throws {
        let sound = try await bench.speak("Hola, ¿qué tal?", .gemini)
        #expect(sound.rate == 16_000)
        #expect(abs(sound.duration - 0.15) < 0.001)
        let requests = bench.server.requests
        #expect(
            requests.map(\.path) == [
                "/v1beta/models?pageSize=1000", "/v1beta/models/gemini-3.8-flash-lite-tts:generateContent",
            ])
        #expect(requests.allSatisfy { $0.headers["x-goog-api-key"] == SpeechBench.key })
        #expect(requests.allSatisfy { !$0.path.contains("secret") })
        // The model is known now.
        _ = try await bench.speak("Adiós.", .gemini)
        #expect(bench.server.requests.count == 3)
    }

    @Test(arguments: ["audio/L16;codec=pcm;rate=16000", "audio/L16; rate=16000", "audio/pcm;rate=16000"])
    func samplesWithoutAHeaderAreReadByTheirType(type: String) async throws {
        bench.script.answerNext(SpeechScript.geminiSound(SpeechScript.raw(letters: 10), type: type))
        let sound = try await bench.speak("Diez.", .gemini)
        #expect(sound.rate == 16_000)
        #expect(sound.samples.count == 1600)
        #expect((0.29...0.31).contains(sound.samples.max() ?? 0))
    }

    @Test func whatTheBytesSayCountsForMoreThanTheType() async throws {
        bench.script.answerNext(
            SpeechScript.geminiSound(SpeechScript.wave(letters: 10), type: "audio/L16;codec=pcm;rate=24000"))
        #expect(try await bench.speak("Diez.", .gemini).rate == 16_000)
        bench.script.answerNext(SpeechScript.geminiSound(SpeechScript.wave(letters: 10), type: nil))
        #expect(try await bench.speak("Diez.", .gemini).samples.count == 1600)
    }

    @Test func aModelThatIsGoneIsReplacedByAnother() async throws {
        _ = try await bench.speak("Uno.", .gemini)
        bench.script.list(["gemini-3.8-flash-tts"])
        #expect(try await bench.speak("Dos.", .gemini).duration > 0)
        #expect(bench.server.requests.last?.path == "/v1beta/models/gemini-3.8-flash-tts:generateContent")
        bench.script.list(["gemini-3.5-flash-lite"])
        await #expect(throws: SynthesisError.self) { try await bench.speak("Tres.", .gemini) }
    }

    @Test func theWishedGeminiVoiceSpeaksAndAnUnknownOneIsGone() async throws {
        _ = try await bench.speak("Hola.", .gemini) { $0.voice = "Puck" }
        #expect(bench.asked[0].contains(#""voiceName":"Puck""#))
        _ = try await bench.speak("Hola.", .gemini) { $0.gender = .male }
        #expect(bench.asked[1].contains(#""voiceName":"Charon""#))
        #expect(await failure { try await bench.speak("Hola.", .gemini) { $0.voice = "Nobody" } } == .voiceGone)
    }

    @Test func noSpeechRequestToGeminiMayBeStoredOrFiltered() async throws {
        _ = try await bench.speak("Hola.", .gemini)
        #expect(bench.asked[0].contains(#""store":false"#))
        #expect(bench.asked[0].components(separatedBy: #""threshold":"BLOCK_NONE""#).count == 5)
    }

    // MARK: Google

    @Test func googleSpeaksWithTheBestVoiceOfItsListAndTheWishedManner() async throws {
        let sound = try await bench.speak("Hola, ¿qué tal?", .google) {
            $0.manner.rate = 1.25
            $0.manner.pitch = -3
            $0.manner.volume = 6
        }
        #expect(abs(sound.duration - 0.15) < 0.001)
        #expect(bench.server.requests.map(\.path) == ["/v1/voices?languageCode=es-ES", "/v1/text:synthesize"])
        for part in [
            #""name":"es-ES-Neural2-A""#, #""languageCode":"es-ES""#, #""speakingRate":1.25"#, #""pitch":-3"#,
            #""volumeGainDb":6"#, #""audioEncoding":"OGG_OPUS""#,
        ] {
            #expect(bench.asked[0].contains(part), "\(part)")
        }
    }

    @Test func soundThatCannotBeDecodedIsAskedForAsLinear16() async throws {
        bench.script.answerNext(SpeechScript.googleSound(Array("OggS but not really".utf8)))
        #expect(try await bench.speak("Hola.", .google).duration > 0)
        #expect(bench.asked.count == 2)
        #expect(bench.asked[1].contains("LINEAR16"))
    }

    @Test func voicesAreOrderedByTheirKind() async throws {
        bench.script.answerVoices(
            SpeechScript.voices(
                "en-US-Studio-O", "en-GB-Neural2-A", "en-US-Standard-A", "en-US-Wavenet-C", "en-US-Neural2-C"))
        let voices = try await bench.services.synthesizer(.google, TranslatorPreferences()).voices(for: "en")
        #expect(
            voices.map(\.id) == [
                "en-US-Neural2-C", "en-GB-Neural2-A", "en-US-Wavenet-C", "en-US-Studio-O", "en-US-Standard-A",
            ])
        #expect(voices.allSatisfy { $0.gender == .female })
    }

    @Test func whereTheListCannotBeHadTheTableDecides() async throws {
        bench.script.answerVoices(MadeAnswer(503, text: "no"))
        #expect(try await bench.speak("Hola.", .google).duration > 0)
        #expect(bench.asked[0].contains(#""name":"es-ES-Neural2-A""#))
    }

    // MARK: As services really answer

    /// Google names no limit for sentences; this one refuses those of more than 300 characters.
    private static func refusingLongSentences(_ request: ServerRequest) -> MadeAnswer {
        let text = SpeechScript.text(in: request)
        let longest = text.split { ".!?".contains($0) }.map(\.count).max() ?? 0
        return longest > 300
            ? GeminiScript.refusal(
                400, "INVALID_ARGUMENT", message: "This request contains sentences that are too long.")
            : SpeechScript.googleSound(SpeechScript.wave(letters: text.count))
    }

    @Test(arguments: [
        String(repeating: "una palabra tras otra, ", count: 27) + "y punto final.",
        String(repeating: "palabra ", count: 80) + "fin.",
        String(repeating: "字", count: 600) + "。",
    ])
    func aSentenceThatIsTooLongForGoogleIsSpokenInParts(text: String) async throws {
        bench.script.answer(by: Self.refusingLongSentences)
        let sound = try await bench.speak(text, .google, language: text.hasPrefix("字") ? "zh" : "es") {
            $0.voice = "es-ES-Neural2-A"
        }
        let spoken = bench.server.requests.map { SpeechScript.text(in: $0) }.filter { !$0.isEmpty && $0.count <= 300 }
        // All of it, in order, and nothing twice.
        #expect(spoken.joined().filter { !$0.isWhitespace } == text.filter { !$0.isWhitespace })
        #expect(abs(sound.duration - Double(spoken.map(\.count).reduce(0, +)) / 100) < 0.01)
        if text.contains(",") {
            #expect(spoken.dropLast().allSatisfy { $0.hasSuffix(",") })
        }
    }

    @Test func aTextThatGoogleNeverTakesIsNotCutForEver() async throws {
        bench.script.answer { _ in
            GeminiScript.refusal(400, "INVALID_ARGUMENT", message: "This request contains sentences that are too long.")
        }
        let text = String(repeating: "palabra tras palabra, ", count: 20)
        #expect(await failure { try await bench.speak(text, .google) } == .tooLong)
        #expect(bench.asked.count < 10)
    }

    @Test(arguments: [
        MadeAnswer(text: #"{"candidates":[{"content":{},"finishReason":"OTHER"}],"usageMetadata":{"x":5516}}"#),
        MadeAnswer(text: #"{"candidates":[{"finishReason":"STOP"}]}"#), MadeAnswer(text: "{}"),
    ])
    func geminiIsAskedOnceMoreWhereItGivesNoSound(answer: MadeAnswer) async throws {
        bench.script.answerNext(answer)
        #expect(try await bench.speak("Hola.", .gemini).duration > 0)
        #expect(bench.asked.count == 2)
        bench.script.answerNext(answer, answer)
        #expect(await failure { try await bench.speak("Hola.", .gemini) } != nil)
        #expect(bench.asked.count == 4)
    }

    // MARK: Bad days

    @Test(arguments: [VoiceServiceKind.gemini, .google], Self.badDays)
    func everyBadDayHasItsName(kind: VoiceServiceKind, day: BadDay) async throws {
        bench.script.answerNext(day.answer, day.answer)
        #expect(await failure { try await bench.speak("Hola secreta.", kind) } == day.kind)
    }

    @Test(arguments: [VoiceServiceKind.gemini, .google])
    func withoutAKeyNothingIsSent(kind: VoiceServiceKind) async throws {
        try await bench.secrets.removeAll()
        #expect(await failure { try await bench.speak("Hola.", kind) } == .keyMissing)
        bench.secrets.fail(with: SecretError(.locked))
        #expect(await failure { try await bench.speak("Hola.", kind) } == .keyring(.locked))
        #expect(bench.server.requests.isEmpty)
    }

    @Test(arguments: [VoiceServiceKind.gemini, .google], ["", " \n "])
    func spacesAreNothingToSay(kind: VoiceServiceKind, text: String) async throws {
        #expect(await failure { try await bench.speak(text, kind) } == .nothingToSay)
        #expect(bench.server.requests.isEmpty)
    }

    @Test(arguments: [VoiceServiceKind.gemini, .google])
    func aTextThatIsTooLongIsNotSent(kind: VoiceServiceKind) async throws {
        let text = String(repeating: "ж", count: 2501)
        #expect(await failure { try await bench.speak(text, kind, language: "ru") } == .tooLong)
        #expect(bench.asked.isEmpty)
    }

    @Test(arguments: [VoiceServiceKind.gemini, .google])
    func cancellingEndsTheTransfer(kind: VoiceServiceKind) async throws {
        bench.script.answerNext(MadeAnswer(pieces: [Array("{".utf8)], ending: .silence))
        let speaking = Task { try await bench.speak("Hola.", kind) }
        for await event in bench.server.events {
            if case .request(let request) = event,
                request.path.contains("ynthesize") || request.path.contains(":generate")
            {
                break
            }
        }
        speaking.cancel()
        await #expect(throws: CancellationError.self) { try await speaking.value }
    }

    struct BadDay: Sendable, CustomTestStringConvertible {
        let answer: MadeAnswer
        let kind: SynthesisError.Kind

        init(_ answer: MadeAnswer, _ kind: SynthesisError.Kind) {
            self.answer = answer
            self.kind = kind
        }

        var testDescription: String { "\(answer.status) \(kind)" }
    }

    static let badDays: [BadDay] = [
        BadDay(GeminiScript.refusal(400, "INVALID_ARGUMENT", details: #"{"reason":"API_KEY_INVALID"}"#), .keyRefused),
        BadDay(GeminiScript.refusal(403, "PERMISSION_DENIED"), .forbidden),
        BadDay(
            GeminiScript.refusal(403, "PERMISSION_DENIED", details: #"{"reason":"SERVICE_DISABLED"}"#),
            .keyRestricted(.serviceDisabled)),
        BadDay(GeminiScript.refusal(429, "RESOURCE_EXHAUSTED"), .rateLimited),
        BadDay(
            GeminiScript.refusal(
                429, "RESOURCE_EXHAUSTED", details: #"{"violations":[{"quotaId":"GenerateRequestsPerDay-FreeTier"}]}"#),
            .quotaExhausted),
        BadDay(MadeAnswer(500, text: "oops"), .serverFailed),
        BadDay(MadeAnswer(503, text: ""), .serverFailed),
        BadDay(MadeAnswer(pieces: [Array(#"{"candidates":[{"cont"#.utf8)], ending: .cut), .interrupted),
        BadDay(MadeAnswer(text: "<html>Hola secreta.</html>"), .badAnswer),
        BadDay(MadeAnswer(text: "{}"), .badSound),
        BadDay(SpeechScript.geminiSound(Array("ID3 nothing that is sound".utf8), type: "audio/mpeg"), .badSound),
    ]

    private func failure(_ work: () async throws -> SpokenSound) async -> SynthesisError.Kind? {
        do {
            _ = try await work()
            return nil
        } catch let error as SynthesisError {
            #expect(!"\(error)".contains("secret"))
            return error.kind
        } catch {
            Issue.record("\(error)")
            return nil
        }
    }
}

/// Speech services on the loopback server, with keys in a keyring.
struct SpeechBench {
    static let key = "AQ.secret-key-of-a-test"

    let script = SpeechScript()
    let server: LoopbackServer
    let secrets: FakeSecretStore
    let services: NetworkServices

    init() throws {
        server = try LoopbackServer(script: script)
        secrets = FakeSecretStore(
            [SecretName(.translation, owner: "gemini"): Self.key, SecretName(.translation, owner: "google"): Self.key],
            for: server.address)
        var homes = ServiceHomes()
        homes.gemini = String(server.address.dropLast())
        homes.google = String(server.address.dropLast())
        services = NetworkServices(
            keys: ServiceKeys(secrets, environment: [:]), authorities: "", local: ScriptedSynthesizer(),
            decoder: SoundFileDecoder(), homes: homes)
    }

    func speak(
        _ text: String, _ kind: VoiceServiceKind, language: String = "es",
        change: (inout SynthesisRequest) -> Void = { _ in }
    ) async throws -> SpokenSound {
        var request = SynthesisRequest(text, language: language)
        change(&request)
        return try await services.synthesizer(kind, TranslatorPreferences()).speak(request)
    }

    /// The bodies that were posted for speech.
    var asked: [String] {
        server.requests.filter { $0.path.contains("generateContent") || $0.path.contains("synthesize") }
            .map { String(decoding: $0.body, as: UTF8.self) }
    }
}
