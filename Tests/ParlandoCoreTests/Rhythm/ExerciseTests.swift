import ParlandoCore
import Testing

@Suite struct ExerciseTests {
    private func ids(_ exercise: Exercise, _ bar: Int) -> [String] {
        exercise.patterns(inBar: bar).map(\.id)
    }

    @Test func oneBeatRepeatsFourTimes() {
        #expect(ids(.of(.eighths, bars: 1), 0) == ["eighths", "eighths", "eighths", "eighths"])
    }

    @Test func aSequenceGoesOnAcrossBars() {
        let exercise = Exercise.of(.quarter, .eighths, .triplet, bars: nil)
        #expect(ids(exercise, 0) == ["quarter", "eighths", "triplet", "quarter"])
        #expect(ids(exercise, 1) == ["eighths", "triplet", "quarter", "eighths"])
        #expect(ids(exercise, 3) == ids(exercise, 0))
        #expect(ids(exercise, 3_000_000_001) == ids(exercise, 1))
        #expect(ids(exercise, -1).isEmpty)
    }

    @Test func whatDoesNotFitOpensTheNextBarAndRestsFillTheGap() {
        let exercise = Exercise.of(.quarter, .syncopation, bars: nil)
        #expect(ids(exercise, 0) == ["quarter", "syncopation", "quarter"])
        #expect(ids(exercise, 1) == ["syncopation", "quarter", "rest"])
        #expect(ids(exercise, 2) == ids(exercise, 1))
        #expect(ids(exercise, 1_000_000) == ids(exercise, 1))
        #expect(ids(.of(.threeBeats, bars: nil), 7) == ["three", "rest"])
    }

    @Test(arguments: [Exercise.Content.sequence(Pattern.every), .random(among: Pattern.every, seed: 7)])
    func everyBarHasFourBeats(content: Exercise.Content) {
        let exercise = Exercise(content, bars: nil)
        for bar in 0..<500 {
            #expect(exercise.patterns(inBar: bar).reduce(0) { $0 + $1.beats } == 4)
        }
    }

    @Test func theSameSeedGivesTheSameMusicInAnyOrder() {
        let first = Exercise(.random(among: Pattern.every, seed: 5), bars: nil)
        let second = Exercise(.random(among: Pattern.every, seed: 5), bars: nil)
        let forwards = (0..<100).map { first.patterns(inBar: $0) }
        let backwards = (0..<100).reversed().map { second.patterns(inBar: $0) }
        #expect(forwards == backwards.reversed())
        let other = Exercise(.random(among: Pattern.every, seed: 6), bars: nil)
        #expect(forwards != (0..<100).map { other.patterns(inBar: $0) })
    }

    @Test func chanceIsFair() {
        let exercise = Exercise(.random(among: [.quarter, .eighths, .triplet, .rest], seed: 1), bars: nil)
        let drawn = (0..<2000).flatMap { ids(exercise, $0) }
        for id in ["quarter", "eighths", "triplet", "rest"] {
            #expect((1850...2150).contains(drawn.count { $0 == id }))
        }
        #expect(Set((0..<100).map { ids(exercise, $0) }).count > 80)
    }

    @Test func patternsThatFitNoBarAreLeftOut() {
        let empty = Pattern.of("empty")
        let broken = Pattern.of("broken", "n9")
        let long = Pattern.of("long", "n24", "n24", "n12")
        #expect(ids(.of(empty, .quarter, broken, long, bars: 1), 0) == ["quarter", "quarter", "quarter", "quarter"])
        #expect(ids(.of(long, bars: 1), 0) == ["rest", "rest", "rest", "rest"])
        #expect(ids(Exercise(.random(among: [], seed: 3), bars: 1), 0) == ["rest", "rest", "rest", "rest"])
    }
}
