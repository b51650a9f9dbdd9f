import ParlandoCore
import ParlandoTestSupport
import Testing

@testable import ParlandoRecognition

@Suite struct LiveTranscriberTests {
    struct Outcome {
        var events: [RecognitionEvent] = []
        var final: [Word] = []
        var partials = 0
        var progress = 0.0

        mutating func add(_ event: RecognitionEvent) {
            events.append(event)
            switch event {
            case .final(let words): final += words
            case .interim: partials += 1
            case .progress(let seconds): progress = seconds
            default: break
            }
        }
    }

    static func run(
        _ speech: MadeSpeech, block: Int = 1600, policy: LivePolicy = LivePolicy(), decoder: MadeSpeechDecoder? = nil,
        isMultilingual: Bool = false
    ) throws -> Outcome {
        var transcriber = LiveTranscriber(
            decoder: decoder ?? MadeSpeechDecoder(speech), gate: MadeSpeechGate(), policy: policy,
            isMultilingual: isMultilingual, language: nil)
        var outcome = Outcome()
        for start in stride(from: 0, to: speech.samples.count, by: block) {
            try transcriber.append(Array(speech.samples[start..<min(start + block, speech.samples.count)]))
            while let events = try transcriber.step() {
                events.forEach { outcome.add($0) }
            }
        }
        try transcriber.finish()
        while let events = try transcriber.step() {
            events.forEach { outcome.add($0) }
        }
        #expect(transcriber.sound.end == speech.samples.count)
        return outcome
    }

    static func hear(
        _ count: Int, prepare: (MadeSpeechDecoder) -> Void
    ) throws -> (outcome: Outcome, decoder: MadeSpeechDecoder) {
        var speech = MadeSpeech()
        speech.speak(words(count))
        let decoder = MadeSpeechDecoder(speech)
        prepare(decoder)
        return (try run(speech, decoder: decoder), decoder)
    }

    static func words(_ count: Int, _ name: String = "word") -> [String] {
        (1...count).map { "\(name)\($0)" }
    }

    static func conversation() -> MadeSpeech {
        var speech = MadeSpeech()
        speech.pause(1.3)
        speech.speak(words(9, "alpha"))
        speech.pause(1.1)
        speech.speak(words(5, "beta"))
        speech.pause(0.5)
        speech.speak(words(7, "gamma"))
        speech.pause(3)
        speech.speak(words(60, "delta"))
        speech.pause(0.1)
        return speech
    }

    /// The last is a backlog of all of it.
    @Test(arguments: [160, 333, 512, 1600, 16_000, 10_000_000])
    func everyWordIsFinalOnceInOrder(block: Int) throws {
        let speech = Self.conversation()
        let outcome = try Self.run(speech, block: block)
        #expect(outcome.final.map(\.text) == speech.items.map(\.text))
    }

    @Test func aFileGivesTheSameWordsWithoutPartials() throws {
        let speech = Self.conversation()
        let outcome = try Self.run(speech, policy: .file)
        #expect(outcome.final.map(\.text) == speech.items.map(\.text))
        #expect(outcome.partials == 0)
    }

    @Test func aWordThatEndsWithTheSessionIsKept() throws {
        var speech = MadeSpeech()
        speech.pause(0.5)
        speech.speak(["almost", "lost"], gap: 0)
        let outcome = try Self.run(speech, block: 777)
        #expect(outcome.final.map(\.text) == ["almost", "lost"])
    }

    @Test func aWordIsShownBeforeThePauseThatMakesItFinal() throws {
        var speech = MadeSpeech()
        speech.speak(["hello"])
        speech.pause(0.5)
        let outcome = try Self.run(speech)
        let firstShown = outcome.events.firstIndex {
            if case .interim(let words) = $0 { words.map(\.text) == ["hello"] } else { false }
        }
        let finalAt = outcome.events.firstIndex { if case .final = $0 { true } else { false } }
        #expect(try #require(firstShown) < #require(finalAt))
    }

    @Test func wordsBecomeFinalWhileTheSpeakerGoesOn() throws {
        var speech = MadeSpeech()
        speech.speak(Self.words(20))
        let outcome = try Self.run(speech)
        let firstFinal = outcome.events.firstIndex { if case .final = $0 { true } else { false } }
        let interimsBefore = outcome.events[..<(try #require(firstFinal))].count
        #expect(interimsBefore < outcome.events.count / 2)
    }

    @Test func aWordIsFinalOnlyAsAReviewHearsIt() throws {
        let (outcome, _) = try Self.hear(20) { $0.unclear = ["word4", "word5", "word11"] }
        #expect(outcome.final.map(\.text) == Self.words(20))
    }

    @Test func wordsSaidTwiceAreReportedTwice() throws {
        var speech = MadeSpeech()
        speech.speak(["ask", "not", "ask", "not"])
        speech.pause(1)
        #expect(try Self.run(speech).final.map(\.text) == ["ask", "not", "ask", "not"])
    }

    @Test func doubtfulWordsDoNotHoldBackLaterOnes() throws {
        let (outcome, _) = try Self.hear(12) { $0.unclear = ["word1"] }
        let firstFinal = try #require(outcome.events.firstIndex { if case .final = $0 { true } else { false } })
        let heardBefore = outcome.events[..<firstFinal].reversed().compactMap { event in
            if case .progress(let seconds) = event { seconds } else { nil }
        }
        #expect(try #require(heardBefore.first) < 5)
    }

    @Test func reviewsComeOnlyNowAndThenHoweverUnclearTheSpeaker() throws {
        let (outcome, decoder) = try Self.hear(60) { $0.unclear = Set(Self.words(60)) }
        let reviews = decoder.efforts.filter { $0 == .full }.count
        #expect(reviews > 0)
        #expect(Double(reviews) <= outcome.progress / LivePolicy().reviewInterval + 1)
        #expect(outcome.final.map(\.text) == Self.words(60))
    }

    /// On a slower processor words are final later, not worse.
    @Test(arguments: [0.05, 0.5, 2])
    func aSlowDecoderIsAskedLessOftenAndLosesNothing(cost: Double) throws {
        let (outcome, decoder) = try Self.hear(60) { $0.cost = cost }
        #expect(outcome.final.map(\.text) == Self.words(60))
        let reviews = Double(decoder.efforts.filter { $0 == .full }.count)
        #expect(
            reviews <= outcome.progress / max(LivePolicy().reviewInterval, LivePolicy().reviewDuty * cost * 0.5) + 2)
    }

    @Test func theWorkOfReviewsIsMeasuredAgainstTheSpeechThatTheyCover() throws {
        var speech = MadeSpeech()
        speech.speak(Self.words(300))
        let decoder = MadeSpeechDecoder(speech)
        decoder.cost = 0.5
        var transcriber = LiveTranscriber(
            decoder: decoder, gate: MadeSpeechGate(), policy: .file, isMultilingual: false, language: nil)
        try transcriber.append(speech.samples)
        try transcriber.finish()
        while try transcriber.step() != nil {}
        #expect(transcriber.reviewed.work == 0.5 * Double(decoder.efforts.count(where: { $0 == .full })))
        #expect(abs(transcriber.reviewed.speech - Double(speech.samples.count) / 16_000) < 2)
    }

    @Test func noDecodingBeginsWithoutTheSoundBefore() throws {
        let (_, decoder) = try Self.hear(150) { _ in }
        let begun = try #require(decoder.prefixes.firstIndex { !$0.isEmpty })
        #expect(decoder.prefixes[begun...].allSatisfy { $0.count >= 2 })
        #expect(decoder.prefixes.contains { !$0.contains(1) && !$0.isEmpty }, "the context moves on")
    }

    @Test func silenceIsNeverDecoded() throws {
        var speech = MadeSpeech()
        speech.pause(60)
        let decoder = MadeSpeechDecoder(speech)
        let outcome = try Self.run(speech, decoder: decoder)
        #expect(decoder.lengths.isEmpty)
        #expect(outcome.final.isEmpty)
    }

    @Test func workASecondDoesNotGrowWithTheSession() throws {
        var speech = MadeSpeech()
        for sentence in 0..<60 {
            speech.speak(Self.words(9, "s\(sentence)w"))
            speech.pause(sentence % 7 == 0 ? 2.5 : 0.3)
        }
        let decoder = MadeSpeechDecoder(speech)
        let outcome = try Self.run(speech, decoder: decoder)
        #expect(outcome.final.count == speech.items.count)
        let longest = Double(try #require(decoder.lengths.max())) / 16_000
        #expect(longest <= 29)
        let half = decoder.lengths.count / 2
        let first = decoder.lengths[..<half].reduce(0, +)
        let second = decoder.lengths[half...].reduce(0, +)
        #expect(Double(second) < 1.1 * Double(first))
    }

    /// Without a pause, faster than it can be followed, as from a file.
    @Test(arguments: [LivePolicy.file, LivePolicy()])
    func soundThatNobodyNeedsIsForgotten(policy: LivePolicy) throws {
        var speech = MadeSpeech()
        speech.speak(Self.words(600))
        var transcriber = LiveTranscriber(
            decoder: MadeSpeechDecoder(speech), gate: MadeSpeechGate(), policy: policy, isMultilingual: false,
            language: nil)
        var most = 0
        var rest = speech.samples[...]
        while try transcriber.step() != nil || !rest.isEmpty {
            if transcriber.samplesAhead < 160_000 {
                try transcriber.append(Array(rest.prefix(480_000)))
                rest = rest.dropFirst(480_000)
            }
            most = max(most, transcriber.sound.end - transcriber.sound.start)
        }
        #expect(speech.samples.count > 3_000_000)
        #expect(most < 1_200_000)
    }

    @Test func aLongPauseEndsTheParagraph() throws {
        let outcome = try Self.run(Self.conversation())
        #expect(outcome.events.filter { $0 == .paragraphEnded }.count == 1)
    }

    @Test func timesFollowTheWords() throws {
        let speech = Self.conversation()
        let outcome = try Self.run(speech)
        for (word, item) in zip(outcome.final, speech.items) {
            #expect(abs(word.start - Double(item.range.lowerBound) / 16_000) < 0.5, "\(word.text)")
            #expect(word.start <= word.end)
        }
        for (earlier, later) in zip(outcome.final, outcome.final.dropFirst()) {
            #expect(earlier.end <= later.start + 1e-9)
        }
    }

    @Test func aMultilingualModelTellsTheLanguageAfterThreeSeconds() throws {
        var speech = MadeSpeech()
        speech.speak(Self.words(12))
        let decoder = MadeSpeechDecoder(speech)
        decoder.language = DetectedLanguage(code: "de", probability: 0.9)
        let outcome = try Self.run(speech, decoder: decoder, isMultilingual: true)
        #expect(outcome.events.filter { $0 == .language("de", probability: 0.9) }.count == 1)
    }

    @Test(arguments: [(0.9, 1), (0.6, 1), (0.4, 0)])
    func aShortUtteranceReportsItsLanguageOnceFinal(probability: Double, times: Int) throws {
        var speech = MadeSpeech()
        speech.speak(Self.words(3))
        speech.pause(1)
        let decoder = MadeSpeechDecoder(speech)
        decoder.language = DetectedLanguage(code: "de", probability: probability)
        let outcome = try Self.run(speech, decoder: decoder, isMultilingual: true)
        #expect(outcome.events.filter { $0 == .language("de", probability: probability) }.count == times)
    }

    @Test(arguments: [(-0.2, 0), (-0.9, 1)])
    func anEnglishModelWarnsWhenItHardlyBelievesItsWords(logProbability: Double, warnings: Int) throws {
        var speech = MadeSpeech()
        for _ in 0..<4 {
            speech.speak(Self.words(8))
            speech.pause(1)
        }
        let decoder = MadeSpeechDecoder(speech)
        decoder.meanLogProbability = logProbability
        let outcome = try Self.run(speech, decoder: decoder)
        #expect(outcome.events.filter { $0 == .warning(.notEnglish) }.count == warnings)
    }
}

/// The last words at Stop.
@Suite struct LastWordsTests {
    /// Three words and `pause` seconds of silence, then Stop.
    private func stop(
        after pause: Double = 0.4, probability: Double = 0.7, gap: Double = 0.2, isMultilingual: Bool = false,
        prepare: (MadeSpeechDecoder) -> Void = { _ in }
    ) throws -> (outcome: LiveTranscriberTests.Outcome, reviews: Int) {
        var speech = MadeSpeech()
        speech.speak(LiveTranscriberTests.words(3), gap: gap)
        speech.pause(pause)
        let decoder = MadeSpeechDecoder(speech)
        prepare(decoder)
        var policy = LivePolicy()
        policy.lastProbability = probability
        let outcome = try LiveTranscriberTests.run(
            speech, policy: policy, decoder: decoder, isMultilingual: isMultilingual)
        #expect(outcome.final.map(\.text) == LiveTranscriberTests.words(3))
        return (outcome, decoder.efforts.count { $0 == .full })
    }

    @Test func wordsWithoutDoubtThatWereAllHeardNeedNoReview() throws {
        #expect(try stop().reviews == 0)
    }

    @Test func wordsThatMayStillChangeGetOne() throws {
        #expect(try stop(probability: 0.999).reviews == 1)
    }

    @Test func doubtfulAndMisheardWordsGetOne() throws {
        let doubtful = try stop(probability: 0) { $0.doubtful = ["word2"] }
        #expect(doubtful.reviews == 1)
        #expect(doubtful.outcome.final.map(\.readings.isEmpty) == [true, false, true])
        #expect(try stop(probability: 0) { $0.unclear = ["word3"] }.reviews == 1)
    }

    /// At Stop in the middle of the speech, the last decoding has not heard all of it.
    @Test(arguments: [0.0, 0.02, 0.05])
    func aWordThatWasNotHeardWholeIsNotLost(pause: Double) throws {
        _ = try stop(after: pause, probability: 0, gap: 0)
    }

    @Test func theLanguageOfAShortUtteranceTakesAReview() throws {
        let (outcome, reviews) = try stop(isMultilingual: true) {
            $0.language = DetectedLanguage(code: "de", probability: 0.9)
        }
        #expect(reviews == 1)
        #expect(outcome.events.filter { $0 == .language("de", probability: 0.9) }.count == 1)
    }

    @Test func theQueueIsOverOnceItsEndIsKnownAndAllIsTaken() async {
        let inbox = SampleInbox()
        await inbox.append([1, 2])
        inbox.finish()
        #expect(!inbox.isOver)
        _ = inbox.takeNow(.max)
        #expect(inbox.isOver)
    }
}

@Suite struct ReadingTests {
    private func hear(
        _ doubtful: Set<String>, policy: LivePolicy = LivePolicy()
    ) throws -> (words: [Word], decoder: MadeSpeechDecoder) {
        let speech = LiveTranscriberTests.conversation()
        let decoder = MadeSpeechDecoder(speech)
        decoder.doubtful = doubtful
        let outcome = try LiveTranscriberTests.run(speech, policy: policy, decoder: decoder)
        #expect(outcome.final.map(\.text) == speech.items.map(\.text))
        return (outcome.final, decoder)
    }

    @Test(arguments: [LivePolicy(), .file])
    func everyDoubtfulWordBecomesFinalWithItsReadings(policy: LivePolicy) throws {
        // At the beginning, before pauses, within long speech, at the end.
        let doubtful: Set<String> = ["alpha1", "alpha9", "beta2", "gamma7", "delta30", "delta60"]
        let (words, _) = try hear(doubtful, policy: policy)
        for word in words {
            #expect(word.readings.map(\.text) == (doubtful.contains(word.text) ? [String(word.text.reversed())] : []))
        }
    }

    @Test func nothingIsWeighedForWordsThatAreSure() throws {
        #expect(try hear([]).decoder.weighed.isEmpty)
    }

    @Test func withoutStepsNothingIsWeighed() throws {
        var policy = LivePolicy()
        policy.readingSteps = 0
        #expect(try hear(["beta2"], policy: policy).decoder.weighed.isEmpty)
    }

    @Test func aWordIsWeighedAFewTimesAtMost() throws {
        let weighed = try hear(["delta30"]).decoder.weighed.filter { $0 == ["delta30"] }
        #expect((1...2).contains(weighed.count))
    }
}
