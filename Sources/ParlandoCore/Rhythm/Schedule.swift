/// A note or rest at its position in the exercise.
public struct ScheduledEvent: Sendable, Hashable {
    /// Ticks from the first beat of the exercise.
    public let tick: Int
    /// Written length in ticks.
    public let ticks: Int
    /// Index of the note in the exercise, from 0, without counting rests; nil for a rest.
    public let note: Int?
    /// Id of the pattern that the event belongs to.
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

    /// Index of the bar in which the event begins, from 0.
    public var bar: Int {
        tick / meter.ticksPerBar
    }

    /// Beats from the start of the bar. For example, 1.5 is halfway through the second beat.
    public var beat: Double {
        Double(tick % meter.ticksPerBar) / Double(NoteValue.ticksPerBeat)
    }
}

/// The timeline of an exercise: its notes and rests at a tempo, generated bar by bar. Works for endless exercises too.
public struct Schedule: Sendable {
    /// The exercise that the schedule lays out in time.
    public let exercise: Exercise
    /// Tempo at which the exercise is played.
    public let tempo: Tempo
    /// Position in the exercise at which the count-in ends, in ticks. It is 0, or after a pause the start of the
    /// interrupted bar.
    public let startTick: Int

    private var bar: Int
    private var notes: Int

    /// - Parameter startBar: index of the bar that follows the count-in.
    public init(_ exercise: Exercise, tempo: Tempo, startBar: Int = 0) {
        self.exercise = exercise
        self.tempo = tempo
        startTick = startBar * exercise.meter.ticksPerBar
        bar = startBar
        notes = (0..<startBar).reduce(0) { count, bar in
            count + exercise.patterns(inBar: bar).joinedElements.count { !$0.element.isRest }
        }
    }

    /// Number of clicks from the first of the count-in to the last of the exercise; nil if the exercise is endless.
    public var clicks: Int? {
        let beats = exercise.meter.beats
        return exercise.bars.map { beats + max($0 * beats - startBeat, 0) }
    }

    /// Returns the notes and rests of the next bar in order; nil at the end of the exercise.
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

    /// Returns the number of frames from the first click of the count-in to a tick of the exercise.
    ///
    /// - Parameter rate: sample rate of the stream in Hz.
    public func frame(ofTick tick: Int, rate: Int) -> Int {
        tempo.frame(ofTick: tick - startTick + exercise.meter.ticksPerBar, rate: rate)
    }

    private var startBeat: Int {
        startTick / NoteValue.ticksPerBeat
    }
}

extension [Pattern] {
    /// All notes and rests in order, each with the id of its pattern.
    fileprivate var joinedElements: [(element: Pattern.Element, pattern: Pattern.ID)] {
        flatMap { pattern in pattern.elements.map { ($0, pattern.id) } }
    }
}

/// A stroke, as the judge stores it.
struct Stroke: Sendable, Hashable {
    /// Serial number of the stroke, from 0.
    let number: Int
    /// Seconds from the first beat of the exercise.
    let time: Double
}

/// An expected note or rest with the time span around it and its result so far.
struct ExpectedEvent: Sendable {
    let event: ScheduledEvent
    /// Seconds from the first beat of the exercise.
    let time: Double
    /// Seconds since the previous event.
    let early: Double
    /// Seconds to the next event.
    let late: Double
    /// The best stroke so far that matches the note.
    var stroke: Stroke?
    /// Whether the note has been reported as missed.
    var isMissed = false

    /// - Parameter previous: the previous event; if nil, the event's own length counts as the distance to it.
    init(_ event: ScheduledEvent, after previous: ScheduledEvent?, tempo: Tempo) {
        self.event = event
        time = tempo.seconds(ofTick: event.tick)
        early = tempo.seconds(ofTick: previous.map { event.tick - $0.tick } ?? event.ticks)
        late = tempo.seconds(ofTick: event.ticks)
    }

    /// Time halfway to the next event, in seconds from the first beat of the exercise. Later strokes are closer to the
    /// next event.
    var end: Double {
        time + late * GradeRule.shares.inaccurate
    }

    /// Returns whether no other event is closer to the moment. Halfway between two events it is true of both.
    func owns(_ moment: Double) -> Bool {
        let deviation = moment - time
        return GradeRule().grade(deviation: deviation, interval: deviation < 0 ? early : late) != nil
    }

    /// Returns the grade of the stroke for this note; nil if it is too far away or the event is a rest.
    func grade(of stroke: Stroke, by rule: GradeRule) -> Grade? {
        guard event.note != nil else {
            return nil
        }
        let deviation = stroke.time - time
        return rule.grade(deviation: deviation, interval: deviation < 0 ? early : late)
    }

    /// Returns whether the note is newly missed: it was not played, and its time span has ended.
    func isUnplayed(at moment: Double) -> Bool {
        event.note != nil && stroke == nil && !isMissed && end + GradeRule.tolerance < moment
    }

    /// Returns whether the stroke is better than the one assigned to the note: of a better grade, or of the same grade
    /// and closer.
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

    /// Returns the verdict on the note; nil if there is none yet or the event is a rest.
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
    /// Rank of the grade, from 0 for the best.
    fileprivate var rank: Int {
        Self.allCases.firstIndex(of: self) ?? Self.allCases.count
    }
}
