import ParlandoCore
import ParlandoPresenters
import ParlandoServices
import ParlandoTestSupport
import Testing

@MainActor @Suite(.timeLimit(.minutes(1))) struct RhythmPresenterTests {
    private let view = SpyRhythmView()
    private let training = FakeRhythmTraining()
    private let store = FakePreferenceStore()
    private let haptics = SpyHaptics()
    private let presenter: RhythmPresenter

    init() {
        presenter = RhythmPresenter(
            view: view, training: training, patterns: SamplePatterns.all, store: store, clock: FixedMonotonicClock(),
            haptics: haptics, practice: FakePracticeStore(), calendar: FixedClock())
        presenter.activate()
    }

    /// A clock whose first click of the count-in is heard at the moment 0, at 120 beats per minute.
    private let clock = BeatClock(
        map: TimeMap(anchorFrame: 0, anchorTime: HostTime(nanoseconds: 0), rate: 48_000), rate: 48_000, firstClick: 0,
        startTick: 0,
        tempo: Tempo(clamping: 120))

    private func enter(_ phases: RhythmPhase...) {
        phases.forEach { presenter.rhythmService(training, didReport: .phase($0)) }
    }

    private func choose(_ change: (inout RhythmPreferences) -> Void) async {
        var preferences = store.load()
        change(&preferences.rhythm)
        let before = view.states.count
        store.save(preferences)
        await view.nextChange(until: { [view] in view.states.count > before })
    }

    private func play() {
        presenter.pressButton()
        enter(.opening, .countIn)
        presenter.rhythmService(training, didReport: .clock(clock))
    }

    private func show(beat: Double) {
        // The count-in takes the first four beats.
        let moment = HostTime(nanoseconds: 0).advanced(by: (beat + 4) * 0.5)
        presenter.showFrame(at: moment)
    }

    private func next(_ count: Int) async -> [FakeRhythmTraining.Command] {
        var iterator = training.commands.makeAsyncIterator()
        var result: [FakeRhythmTraining.Command] = []
        while result.count < count, let command = await iterator.next() {
            result.append(command)
        }
        return result
    }

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
            enter(phase)
            #expect(view.state.button == button)
            #expect(view.state.buttonLabel == label)
        }
    }

    @Test func aSecondPressIsIgnoredUntilTheServiceAnswers() async {
        presenter.pressButton()
        #expect(view.state.button == .wait)
        presenter.pressButton()
        enter(.opening, .countIn)
        presenter.pressButton()
        presenter.pressButton()
        let commands = await next(2)
        guard case .start = commands[0] else {
            Issue.record("no start")
            return
        }
        #expect(commands[1] == .stop)
    }

    @Test func enterBeginsGoesOnAndStopsNothing() async {
        presenter.pressEnter()
        enter(.opening, .countIn, .playing)
        presenter.pressEnter()
        enter(.paused)
        presenter.pressEnter()
        let commands = await next(2)
        #expect(commands[1] == .resume)
    }

    @Test func escapeStops() async {
        play()
        enter(.playing)
        presenter.pressEscape()
        #expect(await next(2)[1] == .stop)
    }

    @Test func pauseAndResumeAreOfferedWhereTheyFit() {
        play()
        #expect(view.state.pause == .pause)
        enter(.playing)
        #expect(view.state.pause == .pause)
        enter(.paused)
        #expect(view.state.pause == .resume)
        #expect(!view.state.isMoving)
        enter(.idle)
        #expect(view.state.pause == .hidden)
    }

    // MARK: Strokes

    @Test func keysAreStrokesOnlyWhileTapsAreJudged() {
        #expect(!view.state.takesStrokes)
        play()
        #expect(view.state.takesStrokes)
        enter(.playing)
        #expect(view.state.takesStrokes)
        enter(.paused)
        #expect(!view.state.takesStrokes)
        enter(.idle)
        #expect(!view.state.takesStrokes)
    }

    @Test func aStrokeGoesDownWithTheMomentOfItsEvent() async {
        play()
        presenter.strike(at: 5_000, received: HostTime(nanoseconds: 1_000_000_000))
        // Received 80 ms late; it happened half a second after the first one.
        presenter.strike(at: 5_500, received: HostTime(nanoseconds: 1_580_000_000))
        let commands = await next(3)
        #expect(commands[1] == .tap(HostTime(nanoseconds: 1_000_000_000)))
        guard case .tap(let second) = commands[2] else {
            Issue.record("no stroke")
            return
        }
        #expect(abs(second.seconds(since: HostTime(nanoseconds: 1_500_000_000))) < 0.001)
    }

    @Test func eachVerdictIsShownInWordAndMilliseconds() {
        play()
        enter(.playing)
        let expected: [(Verdict, String, String)] = [
            (verdict(.perfect, note: 0, stroke: 0, tick: 0, 0.0034), "Perfect", "+3 ms"),
            (verdict(.good, note: 1, stroke: 1, tick: 12, -0.0512), "Good", "−51 ms"),
            (verdict(.inaccurate, note: 2, stroke: 2, tick: 24, 0.12), "Inaccurate", "+120 ms"),
            (verdict(.missed, note: 3, stroke: nil, tick: 36), "Missed", ""),
            (verdict(.stray, note: nil, stroke: 3, tick: 40, 0.2), "Extra", "+200 ms"),
            (verdict(.perfect, note: 4, stroke: 4, tick: 48, 0), "Perfect", "±0 ms"),
        ]
        for (verdict, word, deviation) in expected {
            presenter.rhythmService(training, didReport: .verdicts([verdict]))
            #expect(view.state.feedback?.word == word)
            #expect(view.state.feedback?.deviation == deviation)
            #expect(view.state.feedback?.grade == verdict.grade)
        }
    }

    @Test func theStripKeepsTheLastStrokesBetweenItsEnds() {
        play()
        enter(.playing)
        let strokes = (0..<30).map { verdict(.good, note: $0, stroke: $0, tick: $0 * 12, Double($0 - 15) * 0.02) }
        presenter.rhythmService(training, didReport: .verdicts(strokes))
        #expect(view.state.strip.count == 16)
        #expect(view.state.strip.allSatisfy { (-1...1).contains($0.offset) })
        #expect(view.state.strip.last?.offset == 1)
    }

    @Test func aLaterVerdictReplacesTheEarlierOneOfItsNoteAndItsStroke() {
        play()
        enter(.playing)
        presenter.rhythmService(training, didReport: .verdicts([verdict(.stray, note: nil, stroke: 0, tick: 12, -0.3)]))
        presenter.rhythmService(
            training, didReport: .verdicts([verdict(.inaccurate, note: 1, stroke: 0, tick: 12, -0.2)]))
        #expect(view.state.rows[0].marks.map(\.grade) == [.inaccurate])
        #expect(view.state.strip.count == 1)
    }

    // MARK: Bars

    @Test func twoBarsAreShownBeforeTheStart() {
        #expect(view.state.rows.map(\.bar) == [0, 1])
        #expect(view.state.rows.allSatisfy { $0.framed == nil })
    }

    @Test func aMetronomeShowsNoBars() async {
        await choose { $0.input = .none }
        #expect(view.state.rows.isEmpty)
        #expect(view.state.choices == nil)
    }

    @Test func theFrameFollowsTheBeat() async {
        await choose { choices in
            choices.source = .sequence
            choices.sequence = ["quarter", "syncopation", "eighths"]
        }
        play()
        enter(.playing)
        let framed: [Int?] = [0.0, 0.9, 1.0, 2.5, 3.2].map { beat in
            show(beat: beat)
            return view.state.rows[0].framed
        }
        #expect(framed == [0, 0, 1, 1, 2])
        show(beat: 4)
        #expect(view.state.rows[0].framed == nil)
        #expect(view.state.rows[1].framed == 0)
    }

    @Test func noBarMovesWhileItIsBeingRead() {
        play()
        enter(.playing)
        var seen: [[Int]] = []
        for beat in stride(from: 0.0, through: 12, by: 1) {
            show(beat: beat)
            let bars = view.state.rows.map(\.bar)
            if seen.last != bars {
                seen.append(bars)
            }
        }
        // The upper row has the even bars, the lower one the odd ones.
        #expect(seen == [[0, 1], [2, 1], [2, 3]])
    }

    @Test func theLastBarStaysWhereItIs() async {
        await choose { $0.bars = 2 }
        play()
        enter(.playing)
        for beat in 4..<8 {
            show(beat: Double(beat))
            #expect(view.state.rows.map(\.bar) == [0, 1])
        }
    }

    @Test func nothingIsShownAfterTheLastBar() async {
        await choose { $0.bars = 1 }
        #expect(view.state.rows.map(\.bar) == [0])
    }

    @Test func theFramesOfOneBeatMakeOneState() {
        play()
        enter(.playing)
        show(beat: 0.1)
        let before = view.states.count
        for step in 2..<9 {
            show(beat: Double(step) / 10)
        }
        #expect(view.states.count == before)
        #expect(view.positions.count >= 7)
    }

    @Test func theCountInCountsDown() {
        play()
        let digits = [-3.9, -2.5, -2.0, -0.1].map { beat in
            show(beat: beat)
            return view.positions.last?.digit
        }
        #expect(digits == [4, 3, 2, 1])
        #expect(view.state.rows[0].framed == 0)
        show(beat: 0)
        #expect(view.positions.last?.digit == nil)
        #expect(view.positions.last?.beat == 0)
    }

    @Test func nothingMovesWithoutAClock() {
        presenter.pressButton()
        enter(.opening, .countIn)
        #expect(!view.state.isMoving)
        show(beat: 0)
        #expect(view.positions.allSatisfy { $0 == .nowhere })
        presenter.rhythmService(training, didReport: .clock(clock))
        #expect(view.state.isMoving)
    }

    @Test func theCaptionTellsTempoAndBar() {
        play()
        enter(.playing)
        show(beat: 9)
        #expect(view.state.caption == "90 BPM · bar 3 of 8")
    }
}
