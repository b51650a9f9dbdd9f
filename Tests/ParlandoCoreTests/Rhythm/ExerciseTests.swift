import ParlandoCore
import Testing

@Suite struct ExerciseTests {
    private func ids(_ exercise: Exercise, _ bar: Int) -> [String] {
        exercise.patterns(inBar: bar).map(\.id)
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

@Suite struct ScheduleTests {
    @Test func notesAreNumberedAndRestsAreNot() {
        let events = Schedule(.of(.quarter, .rest, .eighths, .syncopation, bars: 2), tempo: .initial).all
        #expect(events.prefix(7).map(\.tick) == [0, 12, 24, 30, 36, 48, 54])
        #expect(events.prefix(7).map(\.note) == [0, nil, 1, 2, nil, 3, 4])
        #expect(events.prefix(7).map(\.bar) == [0, 0, 0, 0, 0, 1, 1])
        #expect(events[3].beat == 2.5)
        #expect(events[6].beat == 0.5)
        #expect(events[6].pattern == "syncopation")
    }

    @Test func anExerciseWithoutBarsIsOverAtOnce() {
        #expect(Schedule(.of(.quarter, bars: 0), tempo: .initial).all.isEmpty)
        #expect(Schedule(.of(.quarter, bars: -3), tempo: .initial).all.isEmpty)
    }

    @Test func theCountInIsABarBeforeTheFirstBeat() {
        let schedule = Schedule(.of(.quarter, bars: 2), tempo: Tempo(clamping: 120))
        #expect(schedule.frame(ofTick: 0, rate: 48_000) == 96_000)
        #expect(schedule.frame(ofTick: -48, rate: 48_000) == 0)
        #expect(schedule.clicks == 12)
        #expect(Schedule(.of(.quarter, bars: nil), tempo: .initial).clicks == nil)
    }

    @Test func afterAPauseABarFollowsANewCountIn() {
        let exercise = Exercise(.random(among: Pattern.every, seed: 9), bars: 8)
        let whole = Schedule(exercise, tempo: .initial)
        let resumed = Schedule(exercise, tempo: .initial, startBar: 5)
        #expect(resumed.all == whole.all.filter { $0.bar >= 5 })
        #expect(resumed.frame(ofTick: 5 * 48, rate: 44_100) == whole.frame(ofTick: 0, rate: 44_100))
        #expect(resumed.clicks == 4 + 3 * 4)
    }

    @Test(arguments: [40, 90, 133.33, 160], [44_100, 48_000, 96_000])
    func ticksFallOnTheNearestFrameForADay(tempo: Double, rate: Int) throws {
        let tempo = try #require(Tempo(beatsPerMinute: tempo))
        for tick in [0, 1, 2, 3, 4, 12, 47, 115_199, 115_200, 2_764_799] {
            let exact = Double(tick * 5 * rate) / tempo.beatsPerMinute
            #expect(abs(Double(tempo.frame(ofTick: tick, rate: rate)) - exact) <= 0.5)
        }
    }
}

/// Patterns that tests play.
extension Pattern {
    /// A pattern of notes (`n`) and rests (`r`) of so many ticks: `["n6", "r6"]`.
    static func of(_ id: String, _ elements: String...) -> Pattern {
        let values: [Int: NoteValue?] = [
            3: NoteValue(.sixteenth), 4: NoteValue(.eighth, isTriplet: true), 6: NoteValue(.eighth),
            8: NoteValue(.quarter, isTriplet: true), 9: NoteValue(.eighth, isDotted: true), 12: NoteValue(.quarter),
            18: NoteValue(.quarter, isDotted: true), 24: NoteValue(.half), 36: NoteValue(.half, isDotted: true),
        ]
        let made = elements.compactMap { element in
            Int(element.dropFirst()).flatMap { values[$0] ?? nil }.map {
                Element($0, isRest: element.first == "r")
            }
        }
        return Pattern(id: id, difficulty: 1, elements: made)
    }

    static let quarter = of("quarter", "n12")
    static let rest = of("rest", "r12")
    static let eighths = of("eighths", "n6", "n6")
    static let triplet = of("triplet", "n4", "n4", "n4")
    static let sixteenths = of("sixteenths", "n3", "n3", "n3", "n3")
    static let half = of("half", "n24")
    static let dottedEighth = of("dotted-eighth", "n9", "n3")
    static let sixteenthDotted = of("sixteenth-dotted", "n3", "n9")
    static let dottedQuarter = of("dotted-quarter", "n18", "n6")
    static let syncopation = of("syncopation", "n6", "n12", "n6")
    static let swing = of("swing", "n8", "n4")
    static let threeBeats = of("three", "n36")

    /// Every length of note there is, beside neighbours of its own and of other lengths.
    static let every: [Pattern] = [
        quarter, eighths, triplet, sixteenths, half, dottedEighth, sixteenthDotted, dottedQuarter, syncopation, swing,
    ]
}

extension Exercise {
    /// These patterns in order, again and again.
    static func of(_ patterns: Pattern..., bars: Int?) -> Exercise {
        Exercise(.sequence(patterns), bars: bars)
    }
}

extension Schedule {
    /// Everything that is expected; for exercises with an end.
    var all: [ScheduledEvent] {
        var schedule = self
        var events: [ScheduledEvent] = []
        while let bar = schedule.nextBar() {
            events += bar
        }
        return events
    }
}
