import ParlandoCore
import ParlandoPresenters
import ParlandoServices
import ParlandoTestSupport
import Testing

/// Haptics, results, pauses, warnings and failures.
@MainActor @Suite(.timeLimit(.minutes(1))) struct RhythmNewsTests {
    private func verdict(_ grade: Grade, _ index: Int, _ deviation: Double?) -> Verdict {
        Verdict(
            grade: grade, note: grade == .stray ? nil : index, stroke: deviation == nil ? nil : index,
            tick: index * 120, deviation: deviation)
    }

    private func finished() -> (RhythmStage, RhythmReport?) {
        let stage = RhythmStage()
        stage.play()
        stage.finish([
            verdict(.perfect, 0, 0.01), verdict(.perfect, 1, -0.01), verdict(.good, 2, 0.04),
            verdict(.inaccurate, 3, 0.2), verdict(.missed, 4, nil), verdict(.stray, 5, 0.3),
        ])
        return (stage, stage.view.state.results)
    }

    // MARK: Haptics

    @Test func strokesAreFeltAndMissedNotesAreNot() async {
        let stage = RhythmStage()
        stage.play()
        stage.judge(.missed, note: 0, stroke: nil, tick: 0)
        stage.judge(.good, note: 1, stroke: 0, tick: 120, 0.05)
        #expect(await stage.haptics.next() == .good)
        stage.judge(.stray, note: nil, stroke: 1, tick: 180)
        #expect(await stage.haptics.next() == .stray)
    }

    @Test func aStrokeThatIsJudgedAgainIsNotFeltAgain() async {
        let stage = RhythmStage()
        stage.play()
        stage.judge(.good, note: 0, stroke: 0, tick: 0, 0.05)
        stage.judge(.inaccurate, note: 1, stroke: 1, tick: 120, 0.2)
        stage.judge(.perfect, note: 1, stroke: 1, tick: 120, 0.01)
        stage.judge(.stray, note: nil, stroke: 2, tick: 180)
        #expect(await stage.haptics.next() == .good)
        #expect(await stage.haptics.next() == .inaccurate)
        #expect(await stage.haptics.next() == .stray)
    }

    @Test func nothingIsFeltWhenItIsTurnedOff() async {
        let stage = RhythmStage { $0.isFelt = false }
        stage.play()
        stage.judge(.good, note: 0, stroke: 0, tick: 0, 0.05)
        #expect(stage.view.state.feedback != nil)
        stage.haptics.end()
        #expect(await stage.haptics.next() == nil)
    }

    // MARK: Results

    @Test func theAccuracyIsShownWithItsFormulaAndNumbers() throws {
        let report = try #require(finished().1)
        #expect(report.inTime == "3 of 5 in time")
        #expect(report.accuracy == "60%")
        #expect(report.formula.contains("= 3 ÷ 5"))
        #expect(report.counts.map(\.number) == ["2", "1", "1", "1", "1"])
        #expect(report.time == "Time 00:12")
        #expect(report.timing == "Mean +60 ms, spread 96 ms")
    }

    @Test func aHundredPercentDoesNotHideInaccurateNotes() {
        let stage = RhythmStage()
        stage.play()
        stage.finish((0..<8).map { verdict($0 < 5 ? .perfect : .inaccurate, $0, $0 < 5 ? 0 : 0.2) })
        let report = stage.view.state.results
        #expect(report?.accuracy == "100%" && report?.inTime == "5 of 8 in time")
        #expect(report?.formula.contains("Perfect and good notes are in time.") == true)
    }

    @Test func theHistogramHasItsMiddleAtTheBeat() throws {
        let report = try #require(finished().1)
        let middle = report.histogram.bars.count / 2
        #expect(report.histogram.bars.count % 2 == 1)
        #expect(report.histogram.bars[middle].isStrong)
        #expect(report.histogram.bars[middle].label == "0")
        #expect(report.histogram.bars.map(\.height).max() == 1)
        #expect(report.histogram.bars.allSatisfy { (0...1).contains($0.height) })
    }

    @Test func thePlacesOfTheBarTellEarlyFromLate() throws {
        let bars = try #require(finished().1).places.bars
        #expect(bars.map(\.label) == ["1", "2", "3", "4"])
        #expect(bars[0].height > 0)
        #expect(bars[1].height < 0)
        #expect(bars.allSatisfy { abs($0.height) <= 1 })
    }

    @Test func resultsWithoutAnyStrokeAreShownToo() throws {
        let stage = RhythmStage()
        stage.play()
        stage.finish([verdict(.missed, 0, nil)])
        let report = try #require(stage.view.state.results)
        #expect(report.accuracy == "0%")
        #expect(report.timing == "No notes were hit.")
        #expect(report.histogram.bars.allSatisfy { $0.height == 0 })
    }

    @Test func anExerciseThatWasStoppedAtOnceHasNoResults() {
        let stage = RhythmStage()
        stage.play()
        stage.finish([])
        #expect(stage.view.state.results == nil)
        #expect(stage.view.toasts == ["Stopped before the first note"])
    }

    @Test func whatIsPlayedHasItsResultsStoredBeforeTheWindowCloses() async {
        let stage = RhythmStage()
        let (trainer, spy) = (stage.trainer, stage.trainer.spy)
        await stage.start()
        trainer.advance(toTick: 20)
        await spy.wait(for: .playing)
        stage.presenter.strike(at: 0, received: trainer.moment(ofTick: 0))
        await spy.wait { !$0.verdicts.isEmpty }
        await stage.presenter.prepareToClose()
        #expect(await stage.practice.entries.map(\.counted) == [1])
        #expect(stage.view.state.button == .start)
    }

    /// Also while the service has not answered yet.
    @Test func whatHasJustStartedEndsBeforeTheWindowCloses() async {
        let stage = RhythmStage()
        stage.connect()
        stage.presenter.pressButton()
        await stage.presenter.prepareToClose()
        #expect(stage.trainer.spy.phases.last == .idle)
        #expect(stage.view.toasts == ["Stopped before the first note"])
    }

    @Test func aMetronomeGoesOnUntilTheWindowIsClosed() async {
        let stage = RhythmStage { $0.input = .none }
        await stage.start()
        await stage.presenter.prepareToClose()
        #expect(stage.view.state.button == .stop)
    }

    @Test func aMetronomeHasNoResults() {
        let stage = RhythmStage { $0.input = .none }
        stage.play()
        stage.finish([])
        #expect(stage.view.state.results == nil)
        #expect(stage.view.toasts.isEmpty)
    }

    @Test func againPlaysTheSameExercise() {
        let stage = RhythmStage()
        stage.play()
        let played = stage.running
        stage.finish([verdict(.perfect, 0, 0.01)])
        #expect(stage.view.focused.last == .results)
        stage.presenter.start()
        #expect(stage.view.state.results == nil)
        #expect(played != nil && stage.running == played)
    }

    @Test func changeAndDoneLeadBack() {
        var stage = finished().0
        stage.presenter.changeExercise()
        #expect(stage.view.state.results == nil)
        #expect(stage.view.focused.last == .choices)
        stage = finished().0
        stage.presenter.closeResults()
        #expect(stage.view.state.results == nil)
        #expect(stage.view.focused.last == .button)
    }

    @Test func aLastStrokeThatComesAfterTheEndBeginsNothing() {
        let stage = finished().0
        stage.presenter.pressEnter()
        #expect(stage.view.state.button == .start)
        #expect(stage.view.state.results != nil)
    }

    // MARK: Pause

    @Test func whatIsPlayedAgainAfterAPauseIsForgotten() {
        let stage = RhythmStage()
        stage.play()
        stage.judge(.good, note: 0, stroke: 0, tick: 0, 0.03)
        stage.judge(.good, note: 5, stroke: 1, tick: 600, 0.03)
        stage.enter(.paused, .countIn)
        let again = BeatClock(
            map: stage.clock.map, rate: 48_000, firstClick: 480_000, startTick: 480, course: stage.clock.course)
        stage.report(.clock(again))
        #expect(stage.view.state.strip.count == 1)
    }

    @Test func whatIsPlayedAgainInTheSameBarIsForgottenToo() {
        let stage = RhythmStage()
        stage.play()
        for round in 1...2 {
            stage.judge(.good, note: 0, stroke: round, tick: 0, 0.03)
            #expect(stage.view.state.rows[0].marks.count == 1)
            stage.enter(.paused, .countIn)
            let again = BeatClock(
                map: stage.clock.map, rate: 48_000, firstClick: 480_000 * round, startTick: 0,
                course: stage.clock.course)
            stage.report(.clock(again))
            #expect(stage.view.state.rows[0].marks.isEmpty && stage.view.state.strip.isEmpty)
            stage.enter(.playing)
        }
    }

    @Test func aLineThatIsOnlyFittedAnewForgetsNothing() {
        let stage = RhythmStage()
        stage.play()
        stage.judge(.good, note: 0, stroke: 0, tick: 0, 0.03)
        stage.report(.clock(stage.clock))
        #expect(stage.view.state.strip.count == 1)
    }

    /// Frames begin anew with each opening: by the old line the sound would be anywhere.
    @Test(arguments: [RhythmPhase.deviceLost, .paused])
    func afterALossNothingMovesBeforeTheNewLineIsKnown(phase: RhythmPhase) {
        let stage = RhythmStage()
        stage.play()
        stage.enter(phase, .countIn)
        #expect(!stage.view.state.isMoving)
        #expect(stage.view.positions.last == .nowhere)
        stage.report(.clock(stage.clock))
        #expect(stage.view.state.isMoving)
    }

    // MARK: Warnings and failures

    @Test(arguments: [
        (RhythmWarning.microphoneTooQuiet, PageAction.Kind?.some(.chooseMicrophone)),
        (.microphoneTooLoud, .chooseMicrophone), (.roomChanged, nil), (.dropouts(count: 2), nil),
        (.steadyBias(0.02), .correctBias), (.steadyBias(-0.02), .correctBias),
    ]) func eachWarningIsABannerWithWhatCanBeDone(warning: RhythmWarning, action: PageAction.Kind?) {
        let stage = RhythmStage()
        stage.play()
        stage.report(.warning(warning))
        #expect(stage.view.state.banner?.text.isEmpty == false)
        #expect(stage.view.state.banner?.action?.kind == action)
    }

    @Test(arguments: [
        (RhythmFailure.silence, PageAction.Kind?.some(.calibrateNow)), (.noise(excess: 29), .calibrateNow),
        (.spread(0.05), .calibrateNow), (.unsteady, .calibrateNow), (.disagreement(0.001), .calibrateNow),
        (.tooFewStrokes, nil),
        (.audio(AudioError(.noDevice, of: .loudspeaker)), .chooseOutput),
        (.audio(AudioError(.busy, of: .loudspeaker)), .retry),
        (.audio(AudioError(.denied, of: .loudspeaker)), nil),
        (.audio(AudioError(.unsupported, of: .loudspeaker)), .chooseOutput),
        (.audio(AudioError(.noDevice)), .chooseMicrophone), (.audio(AudioError(.lost)), .chooseMicrophone),
    ]) func eachFailureIsABannerWithWhatCanBeDone(failure: RhythmFailure, action: PageAction.Kind?) {
        let stage = RhythmStage()
        stage.report(.failure(failure))
        #expect(stage.view.state.banner?.tone == .failure)
        #expect(stage.view.state.banner?.text.isEmpty == false)
        #expect(stage.view.state.banner?.action?.kind == action)
    }

    @Test(arguments: [(RhythmPhase.deviceLost, PageBanner.Tone.warning), (.paused, .failure)])
    func aLossIsToldUntilItPlaysAgain(phase: RhythmPhase, tone: PageBanner.Tone) {
        let stage = RhythmStage()
        stage.play()
        stage.enter(phase)
        stage.report(.failure(.audio(AudioError(.lost, of: .loudspeaker))))
        #expect(stage.view.state.banner?.tone == tone)
        stage.enter(.countIn)
        #expect(stage.view.state.banner == nil)
    }

    @Test func aDropoutDoesNotTakeTheOfferOfACorrectionAway() {
        let stage = RhythmStage()
        stage.play()
        stage.report(.warning(.steadyBias(0.02)))
        stage.report(.warning(.dropouts(count: 1)))
        #expect(stage.view.states.last?.banner?.action?.kind == .correctBias)
    }

    @Test func aSteadyBiasBecomesACorrectionOfTheseDevices() {
        let stage = RhythmStage { $0.latencies = ["default → tap": 0.01] }
        stage.play()
        stage.report(.warning(.steadyBias(0.02)))
        stage.presenter.press(.correctBias)
        #expect(abs((stage.choices.latencies["default → tap"] ?? 0) - 0.03) < 1e-9)
        #expect(stage.view.state.banner == nil)
    }

    /// The offer stays on the page when the exercise is over, beside the choices.
    @Test func aCorrectionBelongsToWhatWasPlayedNotToWhatIsChosenSince() {
        let stage = RhythmStage()
        stage.play()
        stage.report(.warning(.steadyBias(0.02)))
        stage.finish([verdict(.good, 0, 0.02)])
        stage.presenter.chooseInput(.microphone)
        stage.presenter.press(.correctBias)
        #expect(stage.choices.latencies == ["default → tap": 0.02])
    }

    // MARK: Level

    @Test func theLevelIsShownOnlyWhileTheMicrophoneListens() {
        let stage = RhythmStage { $0.input = .microphone }
        stage.report(.level(-30))
        #expect(stage.view.state.level == 0)
        stage.play()
        stage.report(.level(-30))
        #expect(stage.view.state.level == 0.5)
    }
}
