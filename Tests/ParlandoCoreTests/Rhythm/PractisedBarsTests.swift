import ParlandoCore
import Testing

/// The bars that went wrong, as a rhythm of their own.
@Suite struct PractisedBarsTests {
    private func results(_ wrong: [Int: Int]) -> RhythmResults {
        let verdicts = wrong.flatMap { bar, count in
            (0..<count).map { _ in
                Verdict(grade: .missed, note: 0, stroke: nil, tick: bar * 480, deviation: nil)
            }
        }
        return RhythmResults(verdicts: verdicts)
    }

    @Test(
        arguments: [
            ([:], nil), ([3: 1], 3...3), ([2: 1, 5: 2], 5...5), ([2: 1, 5: 1], 2...2), ([4: 1, 5: 3, 6: 2], 4...6),
            ([0: 1, 1: 5], 0...1), ([2: 1, 3: 2, 4: 9, 5: 4, 6: 3], 3...6), ([2: 3, 3: 4, 4: 9, 5: 2, 6: 9], 3...6),
            // Strokes after the end belong to no bar of the exercise.
            ([7: 1, 8: 4], 7...7), ([8: 4], nil),
        ] as [([Int: Int], ClosedRange<Int>?)])
    func theWorstBarsAreTogetherAndAtMostFour(wrong: [Int: Int], bars: ClosedRange<Int>?) {
        #expect(results(wrong).worstBars(of: 8) == bars)
    }

    @Test func whatIsCarriedIntoTheBarsIsARestAndTheLastNoteEndsWithThem() {
        let dotted = Pattern(id: "dotted", elements: (0..<3).map { _ in Pattern.Element(ticks: 180) })
        let exercise = Exercise(.sequence([dotted]), bars: 8)
        let second = exercise.pattern(ofBars: 1...1)
        #expect(second.elements.map(\.ticks) == [60, 180, 180, 60])
        #expect(second.elements.map(\.isRest) == [true, false, false, false])
        #expect(second.companion == nil)
        let both = exercise.pattern(ofBars: 0...1)
        #expect(both.elements.map(\.ticks) == [180, 180, 180, 180, 180, 60])
        #expect(both.elements.allSatisfy { !$0.isRest })
    }

    @Test func tupletsRestsAndTheSecondVoiceStay() {
        let thirds = (0..<3).map { Pattern.Element(ticks: 80, tuplet: .triplet, isRest: $0 == 1) }
        let halves = (0..<2).map { _ in Pattern.Element(ticks: 120) }
        let pattern = Pattern(id: "three-two", elements: thirds, companion: halves)
        let exercise = Exercise(.sequence([pattern]), bars: 8)
        let bars = exercise.pattern(ofBars: 2...3)
        #expect(bars.elements == thirds + thirds + thirds + thirds)
        #expect(bars.companion?.map(\.ticks) == Array(repeating: 120, count: 8))
        // It is played as it is, bar for bar.
        let loop = Exercise(.sequence([bars]), bars: nil)
        for index in 0..<4 {
            #expect(loop.bar(index).played.map(\.element) == exercise.bar(index).played.map(\.element))
            #expect(loop.bar(index).companion.map(\.start) == exercise.bar(index).companion.map(\.start))
        }
    }

    @Test func barsOfARandomExerciseAreThoseThatWerePlayed() {
        let patterns = [60, 120, 180].map {
            Pattern(id: "p\($0)", elements: [Pattern.Element(ticks: $0), Pattern.Element(ticks: 240 - $0)])
        }
        let exercise = Exercise(.random(among: patterns, seed: 7), bars: 32)
        for bar in [0, 15, 16, 31] {
            let own = exercise.pattern(ofBars: bar...bar)
            #expect(own.elements.map(\.ticks) == exercise.bar(bar).played.map(\.element.ticks))
            #expect(own.ticks == 480)
        }
    }
}
