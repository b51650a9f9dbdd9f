import ParlandoCore
import Testing

/// What holds for any performance: many made at random, the same ones each time.
@Suite struct JudgePropertyTests {
    /// Numbers that are the same on each run.
    private struct Chance: RandomNumberGenerator {
        var state: UInt64

        mutating func next() -> UInt64 {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return state ^ (state >> 29)
        }
    }

    /// How each note and each stroke was judged in the end.
    private struct Outcome {
        var notes: [Int: Verdict] = [:]
        var strokes: [Int: Verdict] = [:]
        var ignored = 0

        mutating func take(_ verdicts: [Verdict]) {
            for verdict in verdicts {
                if let stroke = verdict.stroke {
                    strokes[stroke] = verdict
                }
                if let note = verdict.note {
                    notes[note] = verdict
                }
            }
        }
    }

    private static let bars = 4
    private static let exercise = Exercise(
        .random(among: Pattern.every + [.rest, .of("off", "r60", "n60")], seed: 11), bars: bars)

    /// A player who is about right, leaves notes out and strikes twice.
    private func performance(_ seed: UInt64, _ tempo: Tempo) -> [Double] {
        var chance = Chance(state: seed)
        var strokes: [Double] = []
        for event in Schedule(Self.exercise, tempo: tempo).all where event.note != nil {
            let share = Double.random(in: -0.6...0.6, using: &chance)
            let moment = tempo.seconds(ofTick: event.tick) + share * tempo.seconds(ofTick: event.ticks)
            switch Int.random(in: 0..<10, using: &chance) {
            case 0: break
            case 1: strokes += [moment, moment + 0.03]
            default: strokes.append(moment)
            }
        }
        return strokes
    }

    /// Strokes in order, and the time after each of them.
    private func outcome(_ strokes: [Double], _ tempo: Tempo) -> (Outcome, RhythmResults) {
        var judge = Judge(Schedule(Self.exercise, tempo: tempo))
        var outcome = Outcome()
        for stroke in strokes.sorted() {
            outcome.take(judge.advance(to: stroke))
            outcome.take(judge.hear(strokeAt: stroke))
        }
        let end = tempo.seconds(ofTick: (Self.bars + 1) * 480)
        outcome.take(judge.advance(to: end))
        outcome.ignored = judge.ignored
        return (outcome, judge.results(after: end))
    }

    @Test(arguments: [40.0, 90, 133.33, 160], UInt64(1)...25)
    func oneStrokeTooManyChangesAtMostTheNotesNextToIt(tempo: Double, seed: UInt64) throws {
        let tempo = try #require(Tempo(beatsPerMinute: tempo))
        let strokes = performance(seed, tempo)
        let (before, _) = outcome(strokes, tempo)
        let times = Schedule(Self.exercise, tempo: tempo).all.filter { $0.note != nil }
            .map { tempo.seconds(ofTick: $0.tick) }
        var chance = Chance(state: seed &* 77)
        for _ in 0..<5 {
            let extra = Double.random(in: 0...tempo.seconds(ofTick: Self.bars * 480), using: &chance)
            let (after, _) = outcome(strokes + [extra], tempo)
            let changed = times.indices.filter {
                before.notes[$0]?.grade != after.notes[$0]?.grade
                    || before.notes[$0]?.deviation != after.notes[$0]?.deviation
            }
            let near = [times.lastIndex { $0 <= extra }, times.firstIndex { $0 > extra }].compactMap { $0 }
            #expect(changed.count <= 1)
            #expect(changed.allSatisfy(near.contains))
        }
    }

    @Test(arguments: UInt64(1)...50)
    func everyNoteAndEveryStrokeIsJudgedOnceInTheEnd(seed: UInt64) throws {
        let tempo = Tempo(clamping: 90)
        let strokes = performance(seed, tempo)
        let (outcome, results) = outcome(strokes, tempo)
        let notes = Schedule(Self.exercise, tempo: tempo).all.count { $0.note != nil }
        #expect(outcome.notes.keys.sorted() == Array(0..<notes))
        #expect(outcome.strokes.count == strokes.count - outcome.ignored)
        // A note's last verdict is the last verdict of its stroke, and each stroke has at most one note.
        for (note, verdict) in outcome.notes where verdict.grade != .missed {
            let stroke = try #require(verdict.stroke)
            #expect(outcome.strokes[stroke]?.note == note)
        }
        for grade in [Grade.perfect, .good, .inaccurate, .missed] {
            #expect(results.count(grade) == outcome.notes.values.count { $0.grade == grade })
        }
        #expect(results.count(.stray) == outcome.strokes.values.count { $0.grade == .stray })
        #expect((0...100).contains(results.accuracy ?? -1))
    }

    @Test(arguments: UInt64(1)...30)
    func theOrderInWhichStrokesAreHeardChangesNoGrade(seed: UInt64) {
        let tempo = Tempo(clamping: 120)
        var chance = Chance(state: seed)
        let strokes = performance(seed, tempo).sorted()
        var shuffled = strokes
        for index in stride(from: 0, to: shuffled.count - 3, by: 3) {
            shuffled[index..<index + 3].shuffle(using: &chance)
        }
        func grades(_ strokes: [Double]) -> [Grade: Int] {
            var judge = Judge(Schedule(Self.exercise, tempo: tempo))
            for stroke in strokes {
                _ = judge.hear(strokeAt: stroke)
            }
            _ = judge.advance(to: 60)
            let results = judge.results(after: 60)
            return Dictionary(uniqueKeysWithValues: Grade.allCases.map { ($0, results.count($0)) })
        }
        #expect(grades(strokes) == grades(shuffled))
    }
}
