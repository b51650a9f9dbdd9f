/// A note or rest at its position in an exercise.
public struct ScheduledEvent: Sendable, Hashable {
    /// Position of the note or rest, in ticks (twelfths of a beat) from the first beat of the exercise.
    public let tick: Int
    /// Written length of the note or rest, in ticks (twelfths of a beat).
    public let ticks: Int
    /// Index of the note in the exercise, from 0, without counting rests; nil for a rest.
    public let note: Int?
    /// Id of the rhythm pattern that the note or rest belongs to.
    public let pattern: Pattern.ID
    /// Time signature of the exercise.
    public let meter: Meter

    public init(tick: Int, ticks: Int, note: Int?, pattern: Pattern.ID, meter: Meter = .fourFour) {
        self.tick = tick
        self.ticks = ticks
        self.note = note
        self.pattern = pattern
        self.meter = meter
    }

    /// Index of the bar in which the note or rest begins, from 0.
    public var bar: Int {
        tick / meter.ticksPerBar
    }

    /// Position of the note or rest in its bar, in beats from 0. For example, 1.5 is halfway through the second beat.
    public var beat: Double {
        Double(tick % meter.ticksPerBar) / Double(NoteValue.ticksPerBeat)
    }
}

/// The timeline of an exercise: its notes and rests at a tempo, generated bar by bar. The exercise may be endless.
public struct Schedule: Sendable {
    /// The exercise whose notes and rests are generated.
    public let exercise: Exercise
    /// Tempo at which the exercise is played.
    public let tempo: Tempo
    /// Position in the exercise, in ticks (twelfths of a beat), at which the count-in ends. It is 0 or, after a pause,
    /// the start of the interrupted bar.
    public let startTick: Int

    private var bar: Int
    private var notes: Int

    /// - Parameter startBar: index of the bar that follows the count-in, from 0.
    public init(_ exercise: Exercise, tempo: Tempo, startBar: Int = 0) {
        self.exercise = exercise
        self.tempo = tempo
        startTick = startBar * exercise.meter.ticksPerBar
        bar = startBar
        notes = (0..<startBar).reduce(0) { count, bar in
            count + exercise.patterns(inBar: bar).joinedElements.count { !$0.element.isRest }
        }
    }

    /// Number of beats from the first beat of the count-in to the last beat of the exercise; nil if the exercise is
    /// endless.
    public var clicks: Int? {
        let beats = exercise.meter.beats
        return exercise.bars.map { beats + max($0 * beats - startBeat, 0) }
    }

    /// Returns the notes and rests of the next bar, in order; nil at the end of the exercise.
    public mutating func nextBar() -> [ScheduledEvent]? {
        guard exercise.hasBar(bar) else {
            return nil
        }
        var events: [ScheduledEvent] = []
        var tick = bar * exercise.meter.ticksPerBar
        for (element, pattern) in exercise.patterns(inBar: bar).joinedElements {
            let (note, ticks) = (element.isRest ? nil : notes, exercise.ticks(of: element))
            events.append(
                ScheduledEvent(tick: tick, ticks: ticks, note: note, pattern: pattern, meter: exercise.meter))
            tick += ticks
            notes += element.isRest ? 0 : 1
        }
        bar += 1
        return events
    }

    /// Returns the number of audio frames from the start of the count-in to a tick of the exercise.
    ///
    /// - Parameters:
    ///   - tick: number of ticks (twelfths of a beat) from the first beat of the exercise.
    ///   - rate: sample rate of the stream in Hz.
    public func frame(ofTick tick: Int, rate: Int) -> Int {
        tempo.frame(ofTick: tick - startTick + exercise.meter.ticksPerBar, rate: rate)
    }

    private var startBeat: Int {
        startTick / NoteValue.ticksPerBeat
    }
}

extension [Pattern] {
    /// All notes and rests of these patterns in order, each with the id of its pattern.
    fileprivate var joinedElements: [(element: Pattern.Element, pattern: Pattern.ID)] {
        flatMap { pattern in pattern.elements.map { ($0, pattern.id) } }
    }
}

/// A stroke of the player in a rhythm exercise.
struct Stroke: Sendable, Hashable {
    /// Number of the stroke, from 0 in the order of arrival.
    let number: Int
    /// Time of the stroke in seconds from the first beat of the exercise.
    let time: Double
}

/// A note or rest of an exercise, with the time span around it and its result so far.
struct ExpectedEvent: Sendable {
    let event: ScheduledEvent
    /// Time of the note or rest in seconds from the first beat of the exercise.
    let time: Double
    /// Interval from the previous note or rest to this one, in seconds.
    let early: Double
    /// Interval from this note or rest to the next one, in seconds.
    let late: Double
    /// The best stroke so far that matches the note; nil if no stroke matches.
    var stroke: Stroke?
    /// Whether the note has been reported as missed.
    var isMissed = false

    /// - Parameter previous: the previous note or rest; nil if there is none. The length of `event` is then used as the
    ///   interval before `event`.
    init(_ event: ScheduledEvent, after previous: ScheduledEvent?, tempo: Tempo) {
        self.event = event
        time = tempo.seconds(ofTick: event.tick)
        early = tempo.seconds(ofTick: previous.map { event.tick - $0.tick } ?? event.ticks)
        late = tempo.seconds(ofTick: event.ticks)
    }

    /// Time halfway to the next note or rest, in seconds from the first beat of the exercise. A later stroke is closer
    /// to the next note or rest than to this one.
    var end: Double {
        time + late * GradeRule.shares.inaccurate
    }

    /// Returns whether this note or rest is the one closest to a time. At a time halfway between two events, the result
    /// is true for both.
    func owns(_ moment: Double) -> Bool {
        let deviation = moment - time
        return GradeRule().grade(deviation: deviation, interval: deviation < 0 ? early : late) != nil
    }

    /// Returns the grade of a stroke for this note; nil if the stroke is too far away or if this is a rest.
    func grade(of stroke: Stroke, by rule: GradeRule) -> Grade? {
        guard event.note != nil else {
            return nil
        }
        let deviation = stroke.time - time
        return rule.grade(deviation: deviation, interval: deviation < 0 ? early : late)
    }

    /// Returns whether the note has to be marked as missed now: no stroke matches it, and its time span has ended
    /// before `moment`.
    func isUnplayed(at moment: Double) -> Bool {
        event.note != nil && stroke == nil && !isMissed && end + GradeRule.tolerance < moment
    }

    /// Returns whether a stroke is better than the one assigned to the note: of a better grade, or closer and of the
    /// same grade.
    func prefers(_ stroke: Stroke, by rule: GradeRule) -> Bool {
        guard let holder = self.stroke, let new = grade(of: stroke, by: rule), let old = grade(of: holder, by: rule)
        else {
            return false
        }
        guard new == old else {
            return new.rank < old.rank
        }
        return abs(stroke.time - time) < abs(holder.time - time)
    }

    /// Returns the verdict (grade and deviation) on the note; nil if the note can still be played or if this is a rest.
    func verdict(by rule: GradeRule) -> Verdict? {
        if let stroke, let grade = grade(of: stroke, by: rule) {
            return Verdict(
                grade: grade, note: event.note, stroke: stroke.number, tick: event.tick, deviation: stroke.time - time)
        }
        return isMissed
            ? Verdict(grade: .missed, note: event.note, stroke: nil, tick: event.tick, deviation: nil) : nil
    }
}

extension Grade {
    /// Position in the order of grades, from 0 for the best.
    fileprivate var rank: Int {
        Self.allCases.firstIndex(of: self) ?? Self.allCases.count
    }
}
