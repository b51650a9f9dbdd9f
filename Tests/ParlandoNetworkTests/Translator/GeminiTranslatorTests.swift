import Foundation
import ParlandoCore
import ParlandoNetwork
import ParlandoTestSupport
import Testing

/// The translator against a real server that speaks the API.
@Suite(.timeLimit(.minutes(2))) struct GeminiTranslatorTests {
    private let script = GeminiScript()
    private let server: LoopbackServer
    private let translator: GeminiTranslator

    init() throws {
        server = try LoopbackServer(script: script)
        translator = GeminiTranslator(
            client: HTTPClient(), key: Private("AQ.secret"), home: String(server.address.dropLast()),
            timeout: .seconds(300))
    }

    private func body(_ number: Int) throws -> [String: Any] {
        let bytes = try #require(server.requests.filter { $0.method == "POST" }.dropFirst(number).first).body
        return try #require(try JSONSerialization.jsonObject(with: Data(bytes)) as? [String: Any])
    }

    @Test func theTextIsToldWhileItIsMade() async {
        script.answerNext(GeminiScript.says("Guten Tag, wie geht es Ihnen?", language: "en-GB"))
        let heard = await Heard(translator, "Good day, how are you?")
        #expect(heard.partials.count > 2)
        #expect(heard.partials.allSatisfy { "Guten Tag, wie geht es Ihnen?".hasPrefix($0) })
        #expect(heard.partials.last == "Guten Tag, wie geht es Ihnen?")
        #expect(heard.wholes == [Translation("Guten Tag, wie geht es Ihnen?", detectedLanguage: "en")])
    }

    @Test func theFirstLettersAreToldBeforeTheAnswerIsWhole() async throws {
        script.answerNext(GeminiScript.says("Guten Tag, guten Abend").cut(after: 700, ending: .silence))
        var progress = translator.translate(TranslationRequest(Phrase("Good day"), into: "de")).makeAsyncIterator()
        let first = try await progress.next()
        #expect(first != nil)
        #expect(first != .whole(Translation("Guten Tag", detectedLanguage: "en")))
    }

    @Test(arguments: [
        "Привет, 世界 👩‍🚀 \"quoted\" \\ back\nslash", "مرحبا بالعالم, hello", "😀🎉", "e\u{301}", "{\"translation\":\"x\"}",
    ])
    func everyTextArrivesWhereverTheBytesAreCut(text: String) async {
        script.answerNext(GeminiScript.says(text, lettersInEvent: 3).byteByByte)
        #expect(await Heard(translator, "x").text == text)
        #expect(await Heard(translator, text).text == GeminiScript.translation(of: text))
    }

    @Test func theKeyTravelsInAHeaderAndNowhereElse() async throws {
        _ = await Heard(translator, "Hello")
        #expect(server.requests.count == 2)
        for request in server.requests {
            #expect(request.headers["x-goog-api-key"] == "AQ.secret")
            #expect(!request.path.contains("secret") && !request.path.contains("key="))
            #expect(!String(decoding: request.body, as: UTF8.self).contains("secret"))
        }
    }

    @Test func theRequestAsksForAnAnswerOfAForm() async throws {
        _ = await Heard(translator, "Hello", from: "en")
        let generation = try #require(try body(0)["generationConfig"] as? [String: Any])
        #expect(generation["responseMimeType"] as? String == "application/json")
        let schema = try #require(generation["responseJsonSchema"] as? [String: Any])
        #expect((schema["properties"] as? [String: Any])?.keys.sorted() == ["detectedLanguage", "translation"])
        let instruction = String(decoding: try JSONSerialization.data(withJSONObject: body(0)), as: UTF8.self)
        #expect(instruction.contains("English (en)") && instruction.contains("Deutsch (de)"))
    }

    @Test func inOtherWordsTheAnswerIsTheText() async throws {
        script.answerNext(GeminiScript.streams("Guten Tag\n"))
        let heard = await Heard(translator, "Hello", prompt: .plain)
        #expect(heard.wholes == [Translation("Guten Tag")])
        #expect(try (body(0)["generationConfig"] as? [String: Any])?.keys.sorted() == ["maxOutputTokens"])
    }

    @Test(arguments: [TranslationRequest.Prompt.usual, .plain])
    func noRequestMayBeStoredOrFiltered(prompt: TranslationRequest.Prompt) async throws {
        _ = await Heard(translator, "Hello", prompt: prompt)
        #expect(try body(0)["store"] as? Bool == false)
        let filters = try #require(try body(0)["safetySettings"] as? [[String: String]])
        #expect(filters.map { $0["threshold"] } == Array(repeating: "BLOCK_NONE", count: 4))
    }

    @Test func thoughtsAreNoPartOfTheAnswer() async {
        script.answerNext(
            GeminiScript.events(
                #"{"candidates":[{"content":{"parts":[{"text":"{\"translation\":\"No","thought":true}]}}]}"#,
                #"{"candidates":[{"content":{"parts":[{"text":"{\"translation\":\"Ja\"}"}]},"finishReason":"STOP"}]}"#))
        #expect(await Heard(translator, "Yes").text == "Ja")
    }

    @Test func theListDecidesWhichModelIsAskedAndIsReadOnce() async {
        script.list(["gemini-3.8-flash", "gemini-9-flash-lite", "gemini-9-flash-tts"])
        for text in ["one", "two"] {
            #expect(await Heard(translator, text).text == "‹\(text)›")
        }
        #expect(server.requests.map(\.method) == ["GET", "POST", "POST"])
        #expect(server.requests.suffix(2).allSatisfy { GeminiScript.model(in: $0) == "gemini-9-flash-lite" })
    }

    @Test func aModelThatIsGoneIsReplaced() async {
        #expect(await Heard(translator, "one").text == "‹one›")
        script.list(["gemini-4-flash-lite"])
        #expect(await Heard(translator, "two").text == "‹two›")
        script.list([])
        #expect(await Heard(translator, "three").kind == .modelGone)
    }

    @Test func theModelOfTheUserIsKeptOrMissed() async {
        let fixed = GeminiTranslator(
            client: HTTPClient(), key: Private("k"), model: "gemini-1-flash", home: String(server.address.dropLast()))
        #expect(await Heard(fixed, "x").kind == .modelGone)
        #expect(server.requests.map(\.method) == ["POST"])
    }

    @Test func cancellingEndsTheTransfer() async throws {
        script.answerNext(GeminiScript.says("Guten Tag").cut(after: 300, ending: .silence))
        let task = Task { await Heard(translator, "Hello") }
        var events = server.events.makeAsyncIterator()
        while case .request(let request) = await events.next(), request.method == "GET" {}
        task.cancel()
        _ = await task.value
        #expect(await events.next() == .hangUp)
    }

    @Test(arguments: ["", "two words", "line\r\nX-Injected: 1", "ключ"])
    func aKeyThatCannotBeAKeyIsNotSent(key: String) async {
        let translator = GeminiTranslator(
            client: HTTPClient(), key: Private(key), home: String(server.address.dropLast()))
        #expect(await Heard(translator, "x").kind == (key.isEmpty ? .keyMissing : .keyRefused))
        #expect(server.requests.isEmpty)
    }
}
