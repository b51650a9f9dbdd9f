import ParlandoCore
import ParlandoServices
import ParlandoTestSupport
import Testing

@MainActor @Suite(.timeLimit(.minutes(1))) struct DictationServiceTests: DictationScene {
    let microphone = FakeMicrophone()
    let spy = SpyDictationDelegate()

    // MARK: Replacement

    @Test func theUsersRulesApplyToLiveAndFinalWordsAndWhatWasHeardIsToldAtTheEnd() async {
        let recognizer = ScriptedRecognizer(script: [
            .init(1, .interim(words("jay son"))), .init(1, .final(words("jay son file"))),
        ])
        let service = DictationService(
            microphone: microphone, recognizer: recognizer,
            words: FakeWordBook([ReplacementRule("jay son", "JSON")]), clock: ManualClock(advancesItself: true))
        service.delegate = spy
        await service.start(DictationOptions())
        await spy.wait(for: .listening)
        microphone.play(second + second)
        await spy.wait(forText: "JSON file")
        #expect(spy.transcripts.contains { $0.interim.text == "JSON" })
        await service.stop()
        await spy.wait(for: .idle)
        #expect(spy.transcripts.last?.text == "JSON file")
        let heard = spy.news.compactMap { if case .heard(let transcript) = $0 { transcript.text } else { nil } }
        #expect(heard == ["jay son file"])
    }

    @Test func whatIsTakenBackLeavesTheTextAndIsToldAtTheEndWithoutTheCommand() async throws {
        let book = FakeWordBook([ReplacementRule("jay son", "JSON")])
        var shipped = await book.load()
        shipped.shipped = [.takeBack]
        try await book.save(shipped)
        let recognizer = ScriptedRecognizer(script: [
            .init(1, .final(words("A jay son file."))), .init(1, .paragraphEnded),
            .init(1, .final(words("Not this.", at: 2))), .init(1, .paragraphEnded),
            .init(1, .final(words("Scratch that.", at: 4))), .init(1, .paragraphEnded),
            .init(1, .final(words("Scratch", at: 6))),
        ])
        let service = DictationService(
            microphone: microphone, recognizer: recognizer, words: book, clock: ManualClock(advancesItself: true))
        service.delegate = spy
        await service.start(DictationOptions())
        await spy.wait(for: .listening)
        microphone.play(second + second)
        await spy.next { if case .takenBack = $0 { true } else { false } }
        await service.stop()
        await spy.wait(for: .idle)
        #expect(spy.transcripts.last?.text == "A JSON file.\nScratch")
        #expect(!spy.transcripts.contains { ($0.text + $0.interim.text).contains("cratch that") })
        let left = spy.news.compactMap { if case .takenBack(let rest, false) = $0 { rest.text } else { nil } }
        #expect(left == ["A JSON file."])
        let heard = spy.news.compactMap { if case .heard(let transcript) = $0 { transcript.text } else { nil } }
        #expect(heard == ["A jay son file.\nNot this.\nScratch"])
    }

    @Test func aCommandBeforeStopTakesTheTextBack() async throws {
        let book = FakeWordBook()
        var shipped = WordBook()
        shipped.shipped = [.takeBack]
        try await book.save(shipped)
        let service = DictationService(
            microphone: microphone, recognizer: ScriptedRecognizer(ending: [.final(words("One. Scratch that."))]),
            words: book, clock: ManualClock(advancesItself: true))
        service.delegate = spy
        await service.start(DictationOptions())
        await spy.wait(for: .listening)
        microphone.play(second)
        await spy.next { $0 == .elapsed(1) }
        await service.stop()
        await spy.wait(for: .idle)
        #expect(spy.transcripts.last?.isEmpty == true)
        #expect(spy.news.contains(.takenBack(spy.transcripts.last ?? Transcript(), isAbove: false)))
    }

    @Test func theMicrophoneOpensWhileTheWordBookIsBeingRead() async {
        let book = HeldWordBook([ReplacementRule("jay son", "JSON")])
        let recognizer = ScriptedRecognizer(script: [.init(1, .final(words("jay son file")))])
        let service = DictationService(microphone: microphone, recognizer: recognizer, words: book)
        service.delegate = spy
        await service.start(DictationOptions())
        await spy.wait(for: .listening)
        microphone.play(second + second)
        await spy.next { $0 == .elapsed(2) }
        #expect(recognizer.sessions == 0)
        await book.release()
        await spy.wait(forText: "JSON file")
        await service.stop()
        await spy.wait(for: .idle)
        #expect(recognizer.samplesTaken == 2 * AudioBlock.sampleRate)
    }

    // MARK: Nothing lost

    @Test func aFullQueueClosesTheMicrophoneAndTheSessionStillGetsItsWords() async {
        let recognizer = ScriptedRecognizer(script: [
            .init(1, .warning(.queueFull)), .init(1, .final(words("not lost"))),
        ])
        let service = await listening(recognizer)
        defer { withExtendedLifetime(service) {} }
        microphone.play(second + second)
        await spy.wait(for: .idle)
        #expect(!microphone.isOpen)
        #expect(spy.news.contains(.warning(.queueFull)))
        #expect(spy.transcripts.last?.text == "not lost")
    }

    @Test func everySampleReachesASlowRecognizerTheTailIncluded() async {
        let tail = CaptureEvent.block(AudioBlock(samples: [Float](repeating: 0.2, count: 777)))
        let microphone = FakeMicrophone(opening: [.block(AudioBlock(samples: second))], tail: [tail])
        let recognizer = ScriptedRecognizer(slowness: .milliseconds(1))
        let service = await listening(recognizer, microphone)
        microphone.play(second + second)
        await service.stop()
        await spy.wait(for: .idle)
        #expect(microphone.samplesDelivered == 3 * AudioBlock.sampleRate + 777)
        #expect(recognizer.samplesTaken == microphone.samplesDelivered)
    }

    @Test func soundSpokenDuringWarmUpWaitsForTheModel() async {
        let recognizer = ScriptedRecognizer(script: [.init(1, .final(words("first words")))], isLoaded: false)
        let service = await listening(recognizer)
        microphone.play(second + second)
        await spy.next { $0 == .elapsed(2) }
        #expect(recognizer.samplesTaken == 0)
        recognizer.finishLoading()
        await spy.wait(forText: "first words")
        await service.stop()
        await spy.wait(for: .idle)
        #expect(recognizer.samplesTaken == 2 * AudioBlock.sampleRate)
    }

    @Test func stopDuringWarmUpStillGivesTheWords() async {
        let recognizer = ScriptedRecognizer(ending: [.final(words("said before it was ready"))], isLoaded: false)
        let service = await listening(recognizer)
        microphone.play(second)
        await service.stop()
        await spy.wait(for: .finishing)
        recognizer.finishLoading()
        await spy.wait(for: .idle)
        #expect(spy.transcripts.last?.text == "said before it was ready")
        #expect(recognizer.samplesTaken == AudioBlock.sampleRate)
    }

    @Test func theMicrophoneIsClosedByStopThoughTheRecognizerIsStillBusy() async {
        let recognizer = ScriptedRecognizer(isLoaded: false)
        let service = await listening(recognizer)
        await service.stop()
        await spy.wait(for: .finishing)
        while microphone.isOpen {
            await Task.yield()
        }
        #expect(spy.phases.last == .finishing)
        recognizer.finishLoading()
        await spy.wait(for: .idle)
    }

    // MARK: Order

    @Test func phasesAndTextComeInTheOrderTheyHappened() async {
        let recognizer = ScriptedRecognizer(
            script: [
                .init(0.5, .interim(words("and so"))),
                .init(1, .final(words("and so my"))),
                .init(1, .interim(words("fellow", at: 0.9))),
            ],
            ending: [.final(words("fellow Americans", at: 0.9))])
        let service = await listening(recognizer)
        microphone.play(second)
        await spy.wait(forText: "and so my")
        await service.stop()
        await spy.wait(for: .idle)
        #expect(spy.phases == [.opening, .listening, .finishing, .idle])
        #expect(spy.transcripts.map(\.text) == ["", "", "and so my", "and so my", "and so my fellow Americans"])
        let tails = spy.transcripts.map { $0.interim.map(\.text).joined(separator: " ") }
        #expect(tails == ["", "and so", "", "fellow", ""])
    }

    @Test func twentyQuickSessionsKeepOrderAndLeaveNothingBehind() async {
        // The sound is there as soon as the microphone is open: a session without any has nothing to recognise.
        let microphone = FakeMicrophone(opening: [.block(AudioBlock(samples: second))])
        let recognizer = ScriptedRecognizer(ending: [.final(words("done"))])
        let service = service(recognizer, microphone)
        for round in 1...20 {
            await service.start(DictationOptions())
            await service.stop()
            await spy.wait(forSessions: round)
            #expect(spy.transcripts.last?.text == "done")
        }
        #expect(recognizer.sessions == 20)
        #expect(recognizer.running == 0)
        #expect(recognizer.samplesTaken == microphone.samplesDelivered)
        #expect(!microphone.isOpen)
        #expect(microphone.opens == 20)
    }

    @Test func pressesWithoutWaitingNeverBreakTheOrderOfPhases() async {
        let recognizer = ScriptedRecognizer()
        let service = service(recognizer)
        for _ in 0..<200 {
            await service.start(DictationOptions())
            await service.pause()
            await service.resume()
            await service.stop()
        }
        await service.abort()
        await spy.wait(for: .idle)
        let allowed: [DictationPhase: Set<DictationPhase>] = [
            .idle: [.opening], .opening: [.listening, .paused, .finishing, .deviceLost],
            .listening: [.paused, .deviceLost, .finishing], .paused: [.opening, .finishing],
            .deviceLost: [.listening, .opening, .paused, .finishing], .finishing: [.idle],
        ]
        for (before, after) in zip([.idle] + spy.phases, spy.phases) {
            #expect(allowed[before]?.contains(after) == true, "\(before) → \(after)")
        }
        #expect(recognizer.samplesTaken == microphone.samplesDelivered)
    }

    @Test func aSecondStartDoesNothing() async {
        let recognizer = ScriptedRecognizer()
        let service = await listening(recognizer)
        await service.start(DictationOptions(microphone: "other"))
        await service.stop()
        await spy.wait(for: .idle)
        #expect(microphone.opens == 1)
        #expect(recognizer.sessions == 1)
    }

    @Test func aServiceAndItsSessionGoAwayTogether() async {
        weak var gone: DictationService?
        do {
            let service = service(ScriptedRecognizer())
            gone = service
            await service.start(DictationOptions())
            await spy.wait(for: .listening)
            await service.stop()
            await spy.wait(for: .idle)
        }
        while gone != nil {
            await Task.yield()
        }
        #expect(gone == nil)
    }

    // MARK: Halt

    @Test func aHaltIsToldTheMicrophoneStaysOpenAndSpeechThatIsKeptIsNoSilence() async {
        let error = RecognitionError(.server(.timedOut))
        let recognizer = ScriptedRecognizer(script: [
            .init(1, .halted(error)), .init(2, .kept(seconds: 2, speechEnd: 1.9)),
            .init(3, .kept(seconds: 3, speechEnd: 2.9)), .init(4, .wentOn), .init(4, .final(words("all of it"))),
        ])
        let service = await listening(recognizer, options: DictationOptions(silenceStop: 3))
        microphone.play(second + second + second)
        microphone.play(second)
        await spy.wait(forText: "all of it")
        #expect(microphone.isOpen)
        #expect(spy.news.contains(.halt(error)) && spy.news.contains(.halt(nil)))
        #expect(!spy.news.contains(.silence(3)))
        await service.stop()
        await spy.wait(for: .idle)
        #expect(spy.failures.isEmpty)
        #expect(spy.news.contains(.recognised(4, of: 4)))
    }

    // MARK: Abort

    @Test(arguments: [true, false])
    func abortEndsAtOnceAndDropsWhatWasTentativeUnlessItIsToStay(keepsWords: Bool) async {
        let recognizer = ScriptedRecognizer(
            script: [.init(0.5, .final(words("kept"))), .init(0.5, .interim(words("not yet", at: 0.4)))],
            ending: [.final(words("never"))])
        let service = await listening(recognizer)
        microphone.play(second)
        await spy.next { if case .transcript(let text) = $0 { text.interim.count == 2 } else { false } }
        await service.abort(keepsWords: keepsWords)
        await spy.wait(for: .idle)
        #expect(spy.transcripts.last?.text == (keepsWords ? "kept not yet" : "kept"))
        #expect(spy.transcripts.last?.interim.isEmpty == true)
        #expect(recognizer.cancellations == 1)
        #expect(spy.failures.isEmpty)
    }

    @Test func abortEndsASessionThatWaitsForItsModel() async {
        let recognizer = ScriptedRecognizer(isLoaded: false)
        let service = await listening(recognizer)
        await service.stop()
        await spy.wait(for: .finishing)
        await service.abort()
        await spy.wait(for: .idle)
        #expect(!microphone.isOpen)
    }

    // MARK: Pause

    @Test func pauseKeepsTheTextAndTheClock() async {
        let recognizer = ScriptedRecognizer(script: [
            .init(1, .final(words("before"))), .init(2, .final(words("after", at: 1.5))),
        ])
        let service = await listening(recognizer)
        microphone.play(second)
        await spy.wait(forText: "before")
        await service.pause()
        await spy.wait(for: .paused)
        #expect(spy.seconds.last == 1)
        await service.resume()
        await spy.wait(for: .listening)
        microphone.play(second)
        await spy.wait(forText: "before after")
        #expect(spy.seconds == [0, 1, 2] || spy.seconds == [0, 1, 1, 2])
        #expect(spy.transcripts.last?.words.last?.start == 1.5)
        await service.stop()
        await spy.wait(for: .idle)
        #expect(recognizer.sessions == 1)
    }

    @Test func stopWhilePausedEndsTheSession() async {
        let service = await listening(ScriptedRecognizer(ending: [.final(words("all"))]))
        await service.pause()
        await spy.wait(for: .paused)
        await service.stop()
        await spy.wait(for: .idle)
        #expect(spy.transcripts.last?.text == "all")
    }

    // MARK: Recognition

    @Test func anEngineThatFailsClosesTheMicrophoneAndKeepsTheText() async {
        let failure = RecognitionError(.engineFailed)
        let recognizer = ScriptedRecognizer(
            script: [.init(1, .final(words("kept")))], failure: failure, failsAfter: 1)
        let service = await listening(recognizer)
        defer { withExtendedLifetime(service) {} }
        microphone.play(second)
        await spy.wait(for: .idle)
        #expect(spy.failures == [.recognition(failure)])
        #expect(spy.transcripts.last?.text == "kept")
        #expect(!microphone.isOpen)
    }

    // MARK: Silence

    @Test func silenceStopsTheSessionAfterSecondsOfSound() async {
        let recognizer = ScriptedRecognizer(script: [.init(2, .final(words("a", at: 1.75)))])
        let service = await listening(recognizer, options: DictationOptions(silenceStop: 15))
        defer { withExtendedLifetime(service) {} }
        for _ in 0..<16 {
            microphone.play(second)
        }
        await spy.next { $0 == .elapsed(16) }
        #expect(spy.phases.last == .listening)
        microphone.play(second)
        await spy.wait(for: .idle)
        #expect(spy.news.contains(.silence(15)))
        #expect(spy.transcripts.last?.text == "a")
    }

    @Test func soundThatWaitsForTheModelIsNoSilence() async {
        let recognizer = ScriptedRecognizer(isLoaded: false)
        let service = await listening(recognizer, options: DictationOptions(silenceStop: 15))
        for _ in 0..<40 {
            microphone.play(second)
        }
        await spy.next { $0 == .elapsed(40) }
        #expect(spy.phases.last == .listening)
        await service.abort()
        await spy.wait(for: .idle)
    }

    // MARK: Level

    @Test func theLevelComesAboutThirtyTimesASecondInDecibels() async {
        let service = await listening(ScriptedRecognizer())
        microphone.play([Float](repeating: 0.1, count: AudioBlock.sampleRate), blockFrames: 160)
        await spy.next { $0 == .elapsed(1) }
        #expect((25...30).contains(spy.levels.count))
        // A tenth of full scale is -20 dB, and +3 dB as a sine of that power is reckoned.
        #expect(abs((spy.levels.last ?? 0) + 17) < 0.1)
        await service.stop()
        await spy.wait(for: .idle)
    }
}

/// A dictation service with everything around it in the test's hand.
@MainActor protocol DictationScene {
    var microphone: FakeMicrophone { get }
    var spy: SpyDictationDelegate { get }
}

extension DictationScene {
    /// A second of sound that is not silence.
    var second: [Float] { [Float](repeating: 0.1, count: AudioBlock.sampleRate) }

    func words(_ text: String, at start: Double = 0) -> [Word] {
        [Word](of: text, from: start, every: 0.3, lasting: 0.25)
    }

    func service(_ recognizer: ScriptedRecognizer, _ microphone: FakeMicrophone? = nil) -> DictationService {
        let service = DictationDoubles(recognizer: recognizer, microphone: microphone ?? self.microphone).service
        service.delegate = spy
        return service
    }

    /// A service that listens.
    func listening(
        _ recognizer: ScriptedRecognizer, _ microphone: FakeMicrophone? = nil,
        options: DictationOptions = DictationOptions()
    ) async -> DictationService {
        let service = service(recognizer, microphone)
        await service.start(options)
        await spy.wait(for: .listening)
        return service
    }
}

/// The recogniser is told the user's words.
@MainActor @Suite(.timeLimit(.minutes(1))) struct VocabularySessionTests: DictationScene {
    let microphone = FakeMicrophone()
    let spy = SpyDictationDelegate()

    private func store() async throws -> FakeWordBook {
        let store = FakeWordBook()
        var book = WordBook()
        book.vocabulary.add(["Kuzminov"], language: "en")
        book.vocabulary.add(["Ёжиков"], language: "ru")
        try await store.save(book)
        return store
    }

    @Test func theTranslatorListensForThemToo() async throws {
        let scene = TranslatorRig(words: try await store())
        await scene.say(TranslatorRig.options)
        #expect(scene.recognizer.options.map(\.vocabulary) == [["Kuzminov"]])
    }

    @Test func filesAreTranscribedWithThemToo() async throws {
        let recognizer = ScriptedRecognizer()
        let scene = FileScene(recognizer, words: try await store())
        scene.files.put("/a.wav")
        await scene.transcribe("/a.wav")
        #expect(recognizer.options.first?.vocabulary.contains("Kuzminov") == true)
    }

    @Test func theWordsOfTheLanguageReachTheRecognizer() async throws {
        let store = try await store()
        let recognizer = ScriptedRecognizer()
        let service = DictationService(microphone: microphone, recognizer: recognizer, words: store)
        service.delegate = spy
        for language in ["en", nil] {
            await service.start(DictationOptions(recognition: RecognitionOptions(language: language)))
            await spy.wait(for: .listening)
            await service.stop()
            await spy.wait(for: .idle)
        }
        #expect(recognizer.options.map(\.vocabulary) == [["Kuzminov"], ["Kuzminov", "Ёжиков"]])
    }
}

/// A word book that is read only once a test allows it.
private actor HeldWordBook: WordBookStore {
    private let book: FakeWordBook
    private var isHeld = true
    private var waiting: [CheckedContinuation<Void, Never>] = []

    init(_ rules: [ReplacementRule]) {
        book = FakeWordBook(rules)
    }

    func release() {
        isHeld = false
        waiting.forEach { $0.resume() }
        waiting = []
    }

    func load() async -> WordBook {
        if isHeld {
            await withCheckedContinuation { waiting.append($0) }
        }
        return await book.load()
    }

    func save(_ book: WordBook, over old: WordBook) async throws(TextSaveError) -> Bool {
        try await self.book.save(book, over: old)
    }

    func damagedCopy() async -> String? {
        nil
    }

    func text(of path: String) async throws(TextReadError) -> String {
        throw .unreadable
    }
}
