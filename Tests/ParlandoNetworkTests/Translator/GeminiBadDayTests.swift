import ParlandoCore
import ParlandoNetwork
import ParlandoTestSupport
import Testing

/// Everything that a service can do wrong.
@Suite(.timeLimit(.minutes(2))) struct GeminiBadDayTests {
    private let script = GeminiScript()
    private let server: LoopbackServer

    init() throws {
        server = try LoopbackServer(script: script)
    }

    private func heard(_ answer: MadeAnswer, timeout: Duration = .seconds(300)) async -> Heard {
        script.answerNext(answer)
        let translator = GeminiTranslator(
            client: HTTPClient(), key: Private("AQ.secret"), model: "gemini-3.5-flash-lite",
            home: String(server.address.dropLast()), timeout: timeout)
        return await Heard(translator, "unspeakable")
    }

    private static let invalidKey = #"{"@type":"type.googleapis.com/google.rpc.ErrorInfo","reason":"API_KEY_INVALID"}"#
    private static let retry = #"{"@type":"type.googleapis.com/google.rpc.RetryInfo","retryDelay":"38s"}"#
    private static func restricted(_ reason: String) -> MadeAnswer {
        GeminiScript.refusal(403, "PERMISSION_DENIED", details: #"{"reason":"\#(reason)"}"#)
    }
    private static func quota(_ id: String, _ value: String = "15") -> String {
        #"{"@type":"type.googleapis.com/google.rpc.QuotaFailure","violations":[{"quotaId":"\#(id)","quotaValue":"\#(value)"}]}"#
    }

    private static let refusals: [(MadeAnswer, TranslationError.Kind, Double?)] = [
        (GeminiScript.refusal(400, "INVALID_ARGUMENT", details: invalidKey), .keyRefused, nil),
        (GeminiScript.refusal(400, "INVALID_ARGUMENT", message: "API key expired. Renew it."), .keyRefused, nil),
        (GeminiScript.refusal(400, "INVALID_ARGUMENT", message: "Unknown name"), .requestRefused, nil),
        (GeminiScript.refusal(400, "FAILED_PRECONDITION"), .regionRefused, nil),
        (GeminiScript.refusal(401, "UNAUTHENTICATED"), .keyRefused, nil),
        (GeminiScript.refusal(403, "PERMISSION_DENIED"), .forbidden, nil),
        (restricted("API_KEY_HTTP_REFERRER_BLOCKED"), .keyRestricted(.webSites), nil),
        (restricted("API_KEY_IP_ADDRESS_BLOCKED"), .keyRestricted(.addresses), nil),
        (restricted("API_KEY_ANDROID_APP_BLOCKED"), .keyRestricted(.apps), nil),
        (restricted("API_KEY_IOS_APP_BLOCKED"), .keyRestricted(.apps), nil),
        (restricted("API_KEY_SERVICE_BLOCKED"), .keyRestricted(.otherServices), nil),
        (restricted("SERVICE_DISABLED"), .keyRestricted(.serviceDisabled), nil),
        (restricted("BILLING_DISABLED"), .keyRestricted(.billing), nil),
        (restricted("CONSUMER_SUSPENDED"), .keyRestricted(.suspended), nil),
        (restricted("SOMETHING_NEW"), .forbidden, nil),
        (
            GeminiScript.refusal(
                403, "PERMISSION_DENIED", message: "Generative Language API has not been used in project 7 before."),
            .keyRestricted(.serviceDisabled), nil
        ),
        (GeminiScript.refusal(404, "NOT_FOUND"), .modelGone, nil),
        (
            GeminiScript.refusal(
                429, "RESOURCE_EXHAUSTED",
                details: quota("GenerateContentPaidTierInputTokensPerModelPerMinute", "1000000") + "," + retry),
            .textLimited, 38
        ),
        (
            // One detail of an unknown form does not cost the others.
            GeminiScript.refusal(
                429, "RESOURCE_EXHAUSTED", details: #"{"metadata":7,"reason":["x"],"violations":{}},"# + retry),
            .rateLimited(allowed: nil), 38
        ),
        (
            GeminiScript.refusal(
                429, "RESOURCE_EXHAUSTED",
                details: quota("GenerateRequestsPerMinutePerProjectPerModel-FreeTier") + "," + retry),
            .rateLimited(allowed: 15), 38
        ),
        (
            GeminiScript.refusal(429, "RESOURCE_EXHAUSTED", details: quota("GenerateRequestsPerDayPerProjectPerModel")),
            .quotaExhausted, nil
        ),
        (GeminiScript.refusal(429, "RESOURCE_EXHAUSTED"), .rateLimited(allowed: nil), nil),
        (GeminiScript.refusal(429, "RESOURCE_EXHAUSTED", fields: ["Retry-After: 7"]), .rateLimited(allowed: nil), 7),
        (GeminiScript.refusal(500, "INTERNAL"), .serverFailed, nil),
        (GeminiScript.refusal(503, "UNAVAILABLE"), .serverFailed, nil),
        (GeminiScript.refusal(504, "DEADLINE_EXCEEDED"), .serverFailed, nil),
        (MadeAnswer(503, text: "<html>Bad gateway</html>"), .serverFailed, nil),
        (MadeAnswer(429, fields: ["Retry-After: 5"], text: ""), .rateLimited(allowed: nil), 5),
        (MadeAnswer(400, text: "[" + GeminiScript.error(400, "X", details: invalidKey) + "]"), .keyRefused, nil),
        (MadeAnswer(302, fields: ["Location: /elsewhere"], pieces: []), .requestRefused, nil),
    ]

    @Test(arguments: refusals)
    func everyRefusalIsUnderstood(answer: MadeAnswer, kind: TranslationError.Kind, seconds: Double?) async {
        let heard = await heard(answer)
        #expect(heard.kind == kind)
        #expect(heard.failure?.retryAfter == seconds.map { .seconds($0) })
        #expect(heard.wholes.isEmpty)
    }

    private static let ends: [(MadeAnswer, TranslationError.Kind)] = [
        (GeminiScript.says("Gu", finish: "MAX_TOKENS"), .cut),
        (GeminiScript.says("Gu", finish: "SAFETY"), .blocked(.safety)),
        (GeminiScript.says("Gu", finish: "RECITATION"), .blocked(.recitation)),
        (GeminiScript.says("Gu", finish: "LANGUAGE"), .blocked(.language)),
        (GeminiScript.says("Gu", finish: "BLOCKLIST"), .blocked(.forbiddenContent)),
        (GeminiScript.says("Gu", finish: "PROHIBITED_CONTENT"), .blocked(.forbiddenContent)),
        (GeminiScript.says("Gu", finish: "SPII"), .blocked(.personalData)),
        (GeminiScript.says("Gu", finish: "OTHER"), .blocked(.unknown)),
        (GeminiScript.says("Gu", finish: "SOMETHING_NEW"), .blocked(.unknown)),
        (GeminiScript.says("Gu", finish: "MALFORMED_FUNCTION_CALL"), .badAnswer),
        (GeminiScript.events(#"{"promptFeedback":{"blockReason":"SAFETY"}}"#), .blocked(.safety)),
        (GeminiScript.events(#"{"promptFeedback":{"blockReason":"OTHER"}}"#), .blocked(.unknown)),
        (GeminiScript.events(#"{"promptFeedback":{"blockReason":"PROHIBITED_CONTENT"}}"#), .blocked(.forbiddenContent)),
        (GeminiScript.events(#"{"usageMetadata":{}}"#), .empty),
        (GeminiScript.events(#"{"candidates":[{"finishReason":"STOP"}]}"#), .empty),
        (GeminiScript.says("", finish: "STOP"), .empty),
        (GeminiScript.says("Gu", finish: nil), .interrupted),
        (GeminiScript.streams("Guten Tag"), .badAnswer),
        (GeminiScript.streams(#"{"translation":"Gu"#), .badAnswer),
        (GeminiScript.events("<html>"), .badAnswer),
        (GeminiScript.events(#"{"candidates":7}"#), .badAnswer),
        (GeminiScript.events("[" + GeminiScript.error(503, "UNAVAILABLE") + "]"), .serverFailed),
        (GeminiScript.events(GeminiScript.error(429, "X", details: quota("RequestsPerDay"))), .quotaExhausted),
        (MadeAnswer(text: ""), .empty),
        (MadeAnswer(pieces: [], ending: .cut), .interrupted),
        (GeminiScript.says("Grüße aus Köln").cut(after: 240), .interrupted),
    ]

    @Test(arguments: ends)
    func everyWayAnAnswerCanEndIsUnderstood(answer: MadeAnswer, kind: TranslationError.Kind) async {
        let heard = await heard(answer)
        #expect(heard.kind == kind)
        #expect(heard.wholes.isEmpty)
    }

    @Test func aConnectionMayBreakAtEveryByte() async {
        let answer = GeminiScript.says("Grüße, 世界 👩‍🚀")
        let count = answer.pieces.joined().count
        for length in stride(from: 0, to: count, by: 13) {
            let heard = await heard(answer.cut(after: length))
            #expect(heard.kind == .interrupted)
        }
    }

    @Test func aGigabyteIsNotRead() async {
        let line = MadeAnswer(pieces: [Array("data: ".utf8), [UInt8](repeating: 65, count: 1 << 16)], ending: .endless)
        #expect(await heard(line).kind == .badAnswer)
        let event = Array(#"data: {"candidates":[{"content":{"parts":[{"text":"AAAAAAAA"}]}}]}"#.utf8) + [10, 10]
        let many = MadeAnswer(pieces: [Array(repeating: event, count: 500).flatMap { $0 }], ending: .endless)
        #expect(await heard(many).kind == .badAnswer)
        let refusal = MadeAnswer(500, pieces: [[UInt8](repeating: 65, count: 1 << 16)], ending: .endless)
        #expect(await heard(refusal).kind == .serverFailed)
    }

    @Test func anAnswerOfAByteNowAndThenIsGivenUp() async {
        var slow = GeminiScript.says("Guten Tag").byteByByte
        slow.pause = .milliseconds(100)
        #expect(await heard(slow, timeout: .seconds(1)).kind == .timedOut)
    }

    @Test func silenceIsGivenUp() async {
        #expect(await heard(MadeAnswer(pieces: [], ending: .silence), timeout: .seconds(1)).kind == .timedOut)
    }

    @Test func noErrorRepeatsWhatWasSaidOrTheKey() async {
        let message = "Cannot do unspeakable with AQ.secret"
        for answer in Self.refusals.map(\.0) + Self.ends.map(\.0)
            + [GeminiScript.refusal(400, "unspeakable thing", message: message)]
        {
            let failure = await heard(answer).failure
            let text = "\(String(reflecting: failure))"
            #expect(!text.contains("unspeakable") && !text.contains("secret"))
        }
    }

    @Test(arguments: [
        ("https://parlando.invalid", TranslationError.Kind.offline), ("http://example.org", .addressRefused),
        ("nonsense", .addressRefused), ("http://127.0.0.1:1", .offline),
    ])
    func anAddressThatLeadsNowhereIsSaid(home: String, kind: TranslationError.Kind) async {
        let translator = GeminiTranslator(client: HTTPClient(), key: Private("k"), model: "m", home: home)
        #expect(await Heard(translator, "x").kind == kind)
    }
}
