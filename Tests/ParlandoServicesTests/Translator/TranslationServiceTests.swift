import ParlandoCore
import ParlandoServices
import ParlandoTestSupport
import Testing

/// Turns, limits and tries, with a clock that the test moves.
@Suite(.timeLimit(.minutes(1))) struct TranslationServiceTests {
    private let clock = ManualClock(advancesItself: false)
    private let offline = TranslationError(.offline)

    private func service(_ translator: ScriptedTranslator, _ change: (inout TranslationLimits) -> Void = { _ in })
        -> TranslationService
    {
        var limits = TranslationLimits()
        change(&limits)
        return TranslationService(translator: translator, limits: limits, clock: clock)
    }

    private func outcome(
        _ service: TranslationService, _ text: String, _ priority: TranslationPriority = .typed
    ) -> Task<Outcome, Never> {
        Task { await Outcome(of: service.translate(Phrase(text), into: "de", priority: priority)) }
    }

    @Test func whatIsMadeIsToldAsItGrows() async {
        let service = service(ScriptedTranslator([.says(["Gu", "Guten"], "Guten Tag")]))
        let outcome = await outcome(service, "Hello").value
        #expect(outcome.partials == ["Gu", "Guten"])
        #expect(outcome.translations == ["Guten Tag"])
        #expect(outcome.failure == nil)
    }

    @Test func aFailureThatMayPassIsTriedAgainFiveTimes() async throws {
        let translator = ScriptedTranslator(Array(repeating: .fails(offline), count: 9))
        let task = outcome(service(translator), "Hello")
        for (number, seconds) in [1.0, 2, 4, 8, 16].enumerated() {
            await hasRested(number + 1)
            let wait = try #require(clock.sleeps.last { $0 != .seconds(120) })
            #expect(abs(wait / .seconds(1) - seconds) <= seconds / 10 + 1e-9)
            clock.advance(by: wait)
        }
        let outcome = await task.value
        #expect(outcome.failure?.kind == .offline)
        #expect(outcome.waits == [.offline, .offline, .offline, .offline, .offline])
        #expect(translator.requests.count == 6)
    }

    @Test func afterABreakTheTextStartsOver() async {
        let broken = TranslationError(.interrupted)
        let translator = ScriptedTranslator([.fails(broken, after: ["Gut"]), .says(["Gu"], "Guten Tag")])
        let task = outcome(service(translator), "Hello")
        await hasRested(1)
        clock.advance(by: .seconds(2))
        let outcome = await task.value
        #expect(outcome.partials == ["Gut", "Gu"])
        #expect(outcome.translations == ["Guten Tag"])
    }

    @Test(arguments: [
        TranslationError.Kind.keyRefused, .forbidden, .quotaExhausted, .blocked(.safety), .untrusted, .pairRefused,
        .regionRefused, .modelGone,
    ])
    func whatNoTimeCanMendFailsAtOnce(kind: TranslationError.Kind) async {
        let translator = ScriptedTranslator([.fails(TranslationError(kind))])
        let outcome = await outcome(service(translator), "Hello").value
        #expect(outcome.failure?.kind == kind)
        #expect(translator.requests.count == 1)
    }

    @Test(arguments: [TranslationError.Kind.empty, .cut, .badAnswer, .requestRefused])
    func aBadAnswerIsAskedForInOtherWordsOnce(kind: TranslationError.Kind) async {
        let translator = ScriptedTranslator([.fails(TranslationError(kind)), .says([], "Hallo")])
        let outcome = await outcome(service(translator), "Hello").value
        #expect(outcome.translations == ["Hallo"])
        #expect(translator.requests.map(\.prompt) == [.usual, .plain])
    }

    @Test func otherWordsAreTriedOnlyOnceAndOnlyWhereThereAreAny() async {
        let empty = TranslationError(.empty)
        let twice = ScriptedTranslator([.fails(empty), .fails(empty)])
        #expect(await outcome(service(twice), "Hello").value.failure == empty)
        #expect(twice.requests.count == 2)
        let once = ScriptedTranslator([.fails(empty)], rephrases: false)
        #expect(await outcome(service(once), "Hello").value.failure == empty)
        #expect(once.requests.count == 1)
    }

    @Test func aMinuteQuotaHoldsEverybodyForAsLongAsTheServiceAsks() async {
        let quota = TranslationError(.rateLimited(allowed: 10), retryAfter: .seconds(38))
        let translator = ScriptedTranslator([.fails(quota)])
        let service = service(translator)
        let first = outcome(service, "one")
        await hasRested(1)
        let second = outcome(service, "two")
        await hasRested(2)
        #expect(translator.requests.count == 1)
        clock.advance(by: .seconds(38))
        #expect(await first.value.translations == ["ONE"])
        #expect(await second.value.translations == ["TWO"])
        #expect(clock.sleeps.count { $0 == .seconds(38) } == 2)
    }

    @Test func theLimitOfAMinuteIsKept() async {
        let translator = ScriptedTranslator()
        let service = service(translator) { $0.perMinute = 2 }
        #expect(await outcome(service, "a").value.translations == ["A"])
        #expect(await outcome(service, "b").value.translations == ["B"])
        let third = outcome(service, "c")
        await hasRested(1)
        #expect(translator.requests.count == 2)
        clock.advance(by: .seconds(60))
        #expect(await third.value.translations == ["C"])
    }

    @Test func theUrgentOvertakesWhatWaits() async {
        let translator = ScriptedTranslator([.silence])
        let service = service(translator) { $0.parallel = 1 }
        var asked = translator.asked.makeAsyncIterator()
        let running = outcome(service, "running")
        _ = await asked.next()
        let tasks = [
            await queued(service, "ahead", .ahead), await queued(service, "typed", .typed),
            await queued(service, "spoken", .spoken),
        ]
        running.cancel()
        for task in tasks {
            #expect(await task.value.failure == nil)
        }
        #expect(translator.requests.map(\.phrase.text.revealed) == ["running", "spoken", "typed", "ahead"])
    }

    @Test func whoeverTakesTooLongIsGivenUp() async {
        let service = service(ScriptedTranslator([.silence])) { $0.parallel = 1 }
        let first = outcome(service, "one")
        await clock.hasBegun(sleeps: 1)
        let second = outcome(service, "two")
        await clock.hasBegun(sleeps: 2)
        clock.advance(by: .seconds(120))
        #expect(await first.value.failure?.kind == .timedOut)
        #expect(await second.value.failure?.kind == .timedOut)
        #expect(await outcome(service, "three").value.translations == ["THREE"])
    }

    @Test func cancellingFreesThePlaceWhereverThePhraseIs() async {
        let translator = ScriptedTranslator([.silence, .fails(offline)])
        let service = service(translator) { $0.parallel = 1 }
        var asked = translator.asked.makeAsyncIterator()
        let running = outcome(service, "running")
        _ = await asked.next()
        let waiting = await queued(service, "waiting", .spoken)
        waiting.cancel()
        _ = await waiting.value
        running.cancel()
        _ = await running.value
        let resting = outcome(service, "resting")
        await hasRested(1)
        resting.cancel()
        _ = await resting.value
        #expect(await outcome(service, "last").value.translations == ["LAST"])
        #expect(translator.requests.map(\.phrase.text.revealed) == ["running", "resting", "last"])
    }

    @Test func whoDoesNotFitIntoTheLineIsTold() async {
        let translator = ScriptedTranslator([.silence])
        let service = service(translator) {
            $0.parallel = 1
            $0.capacity = 2
        }
        var asked = translator.asked.makeAsyncIterator()
        let running = outcome(service, "running")
        _ = await asked.next()
        let first = await queued(service, "first", .typed)
        let second = await queued(service, "second", .typed)
        #expect(await queued(service, "third", .typed).value.failure?.kind == .queueFull)
        let spoken = await queued(service, "spoken", .spoken)
        #expect(await second.value.failure?.kind == .queueFull)
        running.cancel()
        #expect(await first.value.translations == ["FIRST"])
        #expect(await spoken.value.translations == ["SPOKEN"])
    }

    @Test(arguments: ["", "   ", String(repeating: "x", count: 10_001)])
    func whatCannotBeTranslatedAsksNobody(text: String) async {
        let translator = ScriptedTranslator()
        let failure = await outcome(service(translator), text).value.failure
        #expect([.nothingToTranslate, .tooLong].contains(failure?.kind))
        #expect(translator.requests.isEmpty)
    }

    /// Returns when so many waits have begun; the time-out of a whole phrase is none.
    private func hasRested(_ count: Int) async {
        await clock.hasBegun(sleeps: count, otherThan: .seconds(120))
    }

    /// Returns when the phrase stands in the line.
    private func queued(
        _ service: TranslationService, _ text: String, _ priority: TranslationPriority
    ) async -> Task<Outcome, Never> {
        let (stream, joined) = AsyncStream.makeStream(of: Void.self)
        let task = Task {
            await Outcome(of: service.translate(Phrase(text), into: "de", priority: priority), joined: joined)
        }
        for await _ in stream {
            break
        }
        return task
    }
}

/// All that was told of one phrase.
struct Outcome: Sendable {
    var partials: [String] = []
    var translations: [String] = []
    var waits: [TranslationError.Kind?] = []
    var failure: TranslationError?

    /// - Parameter joined: hears of each time that the phrase joins the line.
    init(
        of news: AsyncThrowingStream<TranslationEvent, any Error>, joined: AsyncStream<Void>.Continuation? = nil
    ) async {
        do {
            for try await piece in news {
                switch piece {
                case .queued: joined?.yield()
                case .waiting(_, let error): waits.append(error?.kind)
                case .partial(let text): partials.append(text.revealed)
                case .translated(let translation): translations.append(translation.text.revealed)
                }
            }
        } catch {
            failure = error as? TranslationError
        }
    }
}
