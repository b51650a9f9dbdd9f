import ParlandoCore
import Testing

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
            // 60 / BPM / 12 seconds a tick, written here once more on purpose.
            let interval = Double(ticks) * 5 / tempo
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
        let interval = Double(place.late) * 5 / tempo
        try expect(.good, place, tempo: tempo, at: 0.15 * interval + Self.microsecond, caps: wide)
    }

    @Test(arguments: [0.0, 0.01, 3_600, 86_400])
    func aBorderHoldsHoweverLongTheExerciseLasts(hours seconds: Double) throws {
        // 133.33 BPM gives no round numbers: all rounding there is shows itself here.
        let tempo = try #require(Tempo(beatsPerMinute: 133.33))
        let beat = Int(seconds / tempo.secondsPerBeat)
        var judge = Judge(Schedule(.of(.quarter, bars: nil), tempo: tempo))
        _ = judge.advance(to: seconds - 1)
        let moment = tempo.seconds(ofTick: beat * 12) + 0.15 * tempo.secondsPerBeat
        #expect(judge.hear(strokeAt: moment).map(\.grade) == [.perfect])
        #expect(judge.hear(strokeAt: moment + tempo.secondsPerBeat + 1e-6).map(\.grade) == [.good])
    }
}
