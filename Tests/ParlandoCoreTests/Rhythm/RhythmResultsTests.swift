import Foundation
import ParlandoCore
import Testing

@Suite struct RhythmResultsTests {
    private func verdicts(_ grade: Grade, _ count: Int, _ deviation: Double? = 0) -> [Verdict] {
        Array(
            repeating: Verdict(
                grade: grade, note: grade == .stray ? nil : 0, stroke: grade == .missed ? nil : 0, tick: 0,
                deviation: grade == .missed ? nil : deviation), count: count)
    }

    @Test func accuracyFollowsItsFormula() {
        let all =
            verdicts(.perfect, 5) + verdicts(.good, 3) + verdicts(.inaccurate, 7) + verdicts(.missed, 1)
            + verdicts(.stray, 1)
        #expect(RhythmResults(verdicts: all, seconds: 1).accuracy == 80)
        #expect(RhythmResults(verdicts: verdicts(.inaccurate, 9), seconds: 1).accuracy == nil)
        #expect(RhythmResults(verdicts: verdicts(.stray, 9), seconds: 1).accuracy == 0)
        #expect(RhythmResults(verdicts: verdicts(.good, 9), seconds: 1).accuracy == 100)
    }

    @Test func aTempoIsHeldByFourNotesOfWhichNineInTenAreRight() {
        var results = RhythmResults(verdicts: verdicts(.good, 9))
        for (grade, held) in [(Grade.good, 90.0), (.perfect, 90), (.good, 90), (.inaccurate, 90), (.good, 180)] {
            verdicts(grade, 1).forEach { results.add($0, tempo: Tempo(clamping: 180)) }
            #expect(results.highestHeld?.tempo.beatsPerMinute == held)
        }
        verdicts(.missed, 1).forEach { results.add($0, tempo: Tempo(clamping: 180)) }
        #expect(results.highestHeld?.tempo.beatsPerMinute == 90)
    }

    @Test func onlyStrokesThatMetANoteHaveATiming() {
        let results = RhythmResults(
            verdicts: verdicts(.perfect, 1, 0.01) + verdicts(.good, 1, 0.03) + verdicts(.stray, 1, 9)
                + verdicts(.missed, 1),
            seconds: 1)
        #expect(results.timing.count == 2)
        #expect(abs((results.timing.mean ?? 0) - 0.02) < 1e-12)
        #expect(abs((results.timing.spread ?? 0) - 0.0002.squareRoot()) < 1e-12)
        #expect(results.histogram.range == 2...6)
        #expect(results.histogram.count(2) == 1)
        #expect(results.histogram.count(4) == 0)
        #expect(RhythmResults().timing.mean == nil)
        #expect(RhythmResults().histogram.range == nil)
    }

    @Test func theHistogramMirrorsEarlyAndLate() {
        #expect(DeviationHistogram.bin(of: 0.0024) == 0)
        #expect(DeviationHistogram.bin(of: -0.0024) == 0)
        #expect(DeviationHistogram.bin(of: 0.0026) == 1)
        #expect(DeviationHistogram.bin(of: -0.0026) == -1)
        #expect(DeviationHistogram.bin(of: 77) == 300)
        #expect(DeviationHistogram.bin(of: -77) == -300)
    }

    @Test func placesAreInOrderAndCountPerBar() {
        let ticks = [600, 120, 30, 510, 0]
        let results = RhythmResults(
            verdicts: ticks.map { Verdict(grade: .good, note: 0, stroke: 0, tick: $0, deviation: 0.01) }, seconds: 1)
        #expect(results.places.map(\.tick) == [0, 30, 120])
        #expect(results.places.map(\.timing.count) == [1, 2, 2])
    }
}

@Suite struct StrokeListTests {
    private func moments(_ json: String) -> [Double]? {
        StrokeList.moments(json: Data(json.utf8))
    }

    @Test(arguments: [
        "[1, 2.5, {\"t\": 3}, {\"t\": 4, \"accepted\": false}]",
        "{\"strokes\": [1, {\"t\": 2.5, \"accepted\": true}, 3]}",
        "{\"t\": 1}\n{\"t\": 2.5, \"loud\": 1}\n\n{\"t\": 7, \"accepted\": false}\n{\"t\": 3}\n",
    ])
    func everyFormIsRead(json: String) {
        #expect(moments(json) == [1, 2.5, 3])
    }

    @Test func anEmptyTextHoldsNoStroke() {
        #expect(moments("") == [])
        #expect(moments("[]") == [])
    }

    @Test(arguments: [
        "1e300", "[1, 1000001]", "[-1e18]", "{\"strokes\": [{\"t\": 9e99}]}", "{\"t\": 1}\nnonsense", "[1, null]",
        "[[1]]",
    ])
    func whatIsNoMomentOfAPerformanceIsRefused(json: String) {
        #expect(moments(json) == nil)
    }
}

@Suite struct PracticeDayTests {
    private func day(_ number: Int, right: Int, missed: Int) -> PracticeDay {
        let grades = Array(repeating: Grade.perfect, count: right) + Array(repeating: .missed, count: missed)
        var day = PracticeDay(day: number, exercise: "a")
        day.add(
            RhythmResults(
                verdicts: grades.enumerated().map { index, grade in
                    let isHit = grade == .perfect
                    return Verdict(
                        grade: grade, note: index, stroke: isHit ? index : nil, tick: 0, deviation: isHit ? 0.01 : nil)
                }))
        return day
    }

    /// 2026-11-22 was a Sunday.
    @Test func weeksAreSumsFromMondayToSunday() {
        let sunday = 20_779
        let weeks = PracticeDay.weeks(
            of: [
                day(sunday - 6, right: 1, missed: 3), day(sunday, right: 3, missed: 1),
                day(sunday + 1, right: 2, missed: 0), day(sunday + 15, right: 0, missed: 2),
            ])
        #expect(weeks.map(\.day) == [sunday - 6, sunday + 1, sunday + 15])
        #expect(weeks.map(\.accuracy) == [50, 100, 0])
        #expect(weeks.map(\.hits) == [4, 2, 0])
        #expect(abs((weeks[0].bias ?? 0) - 0.01) < 1e-12)
        #expect(PracticeDay.weeks(of: []).isEmpty)
    }

    @Test func ownRhythmsAreToldByTheirNotes() throws {
        let names = try ["120 120", "120 60 60"].map { text in
            Exercise(.sequence([try #require(Pattern(text: text))]), bars: 1).practiceName
        }
        #expect(names == ["4/4 120 120", "4/4 120 60 60"])
    }
}
