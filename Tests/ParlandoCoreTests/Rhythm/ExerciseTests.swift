import ParlandoCore
import Testing

@Suite struct ExerciseTests {
    /// What begins in a bar: `12+quarter` at tick 12.
    private func starts(_ exercise: Exercise, _ bar: Int) -> [String] {
        exercise.bar(bar).played.map { "\($0.start)+\($0.pattern)" }
    }

    @Test func aSequenceGoesOnAcrossBars() {
        let exercise = Exercise.of(.quarter, .eighths, .triplet, bars: nil)
        #expect(
            starts(exercise, 0) == [
                "0+quarter", "120+eighths", "180+eighths", "240+triplet", "280+triplet", "320+triplet", "360+quarter",
            ])
        #expect(starts(exercise, 1).prefix(3) == ["0+eighths", "60+eighths", "120+triplet"])
        #expect(starts(exercise, 3) == starts(exercise, 0))
        #expect(starts(exercise, 3_000_000_001) == starts(exercise, 1))
        #expect(starts(exercise, -1).isEmpty)
    }

    /// Nothing is replaced by a rest: a note that is too long for its bar is in both.
    @Test func whatDoesNotFitGoesOnInTheNextBar() {
        let exercise = Exercise.of(.threeBeats, bars: 3)
        #expect(starts(exercise, 0) == ["0+three", "360+three"])
        #expect(starts(exercise, 1) == ["-120+three", "240+three"])
        #expect(starts(exercise, 2) == ["-240+three", "120+three"])
        #expect(exercise.bar(2).played.last?.end == 480)
        #expect(exercise.bar(1).played.last?.end == 600)
    }

    @Test func theSameSeedGivesTheSameMusicInAnyOrder() {
        let first = Exercise(.random(among: Pattern.every, seed: 5), bars: nil)
        let second = Exercise(.random(among: Pattern.every, seed: 5), bars: nil)
        let forwards = (0..<100).map { first.bar($0) }
        let backwards = (0..<100).reversed().map { second.bar($0) }
        #expect(forwards == backwards.reversed())
        let other = Exercise(.random(among: Pattern.every, seed: 6), bars: nil)
        #expect(forwards != (0..<100).map { other.bar($0) })
    }

    @Test func chanceIsFair() {
        let exercise = Exercise(.random(among: [.quarter, .eighths, .triplet, .rest], seed: 1), bars: nil)
        let drawn = (0..<2000).flatMap { exercise.bar($0).played.filter { $0.start % 120 == 0 }.map(\.pattern) }
        for id in ["quarter", "eighths", "triplet", "rest"] {
            #expect((1850...2150).contains(drawn.count { $0 == id }))
        }
        #expect(Set((0..<100).map { starts(exercise, $0) }).count > 70)
    }

    @Test func patternsThatCannotBePlayedAreLeftOut() {
        #expect(Exercise.of(.of("empty"), .quarter, bars: 1).patterns == [.quarter])
        #expect(Exercise(.sequence([.quarter]), bars: 1, meter: .sixEight).patterns.isEmpty)
        #expect(Exercise(.random(among: [], seed: 3), bars: 1).bar(0).played.isEmpty)
    }

    @Test func aSecondVoiceSoundsWithTheFirst() throws {
        let two = Pattern(
            id: "3:2", elements: Pattern.of("", "n160", "n160", "n160").elements,
            companion: Pattern.of("", "n240", "n240").elements)
        var schedule = Schedule(.of(two, bars: 2), tempo: .initial)
        for bar in 0..<2 {
            let next = schedule.nextVoices()
            let voices = try #require(next)
            #expect(voices.played.map(\.tick) == [0, 160, 320].map { $0 + bar * 480 })
            #expect(voices.companion.map(\.tick) == [0, 240].map { $0 + bar * 480 })
            #expect(voices.played.map(\.note) == [0, 1, 2].map { $0 + bar * 3 })
            #expect(voices.companion.allSatisfy { $0.note == nil })
        }
    }
}

@Suite struct ScheduleTests {
    @Test func notesAreNumberedAndRestsAreNot() {
        let events = Schedule(.of(.quarter, .rest, .eighths, .syncopation, bars: 2), tempo: .initial).all
        #expect(events.prefix(7).map(\.tick) == [0, 120, 240, 300, 360, 420, 540])
        #expect(events.prefix(7).map(\.note) == [0, nil, 1, 2, 3, 4, 5])
        #expect(events.prefix(7).map(\.bar) == [0, 0, 0, 0, 0, 0, 1])
        #expect(events[3].beat == 2.5)
        #expect(events[5].ticks == 120 && events[6].beat == 0.5)
        #expect(events[6].pattern == "syncopation")
    }

    @Test func anExerciseWithoutBarsIsOverAtOnce() {
        #expect(Schedule(.of(.quarter, bars: 0), tempo: .initial).all.isEmpty)
        #expect(Schedule(.of(.quarter, bars: -3), tempo: .initial).all.isEmpty)
    }

    @Test func theCountInIsABarBeforeTheFirstBeat() {
        let schedule = Schedule(.of(.quarter, bars: 2), tempo: Tempo(clamping: 120))
        #expect(schedule.frame(of: 0, rate: 48_000) == 96_000)
        #expect(schedule.frame(of: -480, rate: 48_000) == 0)
        #expect(schedule.clicks == 12)
        #expect(Schedule(.of(.quarter, bars: nil), tempo: .initial).clicks == nil)
    }

    @Test func withoutACountInTheFirstBeatComesAtOnce() {
        let course = TempoCourse(tempo: .initial, beatTicks: 120)
        let schedule = Schedule(.of(.quarter, bars: 3), course: course, startBar: 1, countsIn: false)
        #expect(schedule.frame(of: 480, rate: 48_000) == 0 && schedule.clicks == 8)
    }

    @Test func afterAPauseABarFollowsANewCountIn() {
        let exercise = Exercise(.random(among: Pattern.every, seed: 9), bars: 8)
        let whole = Schedule(exercise, tempo: .initial)
        let course = TempoCourse(tempo: .initial, beatTicks: 120)
        let resumed = Schedule(exercise, course: course, startBar: 5)
        #expect(resumed.all.filter { $0.note != nil } == whole.all.filter { $0.bar >= 5 && $0.note != nil })
        #expect(resumed.frame(of: 5 * 480, rate: 44_100) == whole.frame(of: 0, rate: 44_100))
        #expect(resumed.clicks == 4 + 3 * 4)
    }

    @Test(arguments: [40, 90, 133.33, 160], [44_100, 48_000, 96_000])
    func ticksFallOnTheNearestFrameForADay(tempo: Double, rate: Int) throws {
        let tempo = try #require(Tempo(beatsPerMinute: tempo))
        let course = TempoCourse(tempo: tempo, beatTicks: 120)
        for tick in [0, 1, 2, 3, 4, 120, 479, 1_151_999, 1_152_000, 27_647_999] {
            let exact = Double(tick * rate) / 2 / tempo.beatsPerMinute
            #expect(abs(Double(course.frame(ofTick: Double(tick), rate: rate)) - exact) <= 0.5 + 1e-6)
        }
    }
}

/// Patterns that tests play.
extension Pattern {
    /// A pattern of notes (`n`) and rests (`r`) of so many ticks: `["n60", "r60"]`.
    static func of(_ id: String, _ elements: String...) -> Pattern {
        let made = elements.compactMap { element in
            Int(element.dropFirst()).map { ticks in
                Element(
                    ticks: ticks, tuplet: ticks.isMultiple(of: 15) ? nil : .triplet, isRest: element.first == "r")
            }
        }
        return Pattern(id: id, difficulty: 1, elements: made)
    }

    static let quarter = of("quarter", "n120")
    static let rest = of("rest", "r120")
    static let eighths = of("eighths", "n60", "n60")
    static let triplet = of("triplet", "n40", "n40", "n40")
    static let sixteenths = of("sixteenths", "n30", "n30", "n30", "n30")
    static let half = of("half", "n240")
    static let dottedEighth = of("dotted-eighth", "n90", "n30")
    static let sixteenthDotted = of("sixteenth-dotted", "n30", "n90")
    static let dottedQuarter = of("dotted-quarter", "n180", "n60")
    static let syncopation = of("syncopation", "n60", "n120", "n60")
    static let swing = of("swing", "n80", "n40")
    static let threeBeats = of("three", "n360")

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

extension Tempo {
    /// By quarters.
    func seconds(ofTick tick: Int) -> Double {
        TempoCourse(tempo: self, beatTicks: 120).seconds(ofTick: tick)
    }
}
