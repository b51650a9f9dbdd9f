import ParlandoCore
import Testing

@Suite struct TempoCourseTests {
    private static let bar = 480

    private func climbing(bars: Int) -> TempoCourse {
        var course = TempoCourse(tempo: Tempo(clamping: 60), beatTicks: 120)
        for index in 1..<bars {
            course.change(to: Tempo(clamping: 60 + Double(index % 7) * 13.37), atTick: index * Self.bar)
        }
        return course
    }

    @Test func ticksAndSecondsAreInverse() {
        let course = climbing(bars: 100)
        for tick in stride(from: -300.5, to: 49_000, by: 777) {
            #expect(abs(course.tick(at: course.seconds(ofTick: tick)) - tick) < 1e-6)
        }
    }

    /// Whole numbers of a beat at 60, 120 and 30 BPM.
    @Test func eachBarHasItsOwnTempo() {
        var course = TempoCourse(tempo: Tempo(clamping: 60), beatTicks: 120)
        course.change(to: Tempo(clamping: 120), atTick: 480)
        course.change(to: Tempo(clamping: 30), atTick: 960)
        #expect([0, 240, 480, 720, 960, 1080].map { course.seconds(ofTick: $0) } == [0, 2, 4, 5, 6, 8])
        #expect(course.tempo(atTick: 479) == Tempo(clamping: 60) && course.tempo(atTick: 480) == Tempo(clamping: 120))
    }

    @Test func aLaterDecisionReplacesWhatFollows() {
        var course = climbing(bars: 5)
        course.change(to: Tempo(clamping: 200), atTick: 480)
        course.change(to: Tempo(clamping: 200), atTick: 480)
        #expect(course.stretches.map(\.tempo.beatsPerMinute) == [60, 200])
        course.change(to: Tempo(clamping: 90), atTick: 0)
        #expect(course.stretches.map(\.tempo.beatsPerMinute) == [90])
    }

    @Test(arguments: [0, 1, 7, 4999]) func aRunHasTheSameTempos(bar: Int) {
        let course = climbing(bars: 5000)
        let run = course.run(from: bar * Self.bar, lead: Self.bar)
        let lead = run.seconds(ofTick: Self.bar)
        #expect(run.tempo(atTick: 0) == course.tempo(atTick: bar * Self.bar))
        for tick in stride(from: bar * Self.bar, to: 5100 * Self.bar, by: 70_001) {
            let whole = course.seconds(ofTick: tick) - course.seconds(ofTick: bar * Self.bar)
            #expect(abs(run.seconds(ofTick: tick - bar * Self.bar + Self.bar) - lead - whole) < 1e-6)
        }
    }

    /// At 144 BPM and 44.1 kHz, 0.66 of a beat is 12,127.5 frames.
    @Test func aTieGoesTheSameWayWhereverItIsCountedFrom() {
        let course = TempoCourse(tempo: Tempo(clamping: 144), beatTicks: 120)
        let swing = Swing(percent: 66)
        for beat in 0..<1000 {
            let frame = course.frame(ofTick: swing.position(ofTick: beat * 120 + 60), rate: 44_100)
            #expect(frame == beat * 18_375 + 12_128)
        }
    }

    @Test func strokesInTimeWithATempoThatChangesAreRight() {
        let exercise = Exercise.of(.quarter, .eighths, .threeBeats, bars: 6)
        var course = TempoCourse(tempo: Tempo(clamping: 60), beatTicks: 120)
        var judge = Judge(Schedule(exercise, course: course))
        _ = judge.advance(to: 3)
        for (bar, tempo) in [(2, 120.0), (4, 90)] {
            course.change(to: Tempo(clamping: tempo), atTick: bar * Self.bar)
            judge.change(to: course)
        }
        for event in Schedule(exercise, course: course).all {
            _ = judge.hear(strokeAt: course.seconds(ofTick: event.tick))
        }
        _ = judge.advance(to: 60)
        let results = judge.results(after: 60)
        #expect(results.count(.perfect) == 20 && results.accuracy == 100)
        #expect(abs(results.timing.mean ?? 1) < 1e-9 && (results.timing.spread ?? 1) < 1e-9)
        #expect(results.tempos.map(\.tempo.beatsPerMinute) == [60, 120, 90])
    }

    @Test func aTrainerStopsAtItsGoal() {
        let trainer = TempoTrainer(
            from: Tempo(clamping: 100), to: Tempo(clamping: 112), step: 5, interval: 2, unit: .passes)
        let tempos = [95.0, 95, 95, 80, 60, 60, 60, 60].reduce(into: [100.0]) { tempos, accuracy in
            let last = Tempo(clamping: tempos[tempos.count - 1])
            tempos.append(trainer.tempo(after: last, accuracy: accuracy).beatsPerMinute)
        }
        #expect(tempos == [100, 105, 110, 112, 112, 107, 102, 100, 100])
        #expect(trainer.tempo(after: Tempo(clamping: 105), accuracy: nil).beatsPerMinute == 105)
    }
}

/// Players who drift, as the judge hears them.
@Suite struct DriftTests {
    private let exercise = Exercise.of(.eighths, .quarter, bars: 4)

    /// - Parameters:
    ///   - pace: seconds of the player per second.
    ///   - scatter: standard deviation in seconds.
    private func heard(pace: Double, late: Double, scatter: Double = 0, seed: UInt64 = 0) -> Drift? {
        var judge = Judge(Schedule(exercise, tempo: Tempo(clamping: 120)))
        var draws = SplitMix(seed: seed)
        var verdicts = FinalVerdicts()
        for event in Schedule(exercise, tempo: Tempo(clamping: 120)).all {
            let seconds = Double(event.tick) / 240
            let human = (0..<12).reduce(-6) { sum, _ in sum + Double.random(in: 0..<1, using: &draws) } * scatter
            let drifted = seconds < 4 ? seconds : 4 + (seconds - 4) * pace
            verdicts.take(judge.hear(strokeAt: drifted + late + human))
        }
        return Drift(verdicts.all, in: 2..<4, of: exercise)
    }

    @Test(arguments: [1.0, 1.01, 0.985]) func aCleanLineIsFoundExactly(pace: Double) throws {
        let drift = try #require(heard(pace: pace, late: 0.003))
        #expect(abs(drift.seconds - (4 * (pace - 1) + 0.003)) < 1e-9)
        #expect(abs(drift.perBar - 2 * (pace - 1)) < 1e-9)
        #expect(drift.bars == 2)
    }

    /// One performance of twelve strokes cannot be more certain than its scatter allows.
    @Test func humanScatterAveragesOut() {
        let found = (0..<600).compactMap { heard(pace: 1.01, late: 0, scatter: 0.008, seed: UInt64($0)) }
        #expect(found.count == 600)
        #expect(abs(found.reduce(0) { $0 + $1.seconds } / 600 - 0.04) < 0.001)
        #expect(abs(found.reduce(0) { $0 + $1.perBar } / 600 - 0.02) < 0.001)
    }

    @Test func aSwungLineIsFoundExactly() throws {
        let exercise = Exercise(.sequence([.eighths]), bars: 2, swing: Swing(percent: 70))
        let verdicts = Schedule(exercise, tempo: .initial).all.enumerated().map { index, event in
            Verdict(
                grade: .good, note: index, stroke: index, tick: event.tick, deviation: event.position / 480 * 0.01)
        }
        let drift = try #require(Drift(verdicts, in: 0..<2, of: exercise))
        #expect(abs(drift.seconds - 0.02) < 1e-12 && abs(drift.perBar - 0.01) < 1e-12)
    }

    @Test func tooFewStrokesSayNothing() {
        let verdicts = (0..<3).map { Verdict(grade: .good, note: $0, stroke: $0, tick: $0 * 120, deviation: 0.01) }
        #expect(Drift(verdicts, in: 0..<1, of: exercise) != nil)
        #expect(Drift(Array(verdicts.prefix(2)), in: 0..<1, of: exercise) == nil)
        #expect(Drift(verdicts, in: 1..<2, of: exercise) == nil)
    }

    @Test func laterVerdictsReplaceEarlierOnes() {
        var verdicts = FinalVerdicts()
        let missed = Verdict(grade: .missed, note: 1, stroke: nil, tick: 120, deviation: nil)
        let hit = Verdict(grade: .good, note: 1, stroke: 4, tick: 120, deviation: 0.1)
        let stray = Verdict(grade: .stray, note: nil, stroke: 4, tick: 120, deviation: 0.1)
        let better = Verdict(grade: .perfect, note: 1, stroke: 5, tick: 120, deviation: 0)
        verdicts.take([missed, hit])
        #expect(verdicts.all == [hit])
        verdicts.take([stray, better])
        #expect(verdicts.all == [stray, better])
        verdicts.keep(..<120)
        #expect(verdicts.all.isEmpty)
    }
}
