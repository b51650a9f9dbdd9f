import ParlandoCore
import ParlandoPresenters
import ParlandoServices
import ParlandoTestSupport
import Testing

@MainActor @Suite(.timeLimit(.minutes(1))) struct RhythmPresenterTests {
    private let stage = RhythmStage()

    private func verdict(
        _ grade: Grade, note: Int?, stroke: Int?, tick: Int, _ deviation: Double? = nil
    ) -> Verdict {
        Verdict(grade: grade, note: note, stroke: stroke, tick: tick, deviation: deviation)
    }

    // MARK: Button and keys

    @Test func theButtonAndItsNameFollowThePhase() {
        let expected: [(RhythmPhase, PageButton, String)] = [
            (.opening, .wait, "Starting…"), (.countIn, .stop, "Stop"), (.playing, .stop, "Stop"),
            (.paused, .stop, "Stop"), (.deviceLost, .stop, "Stop"), (.learning, .stop, "Stop"),
            (.calibrating, .stop, "Stop"), (.idle, .start, "Start"),
        ]
        for (phase, button, label) in expected {
            stage.enter(phase)
            #expect(stage.view.state.button == button)
            #expect(stage.view.state.buttonLabel == label)
        }
    }

    @Test func aSecondPressIsIgnoredUntilTheServiceAnswers() async {
        stage.connect()
        stage.presenter.pressButton()
        #expect(stage.view.state.button == .wait)
        stage.presenter.pressButton()
        _ = await stage.trainer.nextOpening()
        await stage.trainer.run()
        stage.presenter.pressButton()
        #expect(stage.view.state.button == .wait)
        stage.presenter.pressButton()
        await stage.trainer.spy.wait(for: .idle)
        #expect(stage.trainer.spy.phases == [.opening, .countIn, .idle])
    }

    @Test func enterBeginsGoesOnAndStopsNothing() async {
        stage.connect()
        stage.presenter.pressEnter()
        _ = await stage.trainer.nextOpening()
        await stage.trainer.run()
        stage.presenter.pressEnter()
        stage.trainer.advance(toTick: 0)
        await stage.trainer.spy.wait(for: .playing)
        stage.presenter.pressEnter()
        stage.presenter.pressPause()
        await stage.trainer.spy.wait(for: .paused)
        stage.presenter.pressEnter()
        await stage.trainer.spy.wait(for: .countIn)
        #expect(stage.trainer.spy.phases == [.opening, .countIn, .playing, .paused, .countIn])
    }

    @Test func escapeStops() async {
        await stage.start()
        stage.presenter.pressEscape()
        await stage.trainer.spy.wait(for: .idle)
        #expect(stage.view.state.button == .start)
    }

    @Test func pauseAndResumeAreOfferedWhereTheyFit() {
        stage.play()
        #expect(stage.view.state.pause == .pause)
        stage.enter(.paused)
        #expect(stage.view.state.pause == .resume)
        #expect(!stage.view.state.isMoving)
        stage.enter(.idle)
        #expect(stage.view.state.pause == .hidden)
    }

    // MARK: Strokes

    @Test func keysAreStrokesOnlyWhileTapsAreJudged() {
        #expect(!stage.view.state.takesStrokes)
        stage.play()
        #expect(stage.view.state.takesStrokes)
        stage.enter(.paused)
        #expect(!stage.view.state.takesStrokes)
        stage.enter(.idle)
        #expect(!stage.view.state.takesStrokes)
    }

    @Test func aStrokeGoesDownWithTheMomentOfItsEvent() async {
        let stage = RhythmStage { $0.beatsPerMinute = 120 }
        let (trainer, spy) = (stage.trainer, stage.trainer.spy)
        await stage.start()
        trainer.advance(toTick: 20)
        await spy.wait(for: .playing)
        let first = trainer.moment(ofTick: 0)
        stage.presenter.strike(at: 5_000, received: first)
        await spy.wait { $0.verdicts.count == 1 }
        trainer.advance(toTick: 140)
        // Received 80 ms late; it happened half a second after the first one.
        stage.presenter.strike(at: 5_500, received: first.advanced(by: 0.58))
        await spy.wait { $0.verdicts.count == 2 }
        #expect(spy.verdicts.map(\.note) == [0, 1])
        #expect(spy.verdicts.allSatisfy { abs($0.deviation ?? 1) < 0.001 })
    }

    @Test func eachVerdictIsShownInWordAndMilliseconds() {
        stage.play()
        let expected: [(Verdict, String, String)] = [
            (verdict(.perfect, note: 0, stroke: 0, tick: 0, 0.0034), "Perfect", "+3 ms"),
            (verdict(.good, note: 1, stroke: 1, tick: 120, -0.0512), "Good", "−51 ms"),
            (verdict(.inaccurate, note: 2, stroke: 2, tick: 240, 0.12), "Inaccurate", "+120 ms"),
            (verdict(.missed, note: 3, stroke: nil, tick: 360), "Missed", ""),
            (verdict(.stray, note: nil, stroke: 3, tick: 400, 0.2), "Extra", "+200 ms"),
            (verdict(.perfect, note: 4, stroke: 4, tick: 480, 0), "Perfect", "±0 ms"),
        ]
        for (verdict, word, deviation) in expected {
            stage.report(.verdicts([verdict]))
            #expect(stage.view.state.feedback?.word == word)
            #expect(stage.view.state.feedback?.deviation == deviation)
            #expect(stage.view.state.feedback?.grade == verdict.grade)
        }
    }

    @Test func theStripKeepsTheLastStrokesBetweenItsEnds() {
        stage.play()
        let strokes = (0..<30).map { verdict(.good, note: $0, stroke: $0, tick: $0 * 120, Double($0 - 15) * 0.02) }
        stage.report(.verdicts(strokes))
        #expect(stage.view.state.strip.count == 16)
        #expect(stage.view.state.strip.allSatisfy { (-1...1).contains($0.offset) })
        #expect(stage.view.state.strip.last?.offset == 1)
    }

    @Test func aLaterVerdictReplacesTheEarlierOneOfItsNoteAndItsStroke() {
        stage.play()
        stage.report(.verdicts([verdict(.stray, note: nil, stroke: 0, tick: 120, -0.3)]))
        stage.report(.verdicts([verdict(.inaccurate, note: 1, stroke: 0, tick: 120, -0.2)]))
        #expect(stage.view.state.rows[0].marks.map(\.grade) == [.inaccurate])
        #expect(stage.view.state.strip.count == 1)
    }

    // MARK: Bars

    @Test func twoBarsAreShownBeforeTheStart() {
        #expect(stage.view.state.rows.map(\.bar) == [0, 1])
        #expect(stage.view.state.rows.allSatisfy { $0.beat == nil })
    }

    @Test func aMetronomeShowsNoBars() {
        let stage = RhythmStage { $0.input = .none }
        #expect(stage.view.state.rows.isEmpty)
        #expect(stage.view.state.choices == nil)
    }

    @Test func theFrameFollowsTheBeat() {
        let stage = RhythmStage { choices in
            choices.source = .sequence
            choices.sequence = ["quarter", "syncopation", "eighths"]
        }
        stage.play()
        let beats: [Int?] = [0.0, 0.9, 1.0, 2.5, 3.2].map { beat in
            stage.show(beat: beat)
            return stage.view.state.rows[0].beat
        }
        #expect(beats == [0, 0, 1, 2, 3])
        stage.show(beat: 4)
        #expect(stage.view.state.rows[0].beat == nil)
        #expect(stage.view.state.rows[1].beat == 0)
    }

    @Test func noBarMovesWhileItIsBeingRead() {
        stage.play()
        var seen: [[Int]] = []
        for beat in stride(from: 0.0, through: 12, by: 1) {
            stage.show(beat: beat)
            let bars = stage.view.state.rows.map(\.bar)
            if seen.last != bars {
                seen.append(bars)
            }
        }
        // The upper row has the even bars, the lower one the odd ones.
        #expect(seen == [[0, 1], [2, 1], [2, 3]])
    }

    @Test func theLastBarStaysWhereItIs() {
        let stage = RhythmStage { $0.bars = 2 }
        stage.play()
        // Also while strokes are waited for.
        for beat in 4..<10 {
            stage.show(beat: Double(beat))
            #expect(stage.view.state.rows.map(\.bar) == [0, 1])
            #expect(stage.view.state.caption == "90 BPM · bar 2 of 2")
        }
    }

    @Test func nothingIsShownAfterTheLastBar() {
        let stage = RhythmStage { $0.bars = 1 }
        #expect(stage.view.state.rows.map(\.bar) == [0])
    }

    @Test func theFramesOfOneBeatMakeOneState() {
        stage.play()
        stage.show(beat: 0.1)
        let before = stage.view.states.count
        for step in 2..<9 {
            stage.show(beat: Double(step) / 10)
        }
        #expect(stage.view.states.count == before)
        #expect(stage.view.positions.count >= 7)
    }

    @Test func theCountInCountsDown() {
        stage.play()
        let digits = [-3.9, -2.5, -2.0, -0.1].map { beat in
            stage.show(beat: beat)
            return stage.view.positions.last?.digit
        }
        #expect(digits == [4, 3, 2, 1])
        #expect(stage.view.state.rows[0].beat == 0)
        stage.show(beat: 0)
        #expect(stage.view.positions.last?.digit == nil)
        #expect(stage.view.positions.last?.beat == 0)
    }

    @Test func nothingMovesWithoutAClock() {
        stage.presenter.pressButton()
        stage.enter(.opening, .countIn)
        #expect(!stage.view.state.isMoving)
        stage.show(beat: 0)
        #expect(stage.view.positions.allSatisfy { $0 == .nowhere })
        stage.report(.clock(stage.clock))
        #expect(stage.view.state.isMoving)
    }

    @Test func theCaptionTellsTempoAndBar() {
        stage.play()
        stage.show(beat: 9)
        #expect(stage.view.state.caption == "90 BPM · bar 3 of 8")
    }
}
