import ParlandoCore
import ParlandoNetwork
import ParlandoServices
import ParlandoTestSupport
import Testing

/// How long phrases wait for services that refuse, with real answers of these services and a clock that runs faster.
@Suite(.timeLimit(.minutes(1))) struct RefusalPatienceTests {
    private func service(_ translator: any Translator) -> TranslationService {
        var limits = TranslationLimits()
        limits.timeout = .seconds(100_000)
        return TranslationService(translator: translator, limits: limits, clock: HurriedClock(speed: 100))
    }

    /// A service whose first answers are given; afterwards it translates.
    private func gemini(_ answers: [MadeAnswer]) throws -> (server: LoopbackServer, service: TranslationService) {
        let script = GeminiScript()
        answers.forEach { script.answerNext($0) }
        let server = try LoopbackServer(script: script)
        let translator = GeminiTranslator(
            client: HTTPClient(), key: Private("k"), model: "gemini-3.5-flash-lite",
            home: String(server.address.dropLast()))
        return (server, service(translator))
    }

    private static func exhausted(_ details: String = "", message: String = "No.") -> MadeAnswer {
        GeminiScript.refusal(429, "RESOURCE_EXHAUSTED", message: message, details: details)
    }

    private static func reset(_ delay: String) -> String {
        #"{"reason":"RATE_LIMIT_EXCEEDED","domain":"googleapis.com","metadata":{"quotaResetDelay":"\#(delay)"}}"#
    }

    private static func quota(_ id: String, _ value: String) -> String {
        #"{"violations":[{"quotaId":"\#(id)","quotaValue":"\#(value)"}]}"#
    }

    private static let tokens = "GenerateContentPaidTierInputTokensPerModelPerMinute"
    private static let perMinute = "GenerateRequestsPerMinutePerProjectPerModel-FreeTier"

    /// A refusal, and the seconds for which the phrase waits until its next try.
    private static let refusals: [(MadeAnswer, ClosedRange<Double>)] = [
        (exhausted(message: "Resource exhausted. Please try again later."), 0.9...1.1),
        (exhausted(message: "You exceeded your current quota. Please retry in 3.2s."), 3.2...3.2),
        (exhausted(message: "Quota exceeded; please retry in 0m59.5s."), 59.5...59.5),
        (exhausted(message: "Please retry in 0.4s."), 0.4...0.4),
        (exhausted(reset("373.801628ms")), 0.373...0.374),
        (exhausted(#"{"retryDelay":"2.463586755s"}"#), 2.463...2.464),
        (exhausted(#"{"retryDelay":"3s"},"# + quota(tokens, "1000000")), 3...3),
        (exhausted(quota(tokens, "10")), 0.9...1.1),
        (exhausted(quota(perMinute, "10") + #",{"retryDelay":"37s"}"#), 37...37),
        (MadeAnswer(429, fields: ["Retry-After: 2"], text: "<h1>Too many requests</h1>"), 2...2),
    ]

    @Test(arguments: refusals)
    func aPhraseWaitsAsLongAsTheServiceNamesElseASecond(answer: MadeAnswer, seconds: ClosedRange<Double>) async throws {
        let (server, service) = try gemini([answer])
        let waited = await Waits(service, "one")
        #expect(waited.text == "‹one›")
        #expect(waited.seconds.count == 1)
        #expect(waited.seconds.allSatisfy { seconds.contains($0) }, "\(waited.seconds)")
        // Whoever comes next does not pay for it.
        #expect(await Waits(service, "two").seconds.isEmpty)
        #expect(server.requests.count == 3)
    }

    @Test func withoutANamedDelayTheWaitsDouble() async throws {
        let (server, service) = try gemini(Array(repeating: Self.exhausted(), count: 3))
        let waited = await Waits(service, "one")
        #expect(waited.text == "‹one›")
        #expect(waited.seconds.count == 3)
        #expect(zip(waited.seconds, [1.0, 2, 4]).allSatisfy { abs($0 - $1) <= $1 / 10 + 1e-9 }, "\(waited.seconds)")
        #expect(server.requests.count == 4)
    }

    @Test func aServiceThatNamesADelayWithEachRefusalIsStillAskedLessAndLess() async throws {
        let (server, service) = try gemini(Array(repeating: Self.exhausted(#"{"retryDelay":"0.1s"}"#), count: 3))
        let waited = await Waits(service, "one").seconds
        #expect(waited.count == 3 && waited[0] < 0.2 && waited[1] > 1.7 && waited[2] > 3.5, "\(waited)")
        #expect(server.requests.count == 4)
    }

    @Test(arguments: ["Retry-After: 86400", "Retry-After: 3601"])
    func aDelayOfHoursCostsOnePhraseAndNotTheService(field: String) async throws {
        let server = try LoopbackServer(
            script: LibreScript([MadeAnswer(429, fields: [field], text: #"{"error":"Slowdown"}"#)]))
        let service = service(LibreTranslateTranslator(client: HTTPClient(), address: server.address))
        let first = await Waits(service, "one")
        #expect(first.failure?.kind == .rateLimited(allowed: nil))
        #expect(first.failure.flatMap(\.retryAfter).map { $0 > .seconds(3600) } == true)
        #expect(first.seconds.isEmpty)
        let second = await Waits(service, "two")
        #expect(second.text == "Hallo")
        #expect(second.seconds.isEmpty)
    }

    @Test(arguments: [
        MadeAnswer(429, text: #"{"error":"Slowdown: 20 per 1 minute"}"#),
        MadeAnswer(429, fields: ["Content-Type: text/html"], text: "<title>429</title><p>20 per 1 minute"),
    ])
    func libreTranslatesSlowdownIsOverInASecond(answer: MadeAnswer) async throws {
        let server = try LoopbackServer(script: LibreScript([answer]))
        let service = service(LibreTranslateTranslator(client: HTTPClient(), address: server.address))
        let waited = await Waits(service, "one")
        #expect(waited.text == "Hallo")
        #expect(waited.seconds.count == 1 && waited.seconds.allSatisfy { (0.9...1.1).contains($0) })
        #expect(await Waits(service, "two").seconds.isEmpty)
    }

    @Test(arguments: [
        GeminiScript.events(#"{"usageMetadata":{"promptTokenCount":5}}"#), MadeAnswer(text: ""),
        GeminiScript.events(#"{"candidates":[]}"#),
    ])
    func anAnswerOfNothingIsAskedForOnceMoreAndCalledEmpty(answer: MadeAnswer) async throws {
        let (server, service) = try gemini(Array(repeating: answer, count: 9))
        let waited = await Waits(service, "one")
        #expect(waited.failure?.kind == .empty)
        #expect(waited.seconds.isEmpty)
        #expect(server.requests.count == 2)
    }

    @Test func anAnswerThatEndsForNoNamedReasonIsAskedForOnceMore() async throws {
        let other = GeminiScript.events(#"{"candidates":[{"finishReason":"OTHER"}]}"#)
        let (server, service) = try gemini([other, GeminiScript.streams("Guten Tag")])
        #expect(await Waits(service, "one").text == "Guten Tag")
        #expect(server.requests.count == 2)
    }
}

/// What became of one phrase, and how long it had to wait on the way.
struct Waits: Sendable {
    var text: String?
    var seconds: [Double] = []
    var failure: TranslationError?

    init(_ service: TranslationService, _ text: String) async {
        do {
            for try await news in service.translate(Phrase(text), into: "de", priority: .spoken) {
                switch news {
                case .waiting(let time, _): seconds.append(time / .seconds(1))
                case .translated(let translation): self.text = translation.text.revealed
                case .queued, .partial: break
                }
            }
        } catch {
            failure = error as? TranslationError
        }
    }
}
