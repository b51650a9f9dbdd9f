import Foundation
import ParlandoCore
import ParlandoServices
import ParlandoTestSupport
import Testing

@testable import ParlandoPresenters

/// Tempo, exercise and devices.
@MainActor @Suite(.timeLimit(.minutes(1))) struct RhythmChoicesTests {
    @Test func theTempoIsBroughtIntoItsBoundsAndKept() {
        let stage = RhythmStage()
        for (asked, kept) in [(0, 20.0), (19.9, 20), (301, 300), (133.33, 133.33), (.nan, 90)] {
            stage.presenter.setTempo(asked)
            #expect(stage.choices.beatsPerMinute == kept)
            #expect(stage.view.state.tempo == kept)
        }
    }

    @Test func theKeysStepToWholeNumbers() {
        let stage = RhythmStage { $0.beatsPerMinute = 99.5 }
        stage.presenter.stepTempo(by: 1)
        #expect(stage.choices.beatsPerMinute == 101)
        stage.presenter.stepTempo(by: -1)
        #expect(stage.choices.beatsPerMinute == 100)
    }

    @Test func aMetronomeTakesANewTempoWhileItRuns() async {
        let stage = RhythmStage { $0.input = .none }
        await stage.start()
        stage.presenter.setTempo(120)
        await stage.trainer.advance { $0.clocks.last?.course.stretches.last?.tempo.beatsPerMinute == 120 }
    }

    @Test func aTempoThatIsSetBeforeTheServiceAnswersIsPlayed() async {
        let stage = RhythmStage { $0.input = .none }
        stage.connect()
        stage.presenter.pressButton()
        stage.presenter.setTempo(120)
        _ = await stage.trainer.nextOpening()
        await stage.trainer.run()
        await stage.trainer.advance { $0.clocks.last?.course.stretches.last?.tempo.beatsPerMinute == 120 }
    }

    @Test func inAnExerciseTheTempoStays() {
        let stage = RhythmStage()
        stage.play()
        #expect(stage.view.state.isExercise)
        stage.presenter.setTempo(120)
        #expect(stage.choices.beatsPerMinute == 90)
    }

    @Test func tapsGiveTheTempoOfTheirMedianInterval() {
        let stage = RhythmStage()
        // One slip of 200 ms among taps that are 500 ms apart.
        var stamp: UInt32 = 10_000
        for interval: UInt32 in [0, 500, 500, 700, 500, 500] {
            stamp += interval
            let received = HostTime(nanoseconds: Int64(stamp) * 1_000_000)
            stage.presenter.tapTempo(at: stamp, received: received)
        }
        #expect(stage.choices.beatsPerMinute == 120)
    }

    @Test func aTapAfterALongPauseBeginsAnew() {
        let stage = RhythmStage()
        for stamp: UInt32 in [10_000, 10_500, 20_000, 21_000] {
            let received = HostTime(nanoseconds: Int64(stamp) * 1_000_000)
            stage.presenter.tapTempo(at: stamp, received: received)
        }
        #expect(stage.choices.beatsPerMinute == 60)
    }

    @Test func theTimeSignatureBelongsToExercisesAndToTheMetronome() throws {
        let stage = RhythmStage()
        stage.presenter.chooseMeter("3/4")
        stage.presenter.choose(\.clicksPerBeat, "2")
        stage.presenter.pressBeat(2)
        stage.presenter.chooseMeter("no meter")
        #expect(stage.view.state.meter.chosen == "3/4")
        #expect(stage.view.state.lamps.map(\.stress) == [.accented, .plain, .soft])
        stage.presenter.pressButton()
        let options = try #require(stage.running)
        #expect(options.exercise?.meter == .threeFour)
        #expect(
            options.clicks
                == ClickPattern(
                    meter: .threeFour, stresses: [.accented, .plain, .soft], clicksPerBeat: 2,
                    gaps: ClickGaps(heardBars: 2)))
        #expect(!stage.view.state.canChoose)
        // Another time signature begins with its own accents.
        stage.enter(.opening, .countIn, .playing, .idle)
        stage.presenter.chooseMeter("2/4")
        #expect(stage.view.state.lamps.map(\.stress) == [.accented, .plain])
    }

    /// What vanished at Start would move everything else.
    @Test func theMetronomeShowsTheSameChoicesWhileItRuns() async {
        let stage = RhythmStage { $0.input = .none }
        let before = stage.view.state
        await stage.start()
        let state = stage.view.state
        #expect(!before.meter.options.isEmpty && state.meter == before.meter)
        #expect(!before.input.options.isEmpty && state.input == before.input)
        #expect(before.canChoose && !state.canChoose)
    }

    @Test func theRunningMetronomeChangesItsClicksAtOnce() async {
        let stage = RhythmStage { $0.input = .none }
        await stage.start()
        stage.presenter.pressBeat(0)
        stage.presenter.choose(\.clicksPerBeat, "4")
        stage.presenter.chooseMeter("7/8")
        #expect(stage.running?.clicks.clicksPerBeat == 4 && stage.running?.clicks.stress(ofBeat: 0) == .plain)
        #expect(stage.choices.meter == .fourFour)
        #expect(stage.view.state.lamps.first?.stress == .plain)
        stage.presenter.choose(\.clicksPerBeat, "1")
        // From plain over soft to silent.
        for beat in Array(0..<4) + Array(0..<4) {
            stage.presenter.pressBeat(beat)
        }
        #expect(stage.view.state.lamps.allSatisfy { $0.stress == .silent })
        await stage.trainer.advanceUntilSilent()
    }

    /// By another program, or by Reset.
    @Test func whatIsChangedElsewhereIsPlayedByTheRunningMetronome() async {
        let stage = RhythmStage { $0.input = .none }
        await stage.start()
        var preferences = stage.store.load()
        (preferences.rhythm.beatsPerMinute, preferences.rhythm.clicksPerBeat) = (120, 2)
        stage.presenter.adopt(preferences)
        #expect(stage.running?.clicks.clicksPerBeat == 2)
        // Its time signature stays.
        preferences.rhythm.meter = .threeFour
        stage.presenter.adopt(preferences)
        #expect(stage.view.state.lamps.count == 4)
        await stage.trainer.advance { $0.clocks.last?.course.stretches.last?.tempo.beatsPerMinute == 120 }
    }

    @Test func anExerciseKeepsItsClicks() {
        let stage = RhythmStage()
        stage.play()
        stage.presenter.pressBeat(0)
        #expect(stage.view.state.lamps.first?.stress == .accented)
    }

    @Test func strictJudgingIsChosenBesideTheExercise() {
        let stage = RhythmStage()
        #expect(stage.view.state.choices?.rule.chosen == "relative")
        stage.presenter.chooseRule("strict")
        #expect(stage.choices.usesCaps)
        #expect(stage.view.state.choices?.rule.chosen == "strict")
        #expect(stage.view.state.choices?.summary.hasSuffix(" · Strict") == true)
        stage.presenter.chooseRule("relative")
        #expect(!stage.choices.usesCaps)
    }

    @Test func theCountInLightsAsManyLampsAsItsDigit() {
        let stage = RhythmStage()
        stage.play()
        stage.show(beat: -3.5)
        #expect(stage.view.positions.last?.digit == 4)
        #expect(stage.view.positions.last?.litLamps == 0..<4)
        stage.show(beat: -0.5)
        #expect(stage.view.positions.last?.litLamps == 0..<1)
        stage.show(beat: 2.5)
        #expect(stage.view.positions.last?.litLamps == 2..<3)
    }

    @Test func aLampMovesForAHitAndOtherwiseForAMiss() {
        let stage = RhythmStage()
        stage.play()
        stage.judge(.good, note: 1, stroke: 0, tick: 120, 0.01)
        #expect(stage.view.state.movement == .init(beat: 1, isHit: true, number: 1))
        stage.judge(.missed, note: 2, stroke: nil, tick: 240)
        #expect(stage.view.state.movement == .init(beat: 2, isHit: false, number: 2))
        stage.judge(.stray, note: nil, stroke: 1, tick: 480, 0.3)
        #expect(stage.view.state.movement == .init(beat: 0, isHit: false, number: 3))
        // A stroke that is judged again has moved its lamp already.
        stage.judge(.perfect, note: 4, stroke: 1, tick: 480, 0.0)
        #expect(stage.view.state.movement?.number == 3)
    }

    @Test func onlyAllIsAHundredPercentAndNothingIsDividedByNothing() {
        let stage = RhythmStage()
        let hit = { Verdict(grade: .perfect, note: $0, stroke: $0, tick: $0 * 120, deviation: 0) }
        stage.play()
        stage.finish((0..<299).map(hit) + [Verdict(grade: .missed, note: 299, stroke: nil, tick: 0, deviation: nil)])
        #expect(stage.view.state.results?.accuracy == "99%")
        stage.presenter.closeResults()
        stage.play()
        stage.finish([Verdict(grade: .inaccurate, note: 0, stroke: 0, tick: 0, deviation: 0.2)])
        #expect(stage.view.state.results?.accuracy == "–")
        #expect(stage.view.state.results?.inTime == "0 of 1 in time")
        #expect(stage.view.state.results?.formula.contains("÷") == false)
    }

    @Test func fromTheSecondDayOnTheResultsShowTheDaysBefore() async throws {
        let stage = RhythmStage()
        let hit = Verdict(grade: .perfect, note: 0, stroke: 0, tick: 0, deviation: 0.02)
        let miss = Verdict(grade: .missed, note: 1, stroke: nil, tick: 120, deviation: nil)
        stage.play()
        stage.finish([hit])
        let first = try #require(await stage.practice.added())
        #expect(first.accuracy == 100)
        #expect(stage.view.state.results?.accuracyByDay == nil)
        await stage.practice.add(RhythmResults(verdicts: [hit, miss]), of: first.exercise, on: first.day - 3)
        stage.presenter.start()
        stage.enter(.opening, .countIn, .playing)
        stage.finish([hit])
        await stage.view.nextChange(until: { stage.view.state.results?.accuracyByDay != nil })
        let report = stage.view.state.results
        #expect(report?.accuracyByDay?.bars.map(\.height) == [0.5, 1])
        let days = [first.day - 3, first.day].map(PracticeCalendar.dayOfMonth)
        #expect(report?.accuracyByDay?.spoken == "\(days[0]): 50%, \(days[1]): 100%")
        #expect(report?.biasByDay?.spoken == "+20 ms, +20 ms")
    }

    @Test func whoDoesNotWantResultsKeptLeavesNone() async {
        let stage = RhythmStage { $0.keepsResults = false }
        let hits = (0..<2).map { Verdict(grade: .perfect, note: $0, stroke: $0, tick: $0 * 120, deviation: 0) }
        stage.play()
        stage.finish(hits)
        var preferences = stage.store.load()
        preferences.rhythm.keepsResults = true
        stage.presenter.adopt(preferences)
        stage.presenter.start()
        stage.enter(.opening, .countIn, .playing)
        stage.finish([hits[0]])
        #expect(await stage.practice.added()?.counted == 1)
    }

    @Test(arguments: [(-3_600, 19_999), (0, 20_000), (3_600, 20_000)])
    func aDayEndsAtMidnightOfTheUser(offset: Int, day: Int) throws {
        let zone = try #require(TimeZone(secondsFromGMT: offset))
        #expect(PracticeCalendar.day(of: Date(timeIntervalSince1970: 20_000 * 86_400), in: zone) == day)
        #expect(PracticeCalendar.dayOfMonth(20_000) == "4")
    }

    @Test func aMetronomeHasNoExercise() throws {
        let stage = RhythmStage { $0.input = .none }
        stage.presenter.pressButton()
        let options = try #require(stage.running)
        #expect(options.exercise == nil)
        #expect(!options.transport.listens)
    }

    @Test func theChoicesDecideHowAnExerciseIsRun() throws {
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
        stage.presenter.pressButton()
        let options = try #require(stage.running)
        let patterns = [SamplePatterns.eighths, SamplePatterns.rest]
        #expect(options.exercise == Exercise(.sequence(patterns), bars: nil))
        #expect(options.guideVolume == 0)
        #expect(options.clickVolume == 0.8)
        #expect(options.transport == TransportOptions(output: "speakers", listens: true))
        #expect(options.caps == GradeCaps(perfect: 0.03, good: 0.06, inaccurate: 0.1))
        #expect(options.latency == 0.031)
        #expect(options.instrument != nil)
    }

    @Test func aRandomExerciseDrawsFromPatternsUpToItsDifficulty() {
        let stage = RhythmStage { choices in
            choices.source = .random
            choices.difficulty = 2
        }
        stage.presenter.pressButton()
        guard case .random(let patterns, _) = stage.running?.exercise?.content else {
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
        stage.presenter.choosePattern("triplet")
        #expect(stage.choices.sequence == Array(repeating: "quarter", count: 7) + ["triplet"])
        for _ in 0..<20 {
            stage.presenter.removePattern()
        }
        #expect(stage.choices.sequence == ["quarter"])
        #expect(stage.view.state.choices?.canShorten == false)
    }

    @Test func volumesChangeWhileItPlays() async {
        let stage = RhythmStage { $0.input = .none }
        await stage.start()
        stage.store.change { $0.rhythm.isClickOn = false }
        await stage.trainer.advanceUntilSilent()
        #expect(stage.trainer.spy.phases == [.opening, .playing])
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
        await stage.start(captureRate: input == .microphone ? 48_000 : nil)
        stage.presenter.leaveFront()
        if pauses {
            await stage.trainer.spy.wait(for: .paused)
        } else {
            stage.presenter.pressEscape()
            await stage.trainer.spy.wait(for: .idle)
            #expect(!stage.trainer.spy.phases.contains(.paused))
        }
    }

    @Test func whoLeavesBeforeTheServiceHasAnsweredLeavesNevertheless() async {
        let stage = RhythmStage()
        stage.connect()
        stage.presenter.pressButton()
        stage.presenter.leaveFront()
        await stage.trainer.spy.wait(for: .paused)
    }

    @Test func whoLeavesBeforeTheNextExerciseBeginsLeavesThatOne() async {
        let stage = RhythmStage()
        await stage.start()
        stage.presenter.afterEnd { $0.start() }
        stage.presenter.leaveFront()
        await stage.trainer.spy.wait(for: .paused)
    }

    @Test func whatWaitsForItsDevicePausesInTheBackgroundToo() async {
        let stage = RhythmStage()
        let (trainer, spy) = (stage.trainer, stage.trainer.spy)
        stage.connect()
        stage.presenter.pressButton()
        _ = await trainer.nextOpening()
        await spy.wait(for: .opening)
        stage.presenter.leaveFront()
        await spy.wait(for: .paused)
        await trainer.run()
        stage.presenter.pressPause()
        await spy.wait(for: .countIn)
        trainer.transport.say(.lost(AudioError(.lost, of: .loudspeaker)))
        await spy.wait(for: .deviceLost)
        stage.presenter.leaveFront()
        await spy.wait(for: .paused)
    }
}
