import ParlandoCore
import ParlandoServices
import ParlandoTestSupport
import Testing

@testable import ParlandoPresenters

/// Time signatures, silent bars, the tempo trainer, and the bars that went wrong.
@MainActor @Suite(.timeLimit(.minutes(1))) struct RhythmPractisingTests {
    private let dotted = Pattern(
        id: "compound", beat: .dottedQuarter, elements: [Pattern.Element(ticks: 120), Pattern.Element(ticks: 60)])

    private func verdict(_ grade: Grade, _ index: Int, bar: Int = 0, _ deviation: Double? = 0) -> Verdict {
        Verdict(
            grade: grade, note: index, stroke: grade == .missed ? nil : index, tick: bar * 480 + index % 4 * 120,
            deviation: grade == .missed ? nil : deviation)
    }

    /// Eight bars of quarters, of which the fifth and sixth went wrong.
    private func missed() -> RhythmStage {
        let stage = RhythmStage()
        stage.play()
        stage.finish(
            (0..<8).map { verdict(.perfect, $0, bar: $0) } + [4, 5, 5].map { verdict(.missed, 8, bar: $0) })
        return stage
    }

    private func report(_ grade: Grade, ofPass number: Int, to stage: RhythmStage) {
        let results = RhythmResults(verdicts: [verdict(grade, 0)])
        stage.report(.pass(results, number: number, tempo: Tempo(clamping: 90)))
    }

    // MARK: Meters

    @Test func metersAndTheirClicksHaveTheNamesThatMusiciansUse() {
        #expect(
            [.fourFour, .sixEight, .sixEightInEighths, .fiveEightThreeTwo, .sevenEight].map(RhythmWording.title) == [
                "4/4", "6/8", "6/8 in Eighths", "5/8 (3+2)", "7/8 (2+2+3)",
            ])
        let names = { (meter: Meter) in ClickPattern.subdivisions.map { RhythmWording.clicks($0, in: meter) } }
        #expect(
            names(.fourFour) == ["Quarters", "Eighths", "Triplets", "Sixteenths", "Quintuplets", "Sextuplets"])
        #expect(
            names(.sixEight) == [
                "Dotted Quarters", "Duplets", "Eighths", "Quadruplets", "Quintuplets", "Sixteenths",
            ])
        #expect(names(.sevenEight).prefix(2) == ["Eighths", "Sixteenths"])
        // No name stands for two choices.
        #expect(Meter.allCases.allSatisfy { Set(names($0)).count == 6 })
    }

    @Test func whatDoesNotFitATimeSignatureComesBackWithItsOwn() {
        let stage = RhythmStage(patterns: [dotted] + SamplePatterns.all) { $0.pattern = "eighths" }
        stage.presenter.chooseMeter("6/8")
        #expect(stage.view.state.choices?.patterns.map(\.pattern.id) == ["compound"])
        #expect(stage.view.state.choices?.patterns.map(\.isChosen) == [true])
        for source in ["sequence", "random"] {
            stage.presenter.chooseSource(source)
            #expect(stage.presenter.screen.exercise.patterns == [dotted])
        }
        stage.presenter.chooseSource("fixed")
        stage.presenter.chooseMeter("4/4")
        #expect(stage.choices.pattern == "eighths")
        #expect(stage.presenter.screen.exercise.patterns == [SamplePatterns.eighths])
    }

    @Test func onlyWhatIsSeenOfASequenceIsRemoved() {
        let stage = RhythmStage(patterns: [dotted] + SamplePatterns.all) { choices in
            choices.source = .sequence
            choices.sequence = ["compound", "quarter", "eighths", "compound"]
        }
        stage.presenter.removePattern()
        stage.presenter.removePattern()
        #expect(stage.choices.sequence == ["compound", "quarter", "compound"])
        #expect(stage.view.state.choices?.canShorten == false)
    }

    @Test func anOwnRhythmIsOfferedOnceThereIsOne() {
        let stage = RhythmStage { $0.source = .own }
        #expect(stage.view.state.choices?.source.options.map(\.id) == ["fixed", "sequence", "random"])
        #expect(stage.view.state.choices?.source.chosen == "fixed")
        stage.presenter.choose { $0.ownRhythm = "120 r60 60" }
        #expect(stage.view.state.choices?.source.chosen == "own")
        #expect(stage.view.state.choices?.summary == "My Rhythm · 8 bars")
        #expect(stage.presenter.screen.exercise.patterns.first?.elements.map(\.isRest) == [false, true, false])
        let notes = "quarter, eighth rest, eighth"
        #expect(stage.view.state.rows.first?.spoken == "Bar 1: \(notes), \(notes)")
    }

    @Test(arguments: [
        (20.0, "Grave"), (40, "Largo"), (59.9, "Largo"), (60, "Larghetto"), (66, "Adagio"), (76, "Andante"),
        (108, "Moderato"), (120, "Allegro"), (168, "Presto"), (200, "Prestissimo"), (300, "Prestissimo"),
    ]) func aTempoHasItsName(beatsPerMinute: Double, name: String) {
        let stage = RhythmStage { $0.beatsPerMinute = beatsPerMinute }
        #expect(stage.view.state.tempoName == name)
    }

    @Test(arguments: [("7/8", ""), ("6/8 eighths", ""), ("6/8", "Presto")])
    func aTempoOfEighthsHasNoName(meter: String, name: String) {
        let stage = RhythmStage { $0.beatsPerMinute = 190 }
        stage.presenter.chooseMeter(meter)
        #expect(stage.view.state.tempoName == name)
    }

    @Test func aTempoSaysWhatItCounts() {
        let stage = RhythmStage()
        #expect(stage.view.state.tempoMark.isEmpty)
        #expect(stage.view.state.tempoTitle == "Tempo in beats per minute")
        stage.presenter.chooseMeter("6/8")
        #expect(stage.view.state.tempoMark == "♩. =")
        #expect(stage.view.state.tempoTitle == "Tempo in dotted quarters per minute")
        #expect(RhythmWording.tempo(Tempo(clamping: 60), in: .sixEight) == "♩. = 60")
        #expect(RhythmWording.tempo(Tempo(clamping: 60), in: .sevenEight) == "♪ = 60")
    }

    // MARK: Ways to practise

    @Test func theButtonSaysInShortWhatIsOn() {
        let stage = RhythmStage()
        #expect(stage.view.state.practice == "Practice…" && stage.view.state.practiceTitle == "Practice…")
        stage.presenter.choose { choices in
            (choices.swing, choices.heardBars, choices.silentBars, choices.dropped) = (66, 2, 1, 30)
            (choices.trains, choices.trainerGoal) = (true, 120)
        }
        #expect(stage.view.state.practice == "Swing 66% · 2+1 bars · 30% dropped · to 120")
        #expect(stage.view.state.practiceTitle == "Practice: " + stage.view.state.practice)
        stage.presenter.chooseMeter("6/8")
        #expect(stage.view.state.practice == "2+1 bars · 30% dropped · to 120")
    }

    @Test func aRunningMetronomeTakesSwingAndSilentBarsAtOnce() {
        let stage = RhythmStage { $0.input = .none }
        stage.play()
        stage.presenter.set(PreferenceChange(\.rhythm.swing, 66))
        stage.presenter.set(PreferenceChange(\.rhythm.silentBars, 3))
        #expect(stage.running?.clicks.swing == Swing(percent: 66))
        #expect(stage.running?.clicks.gaps.silentBars == 3)
        #expect(stage.view.state.preferences.rhythm.silentBars == 3)
    }

    @Test func anExerciseKeepsTheSilentBarsWithWhichItBegan() {
        let stage = RhythmStage()
        stage.play()
        stage.presenter.set(PreferenceChange(\.rhythm.silentBars, 3))
        #expect(stage.choices.silentBars == 3)
        #expect(stage.running?.clicks.gaps.silentBars == 0)
    }

    @Test func whatIsChosenForPractisingIsPlayed() throws {
        let stage = RhythmStage { choices in
            (choices.swing, choices.swingsSixteenths, choices.clickVoice) = (60, true, .drum)
            (choices.trains, choices.trainerUnit, choices.trainerInterval) = (true, .passes, 3)
        }
        stage.presenter.pressButton()
        let options = try #require(stage.running)
        #expect(options.exercise?.swing == Swing(percent: 60, ofSixteenths: true))
        stage.enter(.opening)
        #expect(stage.view.state.caption == "90 BPM · Swing 60% in sixteenths · bar 1 of 8")
        #expect(options.clickVoice == .drum)
        #expect(options.trainer?.from == Tempo(clamping: 90) && options.trainer?.to == Tempo(clamping: 120))
        #expect(options.passBars == 3)
    }

    @Test func otherBeatsAreDroppedEachTime() throws {
        let stage = RhythmStage { $0.dropped = 50 }
        let gaps = { (seed: UInt64) in
            let gaps = stage.choices.clicks(seed: seed).gaps
            return (0..<99).map { gaps.hasClick(bar: $0, beat: 0) }
        }
        #expect(gaps(1) != gaps(2))
        #expect(gaps(1) == gaps(1))
    }

    /// Nobody plays whose accuracy could be told.
    @Test func aBareMetronomeIsNotCountedByAccuracy() {
        let stage = RhythmStage { ($0.trains, $0.trainerUnit) = (true, .passes) }
        #expect(stage.view.state.trainerUnits.map(\.id) == ["bars", "minutes", "passes"])
        stage.presenter.chooseInput(.none)
        #expect(stage.view.state.trainerUnits.map(\.id) == ["bars", "minutes"])
    }

    // MARK: While it plays

    @Test func theBeatIsNotSeenInASilentBar() throws {
        let stage = RhythmStage { ($0.heardBars, $0.silentBars) = (1, 1) }
        stage.play()
        stage.show(beat: 2.1)
        #expect(stage.view.positions.last?.litLamps == 2..<3 && stage.view.state.rows.map(\.beat) == [2, nil])
        stage.show(beat: 6.1)
        let silent = try #require(stage.view.positions.last)
        #expect(silent.litLamps.isEmpty && silent.beat == nil && silent.text.isEmpty)
        #expect(stage.view.state.rows.map(\.beat) == [nil, 0] && stage.view.state.rows.map(\.bar) == [2, 1])
        stage.show(beat: 8)
        #expect(stage.view.positions.last?.litLamps == 0..<1)
    }

    @Test func aSilentBarIsSaidAndThenTheDriftUntilTheNextOne() {
        let stage = RhythmStage { ($0.heardBars, $0.silentBars) = (1, 1) }
        stage.play()
        stage.show(beat: -1)
        #expect(stage.view.state.notice.isEmpty)
        stage.show(beat: 4.1)
        #expect(stage.view.state.notice == "Silent bar")
        stage.show(beat: 8.1)
        #expect(stage.view.state.notice.isEmpty)
        stage.report(.drift(Drift(seconds: 0.038, perBar: 0.019, bars: 2)))
        stage.show(beat: 11.9)
        #expect(stage.view.state.notice == "+38 ms after 2 silent bars (+19 ms a bar)")
        stage.show(beat: 12.1)
        #expect(stage.view.state.notice == "Silent bar")
        stage.show(beat: 16.1)
        #expect(stage.view.state.notice.isEmpty)
        stage.report(.drift(Drift(seconds: -0.005, perBar: -0.005, bars: 1)))
        #expect(stage.view.state.notice == "−5 ms after 1 silent bar (−5 ms a bar)")
        // After a pause, neither is true any more.
        stage.enter(.paused)
        #expect(stage.view.state.notice.isEmpty)
        stage.enter(.countIn, .playing)
        stage.report(.clock(stage.clock))
        stage.show(beat: 4.1)
        stage.enter(.paused)
        #expect(stage.view.state.notice.isEmpty)
    }

    @Test func theCaptionTellsTheNextTempoUntilItIsReached() {
        let stage = RhythmStage { $0.trains = true }
        stage.play()
        stage.report(.upcoming(TempoChange(to: Tempo(clamping: 125), atBar: 4)))
        stage.show(beat: 9)
        #expect(stage.view.state.caption == "120 BPM · bar 3 of 8 · 125 from bar 5")
        stage.show(beat: 16.1)
        #expect(stage.view.state.caption == "120 BPM · bar 5 of 8")
    }

    @Test func whatAGoodPassWouldBringIsNotPromised() {
        let stage = RhythmStage { ($0.trains, $0.trainerUnit) = (true, .passes) }
        stage.play()
        stage.show(beat: 9)
        stage.report(.upcoming(TempoChange(to: Tempo(clamping: 125), atBar: 4)))
        #expect(stage.view.state.caption == "120 BPM · bar 3 of 8 · 125 from bar 5 after a good pass")
        stage.report(.upcoming(TempoChange(to: Tempo(clamping: 115), atBar: 4)))
        #expect(stage.view.state.caption == "120 BPM · bar 3 of 8 · 115 from bar 5")
    }

    @Test func thePageFollowsTheTempoOfATrainedMetronome() {
        let stage = RhythmStage { ($0.input, $0.trains, $0.beatsPerMinute) = (.none, true, 120) }
        stage.play()
        var course = stage.clock.course
        course.change(to: Tempo(clamping: 125), atTick: 480)
        let clock = stage.clock
        stage.report(.clock(BeatClock(map: clock.map, rate: 48_000, firstClick: 0, startTick: 0, course: course)))
        stage.report(.upcoming(TempoChange(to: Tempo(clamping: 130), atBar: 8)))
        stage.show(beat: 0.5)
        #expect(stage.view.state.tempo == 120)
        #expect(stage.view.state.status == "The metronome is running · 130 from bar 9")
        stage.show(beat: 4.5)
        #expect(stage.view.state.tempo == 125)
        stage.enter(.paused)
        #expect(stage.view.state.tempo == 125)
        // Presses are faster than the metronome.
        stage.presenter.stepTempo(by: 1)
        stage.presenter.stepTempo(by: 1)
        #expect(stage.choices.beatsPerMinute == 127)
        #expect(stage.view.state.tempo == 127)
    }

    @Test func aTempoThatIsAskedForIsShownUntilTheTrainerGoesOnFromIt() {
        let stage = RhythmStage { ($0.input, $0.trains, $0.beatsPerMinute) = (.none, true, 120) }
        stage.play()
        var course = stage.clock.course
        let clock = { (first: Int, start: Int) in
            BeatClock(
                map: stage.clock.map, rate: 48_000, firstClick: first, startTick: start, course: course,
                countsIn: false)
        }
        course.change(to: Tempo(clamping: 125), atTick: 480)
        stage.report(.clock(clock(0, 0)))
        stage.show(beat: 0.5)
        #expect(stage.view.state.tempo == 125)
        // The clock is fitted anew before a click has the tempo, which may be one that was played before.
        for tempo in [130.0, 120] {
            stage.presenter.setTempo(tempo)
            stage.report(.clock(clock(0, 0)))
            #expect(stage.view.state.tempo == tempo)
        }
        // In the middle of a bar, up to the next one.
        course.change(to: Tempo(clamping: 120), atTick: 600)
        course.change(to: Tempo(clamping: 122), atTick: 960)
        for (beat, tempo) in [(0.5, 120.0), (1.5, 120), (4.5, 122)] {
            stage.report(.clock(clock(120_000, 600)))
            stage.show(beat: beat)
            #expect(stage.view.state.tempo == tempo)
        }
    }

    // MARK: Results

    @Test func theResultsCompareClicksAndSilenceTemposAndPasses() throws {
        let stage = RhythmStage()
        stage.play()
        var results = RhythmResults(seconds: 9)
        for (index, deviation) in [0.01, -0.01, 0.01, -0.01].enumerated() {
            results.add(verdict(.perfect, index, deviation), tempo: Tempo(clamping: 96))
            results.add(
                verdict(.good, index, bar: 1, deviation * 4), tempo: Tempo(clamping: 90), isUnheard: true)
        }
        results.add(verdict(.missed, 0, bar: 2), tempo: Tempo(clamping: 102))
        for (index, grade) in [Grade.perfect, .missed].enumerated() {
            report(grade, ofPass: index + 1, to: stage)
        }
        stage.finish(results)
        let report = try #require(stage.view.state.results)
        #expect(report.notes == "Spread 12 ms with clicks, 46 ms in silent bars · Highest tempo held: 96")
        #expect(report.spoken.hasSuffix(report.notes))
        #expect(report.comparisons.map(\.title) == ["This Exercise", "By Tempo and Pass"])
        #expect(report.courses.map(\.spoken) == ["90: 100%, 96: 100%, 102: 0%", "1: 100%, 2: 0%"])
        #expect(report.courses.first?.bars.map(\.height) == [1, 1, 0])
    }

    @Test func ofAnHourOfPassesTheLatestAreShownAndAllAreCounted() throws {
        let stage = RhythmStage { ($0.trains, $0.trainerUnit, $0.bars) = (true, .passes, 0) }
        stage.play()
        for number in 1...1800 {
            report(number == 1800 ? .missed : .perfect, ofPass: number, to: stage)
        }
        #expect(stage.view.state.caption.hasSuffix(" · pass 1800: 0%"))
        stage.finish([verdict(.perfect, 0)])
        let passes = try #require(stage.view.state.results?.courses.first).bars
        #expect(passes.count == RhythmReport.mostPasses)
        #expect(passes.first?.label == "1751" && passes.last?.label == "1800")
        #expect(passes.last?.height == 0 && passes.first?.height == 1)
    }

    @Test func withoutSuchPractisingTheResultsAreAsShortAsBefore() throws {
        let stage = RhythmStage()
        stage.play()
        stage.finish([verdict(.perfect, 0)])
        let report = try #require(stage.view.state.results)
        #expect(report.notes.isEmpty && report.drill.isEmpty)
        #expect(report.comparisons.map(\.title) == ["This Exercise"])
    }

    @Test func theBarsThatWentWrongArePlayedSlowerAgainAndAgain() throws {
        let stage = missed()
        #expect(stage.view.state.results?.drill == "Bars 5–6 of Quarter note")
        let choices = stage.choices
        stage.presenter.practiseBars()
        let options = try #require(stage.running)
        #expect(options.exercise?.patterns.map(\.ticks) == [960] && options.exercise?.bars == nil)
        #expect(options.tempo == Tempo(clamping: 72) && options.passBars == 2 && options.trainer == nil)
        #expect(stage.choices == choices && stage.view.state.results == nil)
        stage.enter(.opening, .countIn)
        stage.report(.clock(stage.clock))
        stage.enter(.playing)
        #expect(stage.view.state.caption == "72 BPM · Bars 5–6 of Quarter note")
        #expect(stage.view.state.rows.first?.spoken == "Bar 1: quarter, quarter, quarter, quarter")
        let pass = RhythmResults(verdicts: [verdict(.perfect, 0), verdict(.missed, 1)])
        stage.report(.pass(pass, number: 1, tempo: options.tempo))
        #expect(stage.view.state.caption.hasSuffix(" · pass 1: 50%"))
        // What is endless is not cut again, and a late stroke starts nothing.
        stage.finish([verdict(.missed, 0)])
        #expect(stage.view.state.results?.drill == "")
        stage.presenter.pressNext()
        #expect(stage.running == nil)
        stage.presenter.start()
        #expect(stage.running == options)
    }

    @Test func anotherExerciseThatIsChosenMeanwhileDoesNotNameTheResults() {
        let stage = RhythmStage()
        stage.play()
        stage.presenter.choosePattern("eighths")
        stage.finish([verdict(.missed, 0)])
        #expect(stage.view.state.results?.drill == "Bar 1 of Quarter note")
    }

    @Test func barsThatWentWrongAtATrainedTempoAreSlowerThanThat() {
        let stage = RhythmStage { $0.trains = true }
        stage.play()
        var course = stage.clock.course
        course.change(to: Tempo(clamping: 150), atTick: 480)
        stage.report(
            .clock(BeatClock(map: stage.clock.map, rate: 48_000, firstClick: 0, startTick: 0, course: course)))
        stage.finish([verdict(.perfect, 0), verdict(.missed, 8, bar: 2)])
        stage.presenter.practiseBars()
        #expect(stage.running?.tempo == Tempo(clamping: 120))
    }

    @Test func theBarsAreLoopedInTheirOwnMetre() {
        let stage = RhythmStage(patterns: [dotted] + SamplePatterns.all) { ($0.swing, $0.pattern) = (66, "quarter") }
        stage.play()
        stage.finish(
            (0..<8).map { verdict(.perfect, $0, bar: $0) } + [4, 5, 5].map { verdict(.missed, 8, bar: $0) })
        stage.presenter.choose { choices in
            choices.choose(.sixEight)
            (choices.swing, choices.stressNames) = (50, ["silent", "silent"])
        }
        stage.presenter.practiseBars()
        #expect(stage.running?.meter == .fourFour && stage.running?.exercise?.meter == .fourFour)
        let usual = ClickPattern(meter: .fourFour, swing: Swing(percent: 66), gaps: ClickGaps(heardBars: 2))
        #expect(stage.running?.clicks == usual)
        #expect(stage.view.state.lamps.count == 4 && stage.view.state.tempoMark.isEmpty)
    }

    @Test func theLoopEndsWithEscapeChangeAndAnotherChoice() {
        for leave: @MainActor (RhythmPresenter) -> Void in [
            { $0.pressEscape() }, { $0.changeExercise() }, { $0.closeResults() }, { $0.choosePattern("eighths") },
        ] {
            let stage = missed()
            stage.presenter.practiseBars()
            stage.finish([verdict(.missed, 0)])
            #expect(stage.view.state.choices?.summary == "Bars 5–6 of Quarter note")
            #expect(stage.view.state.tempo == 72)
            stage.presenter.setTempo(75)
            #expect(stage.view.state.tempo == 75 && stage.choices.beatsPerMinute == 90)
            leave(stage.presenter)
            #expect(stage.view.state.choices?.summary.hasSuffix(" · 8 bars") == true)
            #expect(stage.view.state.tempo == 90)
        }
    }

    @Test func anExerciseThatIsChosenElsewhereEndsNoLoopThatIsPlayed() {
        let stage = missed()
        stage.presenter.practiseBars()
        stage.enter(.opening, .countIn)
        var preferences = stage.store.load()
        preferences.rhythm.pattern = "eighths"
        stage.presenter.adopt(preferences)
        #expect(stage.view.state.caption == "72 BPM · Bars 5–6 of Quarter note")
    }

    @Test func theResultsOfALoopAreNotKept() async {
        let stage = missed()
        #expect(await stage.practice.added()?.counted == 11)
        stage.presenter.practiseBars()
        stage.finish([verdict(.missed, 0)])
        stage.presenter.closeResults()
        stage.play()
        stage.finish([verdict(.perfect, 0), verdict(.perfect, 1)])
        #expect(await stage.practice.added()?.counted == 13)
    }

    @Test func noBarsOfAnEndlessExerciseAreOffered() {
        let stage = RhythmStage { $0.bars = 0 }
        stage.play()
        stage.finish([verdict(.missed, 0)])
        #expect(stage.view.state.results?.drill == "")
    }
}

@Suite struct RhythmProgressTests {
    @Test func practiceOfMoreThanTwoWeeksIsShownByWeeks() {
        let days = (0..<15).map { PracticeDay(day: 20_000 + $0, exercise: "a") }
        let short = RhythmReport(RhythmResults(), practice: Array(days.dropLast()))
        #expect(short.accuracyByDay?.title == "Accuracy by Day" && short.accuracyByDay?.bars.count == 14)
        let long = RhythmReport(RhythmResults(), practice: days)
        #expect(long.accuracyByDay?.title == "Accuracy by Week" && long.accuracyByDay?.bars.count == 3)
        #expect(long.biasByDay?.title == "Mean Deviation by Week" && long.biasByDay?.bars.count == 3)
    }
}
