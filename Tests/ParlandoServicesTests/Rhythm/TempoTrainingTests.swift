import ParlandoCore
import ParlandoSignal
import ParlandoTestSupport
import Testing

@testable import ParlandoServices

/// A session by itself: a test moves the time, and taps as the course of the tempos says.
@MainActor @Suite(.timeLimit(.minutes(1))) struct TempoTrainingTests {
    private let scene = SessionScene()

    /// What is played to whom.
    private struct Play {
        var session: ExerciseSession
        /// When frame 0 of the device is heard.
        var origin: HostTime
        var sound: [Float] = []
        /// The next quarter to be tapped.
        var quarter = 0

        var starts: [Int] {
            sound.indices.filter { sound[$0] != 0 && ($0 == 0 || sound[$0 - 1] == 0) }
        }
    }

    private func begun(_ options: RhythmOptions) async -> Play {
        var play = Play(session: await scene.begun(options), origin: scene.now)
        run(&play)
        return play
    }

    private func run(_ play: inout Play) {
        play.origin = scene.now
        play.sound = []
        scene.run(&play.session, origin: play.origin)
    }

    /// - Parameter late: seconds by which a quarter is tapped late; nil leaves it out.
    private func play(_ play: inout Play, seconds: Double, late: (Int) -> Double? = { _ in 0 }) {
        for _ in 0..<Int(seconds * 50) where !play.session.isPastEnd {
            scene.time.advance(by: .milliseconds(20))
            let now = scene.now
            let end = Int((now.seconds(since: play.origin) + 0.1) * Double(SessionScene.rate))
            play.sound += scene.transport.render(end - play.sound.count, at: play.sound.count)
            while let position = play.session.seconds(at: now), play.session.isPlaying,
                position >= play.session.course.seconds(ofTick: play.quarter * 120) + 0.1
            {
                if let late = late(play.quarter) {
                    let due = play.session.course.seconds(ofTick: play.quarter * 120) + late
                    play.session.handle(.command(.tap(now.advanced(by: due - position))))
                }
                play.quarter += 1
            }
            play.session.handle(.woke)
        }
    }

    private func stop(_ play: inout Play) async {
        play.session.handle(.command(.stop))
        await scene.spy.wait { !$0.results.isEmpty }
    }

    private func trainer(
        _ from: Double, _ to: Double, by step: Double, every interval: Int, _ unit: TempoTrainer.Unit
    ) -> TempoTrainer {
        TempoTrainer(
            from: Tempo(clamping: from), to: Tempo(clamping: to), step: step, interval: interval, unit: unit)
    }

    private func options(_ trainer: TempoTrainer?, gaps: ClickGaps = .none, passBars: Int? = nil) -> RhythmOptions {
        RhythmOptions(
            exercise: .quarters(bars: nil), tempo: trainer?.from ?? Tempo(clamping: 120),
            clicks: ClickPattern(meter: .fourFour, gaps: gaps), guideVolume: 0, trainer: trainer, passBars: passBars)
    }

    private func change(_ tempo: Double, _ bar: Int) -> TempoChange {
        TempoChange(to: Tempo(clamping: tempo), atBar: bar)
    }

    @Test func strokesInTimeWithATempoThatClimbsAreAllRight() async {
        var play = await begun(options(trainer(120, 180, by: 20, every: 2, .bars)))
        self.play(&play, seconds: 20)
        let run = play.session.course.run(from: 0, lead: 480)
        let expected = (0..<play.starts.count).map {
            play.session.firstClick + run.frame(ofTick: Double($0 * 120), rate: SessionScene.rate)
        }
        #expect(play.starts == expected && expected.count > 40)
        await stop(&play)
        let results = scene.spy.results[0]
        #expect(results.accuracy == 100 && abs(results.timing.mean ?? 1) < 1e-6 && results.timing.count > 36)
        #expect(results.tempos.map(\.tempo.beatsPerMinute) == [120, 140, 160, 180])
        #expect(scene.spy.changes == [change(140, 2), change(160, 4), change(180, 6), nil])
    }

    @Test func aGoodPassIsFasterAndABadOneSlower() async {
        var play = await begun(options(trainer(100, 140, by: 10, every: 2, .passes)))
        // The second pass is left out, half of the fourth is.
        self.play(&play, seconds: 30) { (8..<16).contains($0) || (24..<28).contains($0) ? nil : 0 }
        await stop(&play)
        #expect(play.session.course.stretches.prefix(4).map(\.tick) == [0, 960, 1920, 2880])
        #expect(play.session.course.stretches.prefix(5).map(\.tempo.beatsPerMinute) == [100, 110, 100, 110, 100])
        #expect(scene.spy.passes.prefix(4).map(\.number) == [1, 2, 3, 4])
        #expect(scene.spy.passes.prefix(4).map(\.tempo.beatsPerMinute) == [100, 110, 100, 110])
        #expect(scene.spy.passes.prefix(4).map(\.results.accuracy) == [100, 0, 100, 50])
        #expect(scene.spy.passes.prefix(4).allSatisfy { $0.results.tempos.count == 1 })
    }

    @Test func eachPassHasResultsOfItsOwn() async {
        var play = await begun(options(nil, passBars: 1))
        self.play(&play, seconds: 9) { $0 % 4 == 3 ? nil : Double($0 / 4) * 0.01 }
        await stop(&play)
        #expect(scene.spy.passes.map(\.number) == [1, 2, 3])
        #expect(scene.spy.passes.map(\.results.accuracy) == [75, 75, 75])
        #expect(
            scene.spy.passes.enumerated().allSatisfy { abs(($1.results.timing.mean ?? 1) - Double($0) * 0.01) < 1e-6 })
        #expect(scene.spy.changes.isEmpty)
    }

    @Test func aPauseKeepsTheTempoAndTheTurnsOfSilentBars() async {
        var play = await begun(
            options(trainer(120, 240, by: 50, every: 2, .bars), gaps: ClickGaps(heardBars: 1, silentBars: 1)))
        self.play(&play, seconds: 0.4 + 2 + 4 + 1.5)
        // In bar 3, the second at 170 BPM: a silent one.
        play.session.handle(.command(.pause))
        #expect(play.session.startBar == 3)
        self.play(&play, seconds: 5)
        let silence = play.sound.count
        play.session.handle(.command(.resume))
        #expect(play.session.tempo == Tempo(clamping: 170))
        play.quarter = 12
        self.play(&play, seconds: 8)
        let run = play.session.course.run(from: 3 * 480, lead: 480)
        // The count-in, and bars 4 and 6.
        let expected = [0, 1, 2, 3, 8, 9, 10, 11, 16, 17, 18, 19].map {
            play.session.firstClick + run.frame(ofTick: Double($0 * 120), rate: SessionScene.rate)
        }
        #expect(Array(play.starts.filter { $0 > silence - 4800 }.prefix(12)) == expected)
        await stop(&play)
        #expect(scene.spy.results[0].accuracy == 100)
        #expect(scene.spy.results[0].unheard.count > 8)
    }

    @Test func aLostDeviceKeepsTheTempo() async {
        var play = await begun(options(trainer(120, 300, by: 50, every: 1, .bars)))
        self.play(&play, seconds: 0.4 + 2 + 2 + 1.2)
        play.session.handle(.transport(.lost(AudioError(.lost, of: .loudspeaker))))
        let decided = play.session.course
        run(&play)
        #expect(play.session.startBar == 1 && play.session.tempo == Tempo(clamping: 170))
        play.quarter = 4
        self.play(&play, seconds: 4)
        #expect(play.session.course.stretches.prefix(3) == decided.stretches.prefix(3))
        await stop(&play)
        #expect(scene.spy.results[0].accuracy == 100)
    }

    @Test(arguments: [0.99, 1.012]) func theDriftIsToldWhenTheClicksReturn(pace: Double) async throws {
        var play = await begun(options(nil, gaps: ClickGaps(heardBars: 2, silentBars: 2)))
        self.play(&play, seconds: 11.5) { quarter in
            (8..<16).contains(quarter) ? Double(quarter - 8) * 0.5 * (pace - 1) : 0
        }
        await stop(&play)
        let drift = try #require(scene.spy.drifts.first)
        #expect(scene.spy.drifts.count == 1 && drift.bars == 2)
        #expect(abs(drift.seconds - 4 * (pace - 1)) < 1e-5 && abs(drift.perBar - 2 * (pace - 1)) < 1e-5)
    }

    @Test func theMetronomeAloneTrainsAndDoesAsItIsTold() async {
        var options = options(trainer(120, 200, by: 10, every: 1, .passes))
        options.exercise = nil
        var play = await begun(options)
        self.play(&play, seconds: 6)
        let course = play.session.course
        #expect(course.stretches.prefix(3).map(\.tempo.beatsPerMinute) == [120, 130, 140])
        #expect(course.stretches.prefix(3).map(\.tick) == [0, 480, 960])
        let expected = (0..<play.starts.count).map {
            play.session.firstClick + course.frame(ofTick: Double($0 * 120), rate: SessionScene.rate)
        }
        #expect(play.starts == expected)
        play.session.handle(.command(.tempo(Tempo(clamping: 60))))
        self.play(&play, seconds: 3)
        #expect(play.session.tempo == Tempo(clamping: 60))
        let beats = zip(play.starts.suffix(2), play.starts.suffix(2).dropFirst()).map { $1 - $0 }
        #expect(beats == [48_000])
        self.play(&play, seconds: 8)
        #expect(play.session.course.stretches.map(\.tempo.beatsPerMinute).contains(70))
    }

    /// The faster tempo begins at once, so the next beat comes early. What the trainer had planned was dropped.
    @Test func aTempoThatIsTakenBackWithinABeatMovesTheLampsWithTheClicks() async {
        var options = options(trainer(90, 200, by: 5, every: 2, .bars))
        options.exercise = nil
        var play = await begun(options)
        self.play(&play, seconds: 2)
        play.session.handle(.command(.tempo(Tempo(clamping: 150))))
        self.play(&play, seconds: 0.1)
        play.session.handle(.command(.tempo(Tempo(clamping: 90))))
        for tempo in [90.0, 95] {
            self.play(&play, seconds: 2.5)
            let (session, last) = (play.session, play.starts.last ?? 0)
            let tick = session.course.tick(at: session.seconds(atFrame: Double(last)))
            #expect(abs(tick.remainder(dividingBy: 120)) < 0.005)
            #expect(session.tempo == Tempo(clamping: tempo) && session.wantedTempo == nil)
        }
        let beats = zip(play.starts, play.starts.dropFirst()).map { $1 - $0 }
        #expect(beats.prefix(2) == [32_000, 32_000] && beats[2] < 28_000 && beats[3] == 32_000)
    }

    /// The clicks would jump to other places.
    @Test func clicksOfOtherBeatsAreRefused() async {
        var play = await begun(options(nil))
        play.session.handle(.command(.clicks(ClickPattern(meter: .twelveEight))))
        #expect(play.session.options.clicks == ClickPattern(meter: .fourFour))
        play.session.handle(.command(.clicks(ClickPattern(meter: .fourFour, clicksPerBeat: 2))))
        #expect(play.session.options.clicks.clicksPerBeat == 2)
    }

    @Test func minutesAreCountedInBars() {
        var plan = TempoPlan(
            RhythmOptions(
                exercise: nil, tempo: Tempo(clamping: 60), input: .none,
                trainer: trainer(60, 90, by: 30, every: 1, .minutes)))
        #expect(plan.nextBar == 15)
        plan.decide(accuracy: nil)
        #expect(plan.course.seconds(ofTick: 15 * 480) == 60)
        #expect(plan.upcoming(after: 0) == change(90, 15) && plan.upcoming(after: 15 * 480) == nil)
        #expect(plan.nextBar == nil)
    }
}

@Suite struct CountSpeakerTests {
    private actor Speaker: SpeechSynthesizer {
        nonisolated let kind = VoiceServiceKind.local
        nonisolated let mostCharacters = 10
        private(set) var texts: [String] = []
        private let canSpeak: Bool?
        private let never = AsyncStream.makeStream(of: Void.self)

        /// - Parameter canSpeak: if nil, nothing is ever answered.
        init(canSpeak: Bool?) {
            self.canSpeak = canSpeak
        }

        func voices(for language: String) throws(SynthesisError) -> [Voice] {
            []
        }

        func speak(_ request: SynthesisRequest) async throws -> SpokenSound {
            texts.append(request.text.revealed + request.language)
            if canSpeak == nil {
                for await _ in never.stream {}
            }
            guard canSpeak == true else {
                throw SynthesisError(.languageRefused, detail: "")
            }
            return SpokenSound(samples: [0, 0.5, 0.5], rate: 22_050)
        }
    }

    @Test func theNumbersAreSpokenOnce() async {
        let speaker = Speaker(canSpeak: true)
        let counts = CountSpeaker(speaker, language: "ru")
        async let first = counts.counts()
        #expect(await counts.counts().count == 12)
        #expect(await first.count == 12)
        #expect(await speaker.texts == (1...12).map { "\($0)ru" })
    }

    @MainActor @Test(.timeLimit(.minutes(1))) func aSessionEndsWhileNumbersAreWaitedFor() async {
        let time = ManualClock(advancesItself: false)
        let spy = SpyRhythmDelegate()
        let service = RhythmService(
            transport: FakeTransport(), clock: ManualHostClock(time), alarm: time,
            counting: CountSpeaker(Speaker(canSpeak: nil), language: "en"))
        service.delegate = spy
        await service.start(RhythmOptions(exercise: nil, clickVoice: .spoken))
        await service.change(devices: TransportOptions(output: "other"), latency: nil)
        await service.stop()
        await spy.wait(for: .idle)
        #expect(spy.phases == [.opening, .idle])
    }

    @Test(arguments: [true, false]) func whereNothingIsSpokenClicksSound(isHeard: Bool) async {
        let maker = MetronomeMaker(clickVolume: 1, guideVolume: 0, isHeard: isHeard, sound: .spoken)
        let ready = maker.prepare(CountSpeaker(Speaker(canSpeak: isHeard), language: "en"))
        #expect((ready == nil) == isHeard)
        await ready?.value
        let voice = maker.voice(rate: 48_000)
        maker.latest?.metronome.begin(MetronomeRun(firstClick: 0, tempo: .initial, clicks: nil))
        var sound = [Float](repeating: 0, count: 1000)
        sound.withUnsafeMutableBufferPointer { voice.render(into: $0, at: 0) }
        #expect(sound == Array(ClickSound.samples(rate: 48_000, accented: true).prefix(1000)))
    }
}
