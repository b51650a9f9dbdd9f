import ParlandoCore
import ParlandoPresenters
import ParlandoServices
import ParlandoTestSupport
import Testing

/// Tempo, exercise and devices.
@MainActor @Suite(.timeLimit(.minutes(1))) struct RhythmChoicesTests {
    @Test func theTempoIsBroughtIntoItsBoundsAndKept() {
        let stage = RhythmStage()
        for (asked, kept) in [(0, 40.0), (39.9, 40), (161, 160), (133.33, 133.33), (.nan, 90)] {
            stage.presenter.rhythmView(stage.view, didSetTempo: asked)
            #expect(stage.choices.beatsPerMinute == kept)
            #expect(stage.view.state.tempo == kept)
        }
    }

    @Test func theKeysStepToWholeNumbers() {
        let stage = RhythmStage { $0.beatsPerMinute = 99.5 }
        stage.presenter.rhythmView(stage.view, didStepTempo: 1)
        #expect(stage.choices.beatsPerMinute == 101)
        stage.presenter.rhythmView(stage.view, didStepTempo: -1)
        #expect(stage.choices.beatsPerMinute == 100)
    }

    @Test func aMetronomeTakesANewTempoWhileItRuns() async {
        let stage = RhythmStage { $0.input = .none }
        stage.play()
        stage.presenter.rhythmView(stage.view, didSetTempo: 120)
        #expect(await stage.next(2)[1] == .changeTempo(Tempo(clamping: 120)))
    }

    @Test func inAnExerciseTheTempoStays() {
        let stage = RhythmStage()
        stage.play()
        #expect(!stage.view.state.showsTempo)
        stage.presenter.rhythmView(stage.view, didSetTempo: 120)
        #expect(stage.choices.beatsPerMinute == 90)
    }

    @Test func tapsGiveTheTempoOfTheirMedianInterval() {
        let stage = RhythmStage()
        // One slip of 200 ms among taps that are 500 ms apart.
        var stamp: UInt32 = 10_000
        for interval: UInt32 in [0, 500, 500, 700, 500, 500] {
            stamp += interval
            let received = HostTime(nanoseconds: Int64(stamp) * 1_000_000)
            stage.presenter.rhythmView(stage.view, didTapTempoAt: stamp, received: received)
        }
        #expect(stage.choices.beatsPerMinute == 120)
    }

    @Test func aTapAfterALongPauseBeginsAnew() {
        let stage = RhythmStage()
        for stamp: UInt32 in [10_000, 10_500, 20_000, 21_000] {
            let received = HostTime(nanoseconds: Int64(stamp) * 1_000_000)
            stage.presenter.rhythmView(stage.view, didTapTempoAt: stamp, received: received)
        }
        #expect(stage.choices.beatsPerMinute == 60)
    }

    @Test func aMetronomeHasNoExercise() async {
        let stage = RhythmStage { $0.input = .none }
        stage.presenter.rhythmViewDidPressButton(stage.view)
        guard case .start(let options) = await stage.next(1)[0] else {
            Issue.record("no start")
            return
        }
        #expect(options.exercise == nil)
        #expect(!options.transport.listens)
    }

    @Test func theChoicesDecideHowAnExerciseIsRun() async {
        let stage = RhythmStage { choices in
            choices.input = .microphone
            choices.source = .sequence
            choices.sequence = ["eighths", "gone", "rest"]
            choices.bars = 0
            choices.isGuideOn = false
            choices.output = "speakers"
            choices.usesCaps = true
            choices.latencies = ["speakers → default": 0.031]
            choices.instrument = InstrumentProfile(fingerprint: [1], rise: 1, level: -20)
        }
        stage.presenter.rhythmViewDidPressButton(stage.view)
        guard case .start(let options) = await stage.next(1)[0] else {
            Issue.record("no start")
            return
        }
        let patterns = [SamplePatterns.eighths, SamplePatterns.rest]
        #expect(options.exercise == Exercise(.sequence(patterns), bars: nil))
        #expect(options.guideVolume == 0)
        #expect(options.clickVolume == 0.8)
        #expect(options.transport == TransportOptions(output: "speakers", listens: true))
        #expect(options.caps == GradeCaps(perfect: 0.03, good: 0.06, inaccurate: 0.1))
        #expect(options.latency == 0.031)
        #expect(options.instrument != nil)
    }

    @Test func aRandomExerciseDrawsFromPatternsUpToItsDifficulty() async {
        let stage = RhythmStage { choices in
            choices.source = .random
            choices.difficulty = 2
        }
        stage.presenter.rhythmViewDidPressButton(stage.view)
        guard case .start(let options) = await stage.next(1)[0],
            case .random(let patterns, _) = options.exercise?.content
        else {
            Issue.record("no random exercise")
            return
        }
        #expect(patterns.map(\.id) == ["quarter", "rest", "eighths", "triplet"])
    }

    @Test func aFullSequenceMovesOn() {
        let stage = RhythmStage { choices in
            choices.source = .sequence
            choices.sequence = ["rest"] + Array(repeating: "quarter", count: 7)
        }
        stage.presenter.rhythmView(stage.view, didChoosePattern: "triplet")
        #expect(stage.choices.sequence == Array(repeating: "quarter", count: 7) + ["triplet"])
        for _ in 0..<20 {
            stage.presenter.rhythmViewDidPressRemovePattern(stage.view)
        }
        #expect(stage.choices.sequence == ["quarter"])
        #expect(stage.view.state.choices?.canShorten == false)
    }

    @Test func volumesChangeWhileItPlays() async {
        let stage = RhythmStage()
        stage.play()
        var preferences = stage.store.load()
        preferences.rhythm.isClickOn = false
        stage.store.save(preferences)
        #expect(await stage.next(2)[1] == .changeVolumes(click: 0, guide: 0.3))
    }

    @Test(arguments: [
        (true, RhythmInput.tap, true), (false, .tap, false), (true, .microphone, true), (true, .none, false),
    ]) func anExercisePausesInTheBackgroundIfThePreferenceSaysSo(
        isOn: Bool, input: RhythmInput, pauses: Bool
    ) async {
        let stage = RhythmStage { choices in
            choices.pausesInBackground = isOn
            choices.input = input
        }
        stage.play()
        stage.presenter.rhythmViewDidLeaveFront(stage.view)
        stage.presenter.rhythmViewDidPressEscape(stage.view)
        // A pause keeps a stop waiting.
        #expect(await stage.next(2)[1] == (pauses ? .pause : .stop))
    }
}
