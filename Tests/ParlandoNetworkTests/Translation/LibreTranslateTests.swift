import Foundation
import ParlandoCore
import ParlandoNetwork
import ParlandoTestSupport
import Testing

@Suite(.timeLimit(.minutes(1))) struct LibreTranslateTests {
    private func hear(
        _ answer: MadeAnswer, key: String? = nil, path: String = "", source: String? = nil
    ) async throws -> (heard: Heard, request: ServerRequest?) {
        let server = try LoopbackServer(script: OneAnswer(answer))
        let translator = LibreTranslateTranslator(
            client: HTTPClient(), address: server.address + path, key: key.map { Private($0) }, timeout: .seconds(300))
        let heard = await Heard(translator, "unspeakable", from: source)
        return (heard, server.requests.first)
    }

    @Test func theTextAndItsLanguageAreRead() async throws {
        let answer = #"{"translatedText":"Grüße","detectedLanguage":{"confidence":90.0,"language":"fr"},"more":[]}"#
        let (heard, request) = try await hear(MadeAnswer(text: answer))
        #expect(heard.wholes == [Translation("Grüße", detectedLanguage: "fr")])
        let body = try JSONSerialization.jsonObject(with: Data(request?.body ?? [])) as? [String: String]
        #expect(body == ["q": "unspeakable", "source": "auto", "target": "de", "format": "text"])
    }

    @Test func theKeyAndTheLanguageAreSent() async throws {
        let (_, request) = try await hear(MadeAnswer(text: #"{"translatedText":"x"}"#), key: "k", source: "en")
        let body = try JSONSerialization.jsonObject(with: Data(request?.body ?? [])) as? [String: String]
        #expect(body?["api_key"] == "k")
        #expect(body?["source"] == "en")
    }

    @Test(arguments: ["", "/", "translate", "translate/"])
    func theAddressMayBeWrittenEitherWay(path: String) async throws {
        let (heard, request) = try await hear(MadeAnswer(text: #"{"translatedText":"x"}"#), path: path)
        #expect(heard.text == "x")
        #expect(request?.path == "/translate")
    }

    @Test(arguments: [
        (MadeAnswer(400, text: #"{"error":"xx is not supported"}"#), TranslationError.Kind.pairRefused),
        (MadeAnswer(400, text: #"{"error":"German (de) is not available as a target language from x"}"#), .pairRefused),
        (MadeAnswer(400, text: #"{"error":"Please contact the server operator to get an API key"}"#), .keyMissing),
        (MadeAnswer(403, text: #"{"error":"Invalid API key"}"#), .keyMissing),
        (MadeAnswer(403, text: #"{"error":"Too many request limits violations"}"#), .forbidden),
        (MadeAnswer(400, text: #"{"error":"Invalid request: request (9) exceeds text limit (5)"}"#), .tooLong),
        (MadeAnswer(400, text: #"{"error":"Invalid request"}"#), .requestRefused),
        (MadeAnswer(429, text: #"{"error":"Slowdown: 5 per 1 minute"}"#), .rateLimited(allowed: nil)),
        (MadeAnswer(500, text: #"{"error":"unspeakable failed"}"#), .serverFailed),
        (MadeAnswer(404, text: "<html>"), .notAService),
        (MadeAnswer(301, fields: ["Location: /x"], pieces: []), .notAService),
        (MadeAnswer(text: "<html>"), .notAService), (MadeAnswer(text: "{}"), .empty),
        (MadeAnswer(text: #"{"translatedText":" "}"#), .empty),
        (MadeAnswer(text: #"{"translatedText":["x"]}"#), .notAService),
        (MadeAnswer(pieces: [Array(#"{"transl"#.utf8)], ending: .cut), .interrupted),
        (MadeAnswer(pieces: [[UInt8](repeating: 65, count: 1 << 16)], ending: .endless), .badAnswer),
    ])
    func everyWayToFailIsUnderstood(answer: MadeAnswer, kind: TranslationError.Kind) async throws {
        let heard = try await hear(answer).heard
        #expect(heard.kind == kind)
        #expect(!String(reflecting: heard.failure).contains("unspeakable"))
    }

    @Test func aRefusedKeyIsNotAMissingOne() async throws {
        let answer = MadeAnswer(403, text: #"{"error":"Invalid API key"}"#)
        #expect(try await hear(answer, key: "k").heard.kind == .keyRefused)
    }

    @Test func plainHTTPToAnotherMachineIsRefused() async {
        let translator = LibreTranslateTranslator(client: HTTPClient(), address: "http://192.0.2.1:5000")
        #expect(await Heard(translator, "x").kind == .addressRefused)
    }
}
