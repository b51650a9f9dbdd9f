import ParlandoCore
import Testing

/// Strokes that come twice, in rests, too early, too late, in any order. At 60 BPM a beat is a second.
@Suite struct JudgeTests {
    private static let tempo = Tempo(clamping: 60)

    private func judge(_ patterns: Pattern..., bars: Int? = 1) -> Judge {
        Judge(Schedule(Exercise(.sequence(patterns), bars: bars), tempo: Self.tempo))
    }

    private func verdict(
        _ grade: Grade, note: Int?, stroke: Int?, tick: Int, _ deviation: Double?
    ) -> Verdict {
        Verdict(grade: grade, note: note, stroke: stroke, tick: tick, deviation: deviation)
    }

    @Test func aStrokeIsJudgedAtOnceAndAMissedNoteWhenItsTimeIsOver() {
        var judge = judge(.quarter)
        #expect(judge.hear(strokeAt: 0.125) == [verdict(.perfect, note: 0, stroke: 0, tick: 0, 0.125)])
        #expect(judge.advance(to: 1.5) == [])
        #expect(judge.advance(to: 1.500_001) == [verdict(.missed, note: 1, stroke: nil, tick: 120, nil)])
        #expect(judge.advance(to: 2) == [])
        #expect(judge.hear(strokeAt: 1.75) == [verdict(.good, note: 2, stroke: 1, tick: 240, -0.25)])
        #expect(judge.advance(to: 9) == [verdict(.missed, note: 3, stroke: nil, tick: 360, nil)])
        #expect(judge.isOver)
        let results = judge.results(after: 4)
        #expect(Grade.allCases.map(results.count) == [1, 1, 0, 2, 0])
        #expect(results.accuracy == 50)
        #expect(results.seconds == 4)
    }

    @Test func itTellsWhenItHasSomethingToSayNext() {
        var judge = judge(.quarter)
        #expect(judge.nextEnd == nil)
        _ = judge.advance(to: 0)
        #expect(judge.nextEnd == 0.5)
        // The end of a note that was played counts too: after the last one the exercise is over.
        _ = judge.hear(strokeAt: 3)
        _ = judge.advance(to: 2.75)
        #expect(judge.nextEnd == 3.5)
        _ = judge.advance(to: 3.75)
        #expect(judge.nextEnd == nil && judge.isOver)
    }

    @Test func aBetterStrokeTakesTheNoteAndTheWorseBecomesAStray() {
        var judge = judge(.quarter)
        #expect(judge.hear(strokeAt: 0.75).map(\.grade) == [.good])
        let revised = judge.hear(strokeAt: 1.0625)
        #expect(
            revised == [
                verdict(.stray, note: nil, stroke: 0, tick: 120, -0.25),
                verdict(.perfect, note: 1, stroke: 1, tick: 120, 0.0625),
            ])
        #expect(judge.hear(strokeAt: 1.125) == [verdict(.stray, note: nil, stroke: 2, tick: 120, 0.125)])
    }

    @Test func gradeCountsBeforeNearness() {
        // A quaver before and a semiquaver after: 75 ms early is perfect, 60 ms late only good.
        var judge = judge(.dottedEighth)
        #expect(judge.hear(strokeAt: 0.75 + 0.06).first?.grade == .good)
        #expect(judge.hear(strokeAt: 0.75 - 0.075).map(\.grade) == [.stray, .perfect])
    }

    @Test func aStrokeHalfWayBelongsToTheNoteThatHasNone() {
        var first = judge(.quarter)
        #expect(first.hear(strokeAt: 1.5) == [verdict(.inaccurate, note: 1, stroke: 0, tick: 120, 0.5)])
        var second = judge(.quarter)
        _ = second.hear(strokeAt: 1)
        #expect(second.hear(strokeAt: 1.5) == [verdict(.inaccurate, note: 2, stroke: 1, tick: 240, -0.5)])
        var third = judge(.quarter)
        _ = third.hear(strokeAt: 1.5)
        let revised = third.hear(strokeAt: 1.25)  // heard late: the worse one becomes the next note's early stroke
        #expect(
            revised == [
                verdict(.inaccurate, note: 2, stroke: 0, tick: 240, -0.5),
                verdict(.good, note: 1, stroke: 1, tick: 120, 0.25),
            ])
        #expect(third.hear(strokeAt: 2).map(\.grade) == [.stray, .perfect])
    }

    @Test func aStrokeInARestIsAStray() {
        var judge = judge(.quarter, .rest)
        #expect(judge.hear(strokeAt: 1) == [verdict(.stray, note: nil, stroke: 0, tick: 120, 1)])
        #expect(judge.hear(strokeAt: 1.5) == [verdict(.inaccurate, note: 1, stroke: 1, tick: 240, -0.5)])
        #expect(judge.hear(strokeAt: 2.5).map(\.grade) == [.stray])  // the note is taken, so the rest keeps it
        #expect(judge.hear(strokeAt: 0.51).map(\.grade) == [.stray])
        #expect(judge.hear(strokeAt: 0.49).map(\.grade) == [.inaccurate])
        #expect(judge.advance(to: 100) == [])
        #expect(judge.results(after: 4).accuracy == 0)
    }

    @Test func strokesInTheCountInAreLeftAlone() {
        var judge = judge(.quarter)
        for moment in [-4.0, -3, -2, -1, -0.51] {
            #expect(judge.hear(strokeAt: moment) == [])
        }
        #expect(judge.ignored == 5)
        #expect(judge.hear(strokeAt: -0.5) == [verdict(.inaccurate, note: 0, stroke: 5, tick: 0, -0.5)])
        #expect(judge.hear(strokeAt: -0.25).map(\.grade) == [.stray, .good])
    }

    @Test func theFirstNoteHasItsOwnLengthOnItsEarlySide() {
        var judge = judge(.sixteenths)
        #expect(judge.hear(strokeAt: -0.126) == [])
        #expect(judge.hear(strokeAt: -0.125).map(\.grade) == [.inaccurate])
    }

    @Test func theLastNoteHasItsOwnLengthOnItsLateSide() {
        var judge = judge(.eighths)
        #expect(judge.hear(strokeAt: 3.75).map(\.note) == [7])
        #expect(judge.hear(strokeAt: 3.7501) == [verdict(.stray, note: nil, stroke: 1, tick: 420, 3.7501 - 3.5)])
        #expect(judge.hear(strokeAt: 4).map(\.grade) == [.stray])
        #expect(judge.advance(to: 3.7501).count == 7)
        #expect(judge.isOver)
        #expect(judge.hear(strokeAt: 1e9).map(\.grade) == [.stray])
    }

    @Test func aStrokeThatIsHeardLateTakesAMissedNoteBack() {
        var judge = judge(.quarter)
        #expect(judge.advance(to: 1.6).map(\.note) == [0, 1])
        #expect(judge.hear(strokeAt: 1.1).map(\.note) == [1])
        #expect(judge.results(after: 1.6).count(.missed) == 1)
    }

    @Test func anExerciseOfRestsAsksForNothing() {
        var judge = judge(.rest)
        #expect(judge.hear(strokeAt: 2) == [verdict(.stray, note: nil, stroke: 0, tick: 240, nil)])
        #expect(judge.advance(to: 10) == [])
        #expect(judge.results(after: 4).accuracy == 0)
        #expect(self.judge(.rest).results(after: 0).accuracy == nil)
    }

    @Test func whatIsNoMomentIsNoStroke() {
        var judge = judge(.quarter)
        for moment in [Double.nan, .infinity, -.infinity] {
            #expect(judge.hear(strokeAt: moment) == [])
            #expect(judge.advance(to: moment) == [])
        }
        #expect(judge.hear(strokeAt: 1e300).map(\.grade) == [.missed, .missed, .missed, .missed, .stray])
        #expect(judge.advance(to: 1e300).isEmpty)
    }

    @Test func aBarThatIsPlayedAgainIsJudgedAnew() {
        var judge = judge(.quarter, bars: 3)
        for beat in 0..<6 {
            _ = judge.hear(strokeAt: Double(beat) + 0.25)
        }
        _ = judge.hear(strokeAt: 5.4)
        _ = judge.advance(to: 6.1)
        judge.rewind(toBar: 1)
        #expect(judge.results(after: 4).count(.good) == 4)
        #expect(judge.results(after: 4).count(.stray) == 0)
        #expect(judge.hear(strokeAt: 2) == [])  // in the new count-in
        #expect(judge.hear(strokeAt: 4) == [verdict(.perfect, note: 4, stroke: 8, tick: 480, 0)])
        #expect(judge.advance(to: 20).map(\.note) == [5, 6, 7, 8, 9, 10, 11])
        #expect(judge.isOver)
        let results = judge.results(after: 12)
        #expect(Grade.allCases.map(results.count) == [1, 4, 0, 7, 0])
    }

    @Test func theBarBeforeAPauseIsOver() {
        var judge = judge(.quarter, bars: 3)
        for beat in 0..<3 {
            _ = judge.hear(strokeAt: Double(beat))
        }
        _ = judge.advance(to: 3.2)  // as if the news were a little behind the pause
        #expect(judge.rewind(toBar: 1) == [verdict(.missed, note: 3, stroke: nil, tick: 360, nil)])
        #expect(judge.results(after: 4).count(.missed) == 1)
        #expect(judge.rewind(toBar: 1) == [])
        #expect(judge.results(after: 4).count(.perfect) == 3)
    }

    @Test func aNoteOfManyBarsIsNotForgotten() {
        var judge = judge(.of("long", "n2880"), bars: 12)
        for second in 1..<10 {
            #expect(judge.advance(to: Double(second)).isEmpty && !judge.isOver)
        }
        #expect(judge.hear(strokeAt: 9).map(\.grade) == [.inaccurate])
        #expect(judge.advance(to: 40).map(\.note) == [1])
        #expect(judge.results(after: 48).count(.missed) == 1)
    }

    @Test func aStrokeInTheFarFutureTakesNoMemory() {
        var judge = judge(.half, bars: nil)
        let verdicts = judge.hear(strokeAt: 40_000.25)  // the 10,001st bar of four seconds
        #expect(verdicts.last == verdict(.perfect, note: 20_000, stroke: 0, tick: 4_800_000, 0.25))
        #expect(verdicts.count == 1 + (10_000 - 16) * 2)
    }

    @Test func anEndlessExerciseIsSummedUpRight() {
        var judge = judge(.eighths, .quarter, .rest, .triplet, bars: nil)
        let bars = 2000
        for bar in 0..<bars {
            for place in [0, 0.5, 1, 3, 3 + 1.0 / 3] {  // the third of the triplet is left out
                let verdicts = judge.hear(strokeAt: Double(bar) * 4 + place + 0.01)
                #expect(verdicts.map(\.grade) == [.perfect])
            }
            #expect(judge.advance(to: Double(bar) * 4 + 4).count == 1)
        }
        let results = judge.results(after: Double(bars) * 4)
        #expect(results.count(.perfect) == bars * 5)
        #expect(results.count(.missed) == bars)
        #expect(results.places.map(\.tick) == [0, 60, 120, 360, 400, 440])
        #expect(results.places.map(\.missed) == [0, 0, 0, 0, 0, bars])
        #expect(abs((results.timing.mean ?? 0) - 0.01) < 1e-9)
        #expect((results.timing.spread ?? 1) < 1e-9)
    }
}

/// Every border of every grade, for every note value, on both sides.
@Suite struct JudgeBorderTests {
    /// A note, and how long its neighbours are away, in ticks.
    struct Neighbourhood: Sendable, CustomTestStringConvertible {
        let pattern: Pattern
        let note: Int
        let early: Int
        let late: Int

        var testDescription: String {
            "\(pattern.id) \(note): \(early)|\(late)"
        }
    }

    private static let tempi: [Double] = [40, 90, 133.33, 160]
    private static let microsecond = 1e-6

    /// All notes of bar 1 (of 0…2), with the distances counted by hand from the ticks.
    private static let neighbourhoods: [Neighbourhood] = Pattern.every.flatMap { pattern in
        let events = Schedule(.of(pattern, bars: 3), tempo: .initial).all
        return events.indices.filter { events[$0].bar == 1 }.prefix(4).map { index in
            Neighbourhood(
                pattern: pattern, note: index, early: events[index].tick - events[index - 1].tick,
                late: events[index + 1].tick - events[index].tick)
        }
    }

    /// What a stroke so many seconds beside a note becomes, when both notes next to it have been played well.
    private func judge(
        _ place: Neighbourhood, tempo: Double, at deviation: Double, caps: GradeCaps? = nil
    ) throws -> Verdict {
        let tempo = try #require(Tempo(beatsPerMinute: tempo))
        let schedule = Schedule(.of(place.pattern, bars: 3), tempo: tempo)
        let ticks = schedule.all.map(\.tick)
        var judge = Judge(schedule, caps: caps)
        for neighbour in [place.note - 1, place.note + 1] {
            #expect(judge.hear(strokeAt: tempo.seconds(ofTick: ticks[neighbour])).map(\.grade) == [.perfect])
        }
        let verdicts = judge.hear(strokeAt: tempo.seconds(ofTick: ticks[place.note]) + deviation)
        return try #require(verdicts.first)
    }

    private func expect(
        _ grade: Grade, _ place: Neighbourhood, tempo: Double, at deviation: Double, caps: GradeCaps? = nil
    ) throws {
        let verdict = try judge(place, tempo: tempo, at: deviation, caps: caps)
        #expect(verdict.grade == grade)
        #expect(verdict.note == (grade == .stray ? nil : place.note))
        #expect(verdict.stroke == 2)
        if grade != .stray {
            #expect(abs((verdict.deviation ?? .nan) - deviation) < 1e-9)
        }
    }

    @Test(arguments: neighbourhoods, tempi)
    func bordersAreInclusiveAndAMicrosecondBeyondIsWorse(place: Neighbourhood, tempo: Double) throws {
        let borders: [(share: Double, inside: Grade, outside: Grade)] = [
            (0.15, .perfect, .good), (0.30, .good, .inaccurate), (0.50, .inaccurate, .stray),
        ]
        for (side, ticks) in [(-1.0, place.early), (1.0, place.late)] {
            // 60 / BPM / 120 seconds a tick, written here once more on purpose.
            let interval = Double(ticks) / 2 / tempo
            for border in borders {
                let edge = border.share * interval
                try expect(border.inside, place, tempo: tempo, at: side * edge)
                try expect(border.inside, place, tempo: tempo, at: side * (edge - Self.microsecond))
                try expect(border.outside, place, tempo: tempo, at: side * (edge + Self.microsecond))
            }
            try expect(.perfect, place, tempo: tempo, at: 0)
        }
    }

    @Test(arguments: neighbourhoods.prefix(6), tempi)
    func capsAreInclusiveAndTheTighterBoundCounts(place: Neighbourhood, tempo: Double) throws {
        let caps = GradeCaps(perfect: 0.004, good: 0.008, inaccurate: 0.016)
        for side in [-1.0, 1] {
            try expect(.perfect, place, tempo: tempo, at: side * 0.004, caps: caps)
            try expect(.good, place, tempo: tempo, at: side * (0.004 + Self.microsecond), caps: caps)
            try expect(.good, place, tempo: tempo, at: side * 0.008, caps: caps)
            try expect(.inaccurate, place, tempo: tempo, at: side * (0.008 + Self.microsecond), caps: caps)
            try expect(.inaccurate, place, tempo: tempo, at: side * 0.016, caps: caps)
            try expect(.stray, place, tempo: tempo, at: side * (0.016 + Self.microsecond), caps: caps)
        }
        let wide = GradeCaps(perfect: 9, good: 9, inaccurate: 9)
        let interval = Double(place.late) / 2 / tempo
        try expect(.good, place, tempo: tempo, at: 0.15 * interval + Self.microsecond, caps: wide)
    }

    @Test(arguments: [0.0, 0.01, 3_600, 86_400])
    func aBorderHoldsHoweverLongTheExerciseLasts(hours seconds: Double) throws {
        // 133.33 BPM gives no round numbers: all rounding there is shows itself here.
        let tempo = try #require(Tempo(beatsPerMinute: 133.33))
        let beat = Int(seconds / tempo.secondsPerBeat)
        var judge = Judge(Schedule(.of(.quarter, bars: nil), tempo: tempo))
        _ = judge.advance(to: seconds - 1)
        let moment = tempo.seconds(ofTick: beat * 120) + 0.15 * tempo.secondsPerBeat
        #expect(judge.hear(strokeAt: moment).map(\.grade) == [.perfect])
        #expect(judge.hear(strokeAt: moment + tempo.secondsPerBeat + 1e-6).map(\.grade) == [.good])
    }
}
