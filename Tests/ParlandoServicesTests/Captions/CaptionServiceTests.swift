import ParlandoCore
import ParlandoServices
import ParlandoTestSupport
import Synchronization
import Testing

/// Passes on what is recorded, and counts the frames of sound that are complete.
private final class FrameCounter: DictationRecording {
    let counts: AsyncStream<Int>
    private let door: AsyncStream<Int>.Continuation
    private let next: (any DictationRecording)?
    private let state = Mutex((frames: 0, channels: 1))

    init(_ next: (any DictationRecording)?, channels: Int) {
        (counts, door) = AsyncStream.makeStream(of: Int.self)
        self.next = next
        state.withLock { $0.channels = channels }
    }

    func take(_ news: DictationNews) {
        next?.take(news)
        if case .captured(let block) = news {
            door.yield(
                state.withLock { state in
                    state.frames += block.samples.count / state.channels
                    return state.frames
                })
        }
    }
}

/// A caption service with everything around it in the test's hand.
@MainActor final class CaptionStage {
    let microphone = FakeMicrophone()
    let computer = FakeMicrophone()
    let you: ScriptedRecognizer
    let played: ScriptedRecognizer
    let spy = SpyCaptionDelegate()
    let clock = ManualClock(advancesItself: false)
    let service: CaptionService
    private let counter: FrameCounter
    private var frames = 0

    init(
        you: ScriptedRecognizer = ScriptedRecognizer(), computer played: ScriptedRecognizer = ScriptedRecognizer(),
        servers: [CaptionSide: any ServerRecognizing]? = nil, words: (any WordBookStore)? = nil,
        recorder: (any DictationRecording)? = nil, translator: CaptionTranslator? = nil, channels: Int = 2
    ) {
        counter = FrameCounter(recorder, channels: channels)
        self.you = you
        self.played = played
        service = CaptionService(
            microphone: microphone, computer: computer, recognizer: SidedRecognizer(you: you, computer: played),
            servers: servers, words: words, recorder: counter, translator: translator, clock: clock)
        service.delegate = spy
    }

    static let options: CaptionOptions = {
        var options = CaptionOptions(source: .both)
        (options.microphone, options.recognition.language, options.title) = ("usb", "en", "Meeting")
        options.labels = [.you: "You:", .computer: "Computer:"]
        return options
    }()

    /// Returns once both sides that are wanted listen.
    func listen(_ options: CaptionOptions = CaptionStage.options) async {
        await service.start(options)
        for side in options.source.sides {
            let device = side == .you ? microphone : computer
            for await command in device.commands where command != .close {
                break
            }
        }
        await spy.wait(for: .listening)
    }

    /// All sides that are open give sound at the same time, and it is taken at the same pace.
    func play(seconds: Int) async {
        for _ in 0..<(5 * seconds) {
            microphone.play([Float](repeating: 0.1, count: 3200), blockFrames: 320)
            computer.play([Float](repeating: -0.1, count: 3200), blockFrames: 320)
            frames += 3200
            for await count in counter.counts where count >= frames {
                break
            }
        }
    }

    func end() async {
        await service.stop()
        await spy.wait(for: .idle)
    }
}

extension ScriptedRecognizer {
    /// Says each sentence a second after the one before, and a second after it began.
    static func saying(_ sentences: String..., from start: Double = 1) -> ScriptedRecognizer {
        ScriptedRecognizer(
            script: sentences.enumerated().map { index, sentence in
                Cue(start + Double(index), .final(words(sentence, at: start - 1 + Double(index))))
            })
    }

    static func words(_ text: String, at start: Double) -> [Word] {
        [Word](of: text, from: start, every: 0.2, lasting: 0.2)
    }
}

@MainActor @Suite(.timeLimit(.minutes(1))) struct CaptionServiceTests {
    // MARK: Both sides

    @Test func bothSidesAreOneTextInTheOrderInWhichTheyBegan() async {
        let stage = CaptionStage(
            you: .saying("Hello there.", from: 3), computer: .saying("Good morning.", "Welcome."))
        await stage.listen()
        #expect(stage.microphone.history == [.open("usb")])
        #expect(stage.computer.history == [.open("computer")])
        await stage.play(seconds: 4)
        await stage.spy.waitForSentences { $0.count == 3 }
        #expect(stage.spy.sentences.map(\.final.revealed) == ["Good morning.", "Welcome.", "Hello there."])
        #expect(stage.spy.sentences.map(\.side) == [.computer, .computer, .you])
        await stage.end()
        #expect(stage.spy.text == "Computer: Good morning. Welcome.\nYou: Hello there.")
        #expect(stage.spy.phases == [.opening, .listening, .finishing, .idle])
        #expect(stage.spy.news.contains(.elapsed(4)))
        #expect(stage.spy.news.last == .phase(.idle))
        #expect(stage.spy.news.count { if case .text = $0 { true } else { false } } == 1)
    }

    @Test func oneSideAloneOpensOnlyItsDeviceAndHasNoLabels() async {
        let stage = CaptionStage(computer: .saying("Good morning."), channels: 1)
        var options = CaptionStage.options
        options.source = .computer
        await stage.listen(options)
        await stage.play(seconds: 2)
        await stage.spy.waitForSentences { $0.count == 1 }
        await stage.end()
        #expect(stage.microphone.opens == 0)
        #expect(stage.spy.text == "Good morning.")
    }

    @Test func theLastWordsAreReportedAndASentenceWithoutItsMarkEndsThere() async {
        let translator = ScriptedTranslator()
        let stage = CaptionStage(
            you: ScriptedRecognizer(ending: [.final(ScriptedRecognizer.words("so it is", at: 0))]),
            translator: .agreed(translator))
        var options = CaptionStage.options
        options.target = "de"
        await stage.listen(options)
        await stage.play(seconds: 1)
        await stage.end()
        #expect(stage.spy.text == "You: so it is")
        #expect(stage.spy.sentences.map(\.translation) == [.text(Private("SO IT IS"))])
    }

    @Test func whatSaysNothingHasNoText() async {
        let stage = CaptionStage()
        await stage.listen()
        await stage.play(seconds: 1)
        await stage.end()
        #expect(stage.spy.text == nil)
        await stage.listen()
        await stage.service.stop()
        await stage.spy.wait(for: .idle, times: 2)
    }

    @Test func ifOneSideFailsTheOtherGoesOn() async {
        let stage = CaptionStage(computer: .saying("Good morning."))
        stage.microphone.failNextOpen(AudioError(.taken(by: .dictation)))
        await stage.service.start(CaptionStage.options)
        await stage.spy.wait {
            $0 == .failure(.audio(AudioError(.taken(by: .dictation))), of: .you)
        }
        await stage.spy.wait(for: .listening)
        stage.computer.play([Float](repeating: -0.1, count: 32_000))
        await stage.spy.waitForSentences { $0.count == 1 }
        await stage.end()
        #expect(stage.spy.text == "Computer: Good morning.")
    }

    @Test func aSideThatFailedBeginsAgainInTheSameText() async {
        let stage = CaptionStage(you: .saying("Hello there."), computer: .saying("Good morning."))
        stage.microphone.failNextOpen(AudioError(.taken(by: .dictation)))
        await stage.service.start(CaptionStage.options)
        await stage.spy.wait { $0 == .failure(.audio(AudioError(.taken(by: .dictation))), of: .you) }
        await stage.spy.wait(for: .listening)
        stage.computer.play([Float](repeating: -0.1, count: 32_000), blockFrames: 320)
        await stage.spy.waitForSentences { $0.count == 1 }
        // It may not quite have ended.
        await stage.spy.wait { $0 == .side(.you, .finishing) }
        await stage.service.resume()
        await stage.spy.wait { $0 == .side(.you, .listening) }
        await stage.play(seconds: 2)
        await stage.spy.waitForSentences { $0.count == 2 }
        await stage.end()
        #expect(stage.spy.text == "Computer: Good morning.\nYou: Hello there.")
        #expect(stage.computer.opens == 1 && stage.spy.phases.filter { $0 == .idle }.count == 1)
    }

    @Test func aSideThatBeginsAgainGoesOnBelowItsText() async {
        let failure = RecognitionError(.engineFailed)
        let stage = CaptionStage(
            computer: ScriptedRecognizer(
                script: [.init(1, .final(ScriptedRecognizer.words("Good morning.", at: 0)))], failure: failure,
                failsAfter: 1.5))
        await stage.listen()
        await stage.play(seconds: 1)
        stage.computer.play([Float](repeating: -0.1, count: 16_000), blockFrames: 320)
        await stage.spy.wait { $0 == .side(.computer, .idle) }
        await stage.service.resume()
        for await case .open in stage.computer.commands {
            break
        }
        stage.computer.play([Float](repeating: -0.1, count: 16_000), blockFrames: 320)
        await stage.spy.waitForSentences { $0.count == 2 }
        await stage.end()
        #expect(stage.spy.text == "Computer: Good morning.\nComputer: Good morning.")
    }

    @Test func whatAServerHasNotAnsweredIsSentAgainOnBothSides() async {
        let (yours, its) = (FakeServers(), FakeServers())
        let error = RecognitionError(.server(.timedOut))
        its.recognise([], failure: error)
        let stage = CaptionStage(servers: [.you: yours, .computer: its])
        var options = CaptionStage.options
        options.recognition.engine = .server(
            ServerProfile(name: "Home", address: "https://localhost", wire: .whisper), timeout: 30)
        await stage.listen(options)
        stage.computer.play([Float](repeating: -0.1, count: 320))
        await stage.spy.wait { $0 == .failure(.recognition(error), of: .computer) }
        await stage.service.resume()
        #expect(yours.repeats == 1 && its.repeats == 1)
        await stage.end()
        #expect(yours.sessions.count == 1 && its.sessions.count == 1)
    }

    @Test func aSideWhoseServerHasHaltedKeepsTenMinutesAndTheOtherGoesOn() async {
        let its = FakeServers()
        let error = RecognitionError(.server(.unreachable))
        its.recognise([], failure: error)
        let stage = CaptionStage(servers: [.you: FakeServers(), .computer: its])
        var options = CaptionStage.options
        options.recognition.engine = .server(
            ServerProfile(name: "Home", address: "https://localhost", wire: .whisper), timeout: 30)
        await stage.listen(options)
        stage.computer.play([Float](repeating: -0.1, count: 320))
        await stage.spy.wait { $0 == .failure(.recognition(error), of: .computer) }
        let tenSeconds = [Float](repeating: -0.1, count: 160_000)
        for _ in 0...60 {
            stage.computer.play(tenSeconds, blockFrames: tenSeconds.count)
        }
        await stage.spy.wait { $0 == .side(.computer, .idle) }
        #expect(stage.microphone.isOpen && !stage.computer.isOpen)
        await stage.end()
    }

    @Test func whatTheComputerPlaysIsNeverBothSides() async {
        let stage = CaptionStage()
        var options = CaptionStage.options
        options.microphone = AudioDevice.computer.id
        await stage.listen(options)
        await stage.service.change(microphone: "usb")
        for await command in stage.microphone.commands where command == .open("usb") {
            break
        }
        await stage.service.change(microphone: AudioDevice.computer.id)
        for await command in stage.microphone.commands where command == .open(nil) {
            break
        }
        await stage.end()
        #expect(stage.microphone.history.filter { $0 != .close } == [.open(nil), .open("usb"), .open(nil)])
    }

    @Test func stopRightAfterStartStopsBothSides() async {
        let stage = CaptionStage()
        let starting = Task { await stage.service.start(CaptionStage.options) }
        await stage.spy.wait(for: .opening)
        await stage.service.stop()
        await starting.value
        await stage.spy.wait(for: .idle)
        #expect(!stage.microphone.isOpen && !stage.computer.isOpen)
    }

    @Test func atOnceNoModelIsWaitedFor() async {
        let stage = CaptionStage(
            you: ScriptedRecognizer(isLoaded: false), computer: ScriptedRecognizer(isLoaded: false))
        await stage.listen()
        stage.microphone.play([Float](repeating: 0.1, count: 3200))
        stage.computer.play([Float](repeating: -0.1, count: 3200))
        await stage.service.stop(atOnce: true)
        await stage.spy.wait(for: .idle)
        #expect(!stage.microphone.isOpen && !stage.computer.isOpen)
    }

    @Test func atOnceTheLastWordsAreThereAsTheyStand() async {
        let stage = CaptionStage(
            you: ScriptedRecognizer(script: [.init(0.5, .interim(ScriptedRecognizer.words("so it is", at: 0)))]))
        await stage.listen()
        await stage.play(seconds: 1)
        await stage.spy.waitForSentences { $0.first?.interim.revealed == "so it is" }
        await stage.service.stop(atOnce: true)
        await stage.spy.wait(for: .idle)
        #expect(stage.spy.text == "You: so it is")
    }

    /// Time that passes while the microphone is lost counts, as the computer goes on.
    @Test func wordsAfterALossStandWhereTheyWereSaid() async {
        let stage = CaptionStage(
            you: .saying("Before.", "After.", from: 1), computer: .saying("Meanwhile.", from: 5))
        await stage.listen()
        await stage.play(seconds: 1)
        await stage.spy.waitForSentences { $0.count == 1 }
        stage.microphone.lose()
        for _ in 0..<250 {
            stage.computer.play([Float](repeating: -0.1, count: 320), blockFrames: 320)
        }
        await stage.spy.waitForSentences { $0.count == 2 }
        stage.microphone.restore()
        await stage.play(seconds: 2)
        await stage.spy.waitForSentences { $0.count == 3 }
        await stage.end()
        #expect(stage.spy.text == "You: Before.\nComputer: Meanwhile.\nYou: After.")
        #expect(stage.spy.news.contains(.failure(.audio(AudioError(.lost)), of: .you)))
    }

    /// Others do not speak to the program.
    @Test func nobodyTakesBackWhatWasSaid() async throws {
        let book = FakeWordBook([ReplacementRule("jay son", "JSON")])
        var shipped = await book.load()
        shipped.shipped = [.takeBack]
        try await book.save(shipped)
        let stage = CaptionStage(computer: .saying("A jay son file.", "Scratch that."), words: book)
        await stage.listen()
        await stage.play(seconds: 3)
        await stage.spy.waitForSentences { $0.count == 2 }
        await stage.end()
        #expect(stage.spy.text == "Computer: A JSON file. Scratch that.")
    }

    // MARK: Translating

    private func translated(
        _ translator: ScriptedTranslator, agreed: Bool = true, clock: ManualClock? = nil, _ sentences: Int = 3
    ) async -> CaptionStage {
        let stage = CaptionStage(
            computer: ScriptedRecognizer(
                script: (1...sentences).map { number in
                    .init(Double(number), .final(ScriptedRecognizer.words("S\(number).", at: Double(number) - 1)))
                }),
            translator: .agreed(translator, agreed, clock: clock))
        var options = CaptionStage.options
        options.target = "de"
        await stage.listen(options)
        return stage
    }

    @Test func eachFinishedSentenceIsTranslatedFromTheSpokenLanguage() async {
        let translator = ScriptedTranslator()
        let stage = await translated(translator)
        await stage.play(seconds: 4)
        await stage.spy.waitForSentences { $0.count == 3 && $0.allSatisfy { $0.translation != .waiting } }
        #expect(stage.spy.sentences.map(\.translation) == (1...3).map { .text(Private("S\($0).")) })
        #expect(translator.requests.allSatisfy { $0.phrase.language == "en" && $0.target == "de" })
        #expect(Set(translator.requests.map(\.phrase.text.revealed)) == ["S1.", "S2.", "S3."])
        #expect(stage.spy.failures.isEmpty)
        await stage.end()
    }

    @Test func theLanguageOfTheSpeechIsNotTranslatedIntoItselfAndTheTargetMayChange() async {
        let translator = ScriptedTranslator()
        let stage = await translated(translator)
        await stage.service.translate(into: "en")
        await stage.play(seconds: 1)
        await stage.spy.waitForSentences { $0.count == 1 }
        #expect(stage.spy.sentences.map(\.translation) == [.none])
        await stage.service.translate(into: "fr")
        await stage.play(seconds: 1)
        await stage.spy.waitForSentences { $0.last?.translation == .text(Private("S2.")) }
        #expect(translator.requests.map(\.target) == ["fr"])
        await stage.end()
    }

    @Test func withoutConsentNothingIsSentAndThatIsSaidOnce() async {
        let translator = ScriptedTranslator()
        let stage = await translated(translator, agreed: false)
        await stage.play(seconds: 4)
        await stage.spy.waitForSentences { $0.count == 3 && $0.allSatisfy { $0.translation == .missing } }
        await stage.end()
        #expect(stage.spy.failures == [.consentMissing(.gemini)])
        #expect(translator.requests.isEmpty)
    }

    @Test func aFailureIsToldOnceUntilATranslationSucceeds() async {
        let refused = TranslationError(.pairRefused)
        let translator = ScriptedTranslator([.fails(refused), .fails(refused)], rephrases: false)
        let stage = await translated(translator)
        for count in 1...3 {
            await stage.play(seconds: 1)
            await stage.spy.waitForSentences { $0.count == count && $0.allSatisfy { $0.translation != .waiting } }
        }
        await stage.end()
        #expect(stage.spy.sentences.map(\.translation) == [.missing, .missing, .text(Private("S3."))])
        #expect(stage.spy.failures == [.translation(refused), nil])
    }

    @Test func anotherReasonIsToldToo() async {
        let (refused, spent) = (TranslationError(.pairRefused), TranslationError(.quotaExhausted))
        let translator = ScriptedTranslator([.fails(refused), .fails(spent)], rephrases: false)
        let stage = await translated(translator)
        for count in 1...3 {
            await stage.play(seconds: 1)
            await stage.spy.waitForSentences { $0.count == count && $0.allSatisfy { $0.translation != .waiting } }
        }
        await stage.end()
        #expect(stage.spy.failures == [.translation(refused), .translation(spent), nil])
    }

    @Test func aSlowServiceHoldsNothingUpAndRecovers() async {
        let translator = ScriptedTranslator(Array(repeating: .silence, count: 2))
        let clock = ManualClock(advancesItself: false)
        let stage = await translated(translator, clock: clock, 5)
        await stage.play(seconds: 4)
        await stage.spy.waitForSentences { $0.count == 4 }
        await clock.hasBegun(sleeps: 4)
        #expect(translator.requests.count <= 2)
        clock.advance(by: .seconds(10))
        await stage.spy.waitForSentences { $0.allSatisfy { $0.translation != .waiting } }
        #expect(stage.spy.sentences.prefix(2).allSatisfy { $0.translation == .missing })
        await stage.play(seconds: 1)
        await stage.spy.waitForSentences { $0.last?.translation == .text(Private("S5.")) }
        await stage.end()
        #expect(stage.spy.failures.count >= 2 && stage.spy.failures.last == .some(nil))
    }

    @Test func ifManyWaitTheOldestIsGivenUp() async {
        let translator = ScriptedTranslator(Array(repeating: .silence, count: 30))
        let stage = await translated(translator, clock: ManualClock(advancesItself: false), 11)
        await stage.play(seconds: 12)
        await stage.spy.waitForSentences { $0.count == 11 && $0.contains { $0.translation == .missing } }
        let missing = stage.spy.sentences.filter { $0.translation == .missing }.map(\.final.revealed)
        #expect(missing == ["S3."])
        #expect(translator.requests.count <= 2)
        await stage.service.stop()
        await stage.clock.hasBegun(sleeps: 1)
        stage.clock.advance(by: .seconds(2))
        await stage.spy.wait(for: .idle)
        #expect(stage.spy.sentences.allSatisfy { $0.translation == .missing })
    }

    /// A request is allowed a minute, and the translator has made it.
    @Test func captionsAndTheTranslatorKeepToOneLimit() async {
        let rig = TranslatorRig()
        var options = TranslatorRig.options
        (options.preferences.perMinute, options.preferences.fetchesAhead) = (1, false)
        await rig.type("Hello.", options)
        var preferences = Preferences()
        preferences.translator = options.preferences
        preferences.translator.agreedServices = ["captions-gemini"]
        let stage = CaptionStage(
            computer: .saying("Good morning."),
            translator: CaptionTranslator(rig.service, preferences: FakePreferenceStore(preferences)))
        var captions = CaptionStage.options
        captions.target = "es"
        await stage.listen(captions)
        await stage.play(seconds: 2)
        let waits: Set<Duration> = [.seconds(10), .seconds(60)]
        while !waits.isSubset(of: rig.clock.sleeps), rig.translator.requests.count == 1, !Task.isCancelled {
            await Task.yield()
        }
        #expect(rig.translator.requests.map(\.phrase.text.revealed) == ["Hello."])
        rig.clock.advance(by: .seconds(10))
        await stage.spy.waitForSentences { $0.first?.translation == .missing }
        await stage.end()
    }

    /// Captions of three seconds in German, which this computer translates into English.
    private func german(
        _ played: ScriptedRecognizer, _ whisper: ScriptedRecognizer, _ pairs: Set<LanguagePair> = [],
        clock: ManualClock? = nil
    ) async -> CaptionStage {
        var preferences = Preferences()
        preferences.translator.service = .offline
        let translator = ScriptedTranslator(pairs: TranslationPairs(ready: pairs))
        let stage = CaptionStage(
            computer: played,
            translator: CaptionTranslator(
                .over(translator, offline: whisper, clock: clock), preferences: FakePreferenceStore(preferences)))
        var options = CaptionStage.options
        (options.source, options.recognition.language, options.target) = (.computer, "de", "en")
        await stage.listen(options)
        stage.computer.play([Float](repeating: -0.1, count: 48_000), blockFrames: 320)
        return stage
    }

    @Test func speechIsTranslatedOneSentenceAtATime() async {
        let whisper = ScriptedRecognizer(
            ending: [.final(ScriptedRecognizer.words("Thanks.", at: 0))], isLoaded: false)
        let stage = await german(.saying("Danke.", "Danke."), whisper)
        await stage.spy.waitForSentences { $0.count == 2 && $0.allSatisfy { $0.translation == .waiting } }
        while whisper.sessions == 0 {
            await Task.yield()
        }
        for _ in 0..<1000 {
            await Task.yield()
        }
        #expect(whisper.sessions == 1)
        whisper.finishLoading()
        await stage.spy.waitForSentences { $0.allSatisfy { $0.translation == .text(Private("Thanks.")) } }
        #expect(whisper.sessions == 2)
        await stage.end()
    }

    @Test func speechWhoseTranslationTakesTooLongIsGivenUpAndTheNextOneHasItsTurn() async {
        let whisper = ScriptedRecognizer(
            ending: [.final(ScriptedRecognizer.words("Thanks.", at: 0))], isLoaded: false)
        let clock = ManualClock(advancesItself: false)
        let stage = await german(.saying("Danke.", "Danke."), whisper, clock: clock)
        await clock.hasBegun(sleeps: 1)
        clock.advance(by: .seconds(10))
        await stage.spy.waitForSentences { $0.first?.translation == .missing }
        whisper.finishLoading()
        await stage.spy.waitForSentences { $0.count == 2 && $0.last?.translation == .text(Private("Thanks.")) }
        #expect(stage.spy.sentences.first?.translation == .missing)
        #expect(stage.spy.failures.count == 2 && stage.spy.failures.last == .some(nil))
        await stage.end()
    }

    @Test(arguments: [true, false]) func speechBecomesEnglishHereWhereItsTextCannot(hasPair: Bool) async {
        let whisper = ScriptedRecognizer(ending: [.final(ScriptedRecognizer.words("Good morning.", at: 0))])
        let pairs: Set = hasPair ? [LanguagePair(source: "de", target: "en")] : []
        let stage = await german(.saying("Guten Morgen.", from: 2), whisper, pairs)
        await stage.spy.waitForSentences { $0.first.map { $0.translation != .waiting } ?? false }
        let expected = hasPair ? "GUTEN MORGEN." : "Good morning."
        #expect(stage.spy.sentences.map(\.translation) == [.text(Private(expected))])
        #expect(whisper.options.map(\.translatesIntoEnglish) == (hasPair ? [] : [true]))
        // The words, which take 0.4 seconds, with a little before and after.
        #expect(abs(whisper.samplesTaken - (hasPair ? 0 : 14_400)) < 16)
        await stage.end()
    }
}

extension CaptionTranslator {
    /// Translates by Gemini.
    @MainActor static func agreed(
        _ translator: ScriptedTranslator, _ isAgreed: Bool = true, clock: ManualClock? = nil
    ) -> CaptionTranslator {
        var preferences = Preferences()
        preferences.translator.agreedServices = isAgreed ? ["captions-gemini"] : ["gemini"]
        return CaptionTranslator(.over(translator, clock: clock), preferences: FakePreferenceStore(preferences))
    }
}

extension TranslatorService {
    /// The service of a page that nobody uses.
    @MainActor fileprivate static func over(
        _ translator: ScriptedTranslator, offline: (any SpeechRecognizer)? = nil, clock: ManualClock? = nil
    ) -> TranslatorService {
        var parts = TranslatorPorts(
            microphone: FakeMicrophone(), recognizer: ScriptedRecognizer(), offlineRecognizer: offline,
            services: ScriptedServices(translator, voices: []), player: FakeSoundPlayer(), saver: FakeSoundSaver(),
            archive: FakeTranslationArchive(), network: FakeNetworkStatus())
        parts.clock = clock ?? ContinuousClock()
        return TranslatorService(parts)
    }
}
