import Foundation
import ParlandoCore
import ParlandoTestSupport
import Testing

@testable import ParlandoNetwork

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
        ("https://translate", "https://translate"), ("https://translate/", "https://translate"),
        ("https://translate/translate", "https://translate"), ("https://a.example/b/translate/", "https://a.example/b"),
    ])
    func aHostMayBeNamedAsThePath(address: String, home: String) {
        #expect(LibreTranslateTranslator.home(of: address) == home)
    }

    @Test(arguments: [
        (MadeAnswer(400, text: #"{"error":"xx is not supported"}"#), TranslationError.Kind.pairRefused),
        (MadeAnswer(400, text: #"{"error":"German (de) is not available as a target language from x"}"#), .pairRefused),
        (MadeAnswer(400, text: #"{"error":"Please contact the server operator to get an API key"}"#), .keyMissing),
        (MadeAnswer(403, text: #"{"error":"Invalid API key"}"#), .keyMissing),
        (MadeAnswer(403, text: #"{"error":"Too many request limits violations"}"#), .forbidden),
        (MadeAnswer(400, text: #"{"error":"Invalid request: request (9) exceeds text limit (5)"}"#), .tooLong),
        (MadeAnswer(400, text: #"{"error":"Invalid request"}"#), .requestRefused),
        (MadeAnswer(429, text: #"{"error":"Slowdown: 5 per 1 minute"}"#), .rateLimited(allowed: 5)),
        (MadeAnswer(429, text: #"{"error":"Slowdown: 2 per 1 second"}"#), .rateLimited(allowed: 120)),
        (MadeAnswer(429, text: #"{"error":"Slowdown: 100 per 1 hour"}"#), .rateLimited(allowed: nil)),
        (MadeAnswer(500, text: #"{"error":"unspeakable failed"}"#), .serverFailed),
        (MadeAnswer(404, text: "<html>"), .notAService),
        (MadeAnswer(301, fields: ["Location: /x"], pieces: []), .notAService),
        (MadeAnswer(text: "<html>"), .notAService), (MadeAnswer(text: "{}"), .empty),
        (MadeAnswer(text: #"{"translatedText":" "}"#), .empty),
        (MadeAnswer(text: #"{"translatedText":["x","y"]}"#), .notAService),
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

    // MARK: As servers really answer

    private func translate(
        _ script: LibreScript, _ text: String = "Hello", from source: String? = "en", into target: String
    ) async throws -> (heard: Heard, questions: [LibreScript.Question], server: LoopbackServer) {
        let server = try LoopbackServer(script: script)
        let translator = LibreTranslateTranslator(client: HTTPClient(), address: server.address)
        let heard = await Heard(translator, text, from: source, into: target)
        return (heard, server.requests.compactMap(LibreScript.question(in:)), server)
    }

    @Test(arguments: [("zh", "zh-Hans"), ("pt", "pb")])
    func aLanguageIsAskedForByTheServersOwnCode(language: String, code: String) async throws {
        let script = LibreScript { question in
            question.target == code ? nil : MadeAnswer(400, text: "{\"error\":\"\(question.target) is not supported\"}")
        }
        let server = try LoopbackServer(script: script)
        let translator = LibreTranslateTranslator(client: HTTPClient(), address: server.address)
        #expect(await Heard(translator, "Hello", from: "en", into: language).text == "Hallo")
        #expect(await Heard(translator, "Again", from: "en", into: language).text == "Hallo")
        let targets = server.requests.compactMap(LibreScript.question(in:)).map(\.target)
        #expect(targets.last == code)
        // The list is asked for once, and what it says is remembered.
        #expect(targets.count { $0 == language } <= 1)
        #expect(server.requests.count { $0.path == "/languages" } == 1)
    }

    @Test func theLanguageThatIsSpokenHasTheServersCodeToo() async throws {
        let script = LibreScript { question in
            question.source == "zh-Hans" ? nil : MadeAnswer(400, text: #"{"error":"zh is not supported"}"#)
        }
        let (heard, _, _) = try await translate(script, "早上好", from: "zh", into: "en")
        #expect(heard.text == "Hallo")
    }

    @Test(arguments: ["pb", "zh-Hans", "zt", "pt-BR"])
    func theServersCodeOfWhatItHeardIsUnderstood(code: String) async throws {
        let answer = #"{"translatedText":"x","detectedLanguage":{"language":"\#(code)"}}"#
        let (heard, _, _) = try await translate(LibreScript([MadeAnswer(text: answer)]), from: nil, into: "en")
        #expect(heard.wholes.first?.detectedLanguage == (code.hasPrefix("z") ? "zh" : "pt"))
    }

    @Test(arguments: [("en", "ru"), ("zh", "de"), ("en", "zh")])
    func aPairThatIsNotOfferedIsToldInWhateverLanguageTheServerSpeaks(source: String, target: String) async throws {
        let sentence = #"{"error":"簡體中文（zh）不能作為 英語（en）的目標語言"}"#
        let script = LibreScript { _ in MadeAnswer(400, text: sentence) }
        #expect(try await translate(script, from: source, into: target).heard.kind == .pairRefused)
    }

    @Test func anotherRefusalOfAPairThatIsOfferedIsNoPairRefused() async throws {
        let script = LibreScript { _ in MadeAnswer(400, text: #"{"error":"請求無效"}"#) }
        let (heard, questions, _) = try await translate(script, into: "de")
        #expect(heard.kind == .requestRefused)
        #expect(questions.count == 1)
    }

    @Test(arguments: [
        MadeAnswer(404, text: "{}"), MadeAnswer(text: "<html>"), MadeAnswer(text: "[7]"),
        MadeAnswer(pieces: [[UInt8](repeating: 65, count: 1 << 16)], ending: .endless),
    ])
    func aListThatCannotBeHadCostsNothing(list: MadeAnswer) async throws {
        let script = LibreScript([MadeAnswer(400, text: #"{"error":"xx is not supported"}"#)], languages: list)
        #expect(try await translate(script, into: "de").heard.kind == .pairRefused)
    }

    @Test func signsThatAreWrittenForWebPagesAreReadAsText() async throws {
        let answer = MadeAnswer(
            text:
                #"{"translatedText":"L&#39;eau &quot;fra\u00eeche&quot; &amp; le pain &lt;&#x20AC;5&gt; &nope; & &#xD800;"}"#
        )
        let (heard, _, _) = try await translate(LibreScript([answer]), into: "fr")
        #expect(heard.text == "L'eau \"fraîche\" & le pain <€5> &nope; & &#xD800;")
    }

    @Test func signsOfAWebPageThatIsTranslatedAreLeftAlone() async throws {
        let answer = MadeAnswer(text: #"{"translatedText":"Brot &amp; Butter"}"#)
        let (heard, _, _) = try await translate(LibreScript([answer]), "Bread &amp; butter", into: "de")
        #expect(heard.text == "Brot &amp; Butter")
    }

    @Test func aListOfOneTextIsThatText() async throws {
        let answer = MadeAnswer(
            text: #"{"translatedText":["Hallo"],"detectedLanguage":[{"language":"en","confidence":90.0}]}"#)
        let (heard, _, _) = try await translate(LibreScript([answer]), into: "de")
        #expect(heard.wholes == [Translation("Hallo", detectedLanguage: "en")])
    }
}
