/// A note or rest at its position in an exercise.
public struct ScheduledEvent: Sendable, Hashable {
    /// Ticks from the first beat of the exercise, as written.
    public let tick: Int
    /// Written length in ticks.
    public let ticks: Int
    /// The tick at which it is to sound, swung.
    public let position: Double
    /// The position at which it ends.
    public let end: Double
    /// Index of the note, from 0, without rests; nil for a rest.
    public let note: Int?
    public let pattern: Pattern.ID
    public let meter: Meter

    public var bar: Int {
        tick / meter.ticksPerBar
    }

    /// In beats from 0: 1.5 is halfway through the second beat.
    public var beat: Double {
        Double(tick % meter.ticksPerBar) / Double(meter.beatTicks)
    }
}

/// The notes and rests of an exercise, generated bar by bar, and their times. It may be endless.
public struct Schedule: Sendable {
    public let exercise: Exercise
    /// Seconds from the first beat. Changes apply to bars that have not begun.
    public var course: TempoCourse {
        didSet { run = course.run(from: startTick, lead: lead) }
    }
    /// Tick at which the count-in ends: 0 or, after a pause, the start of the interrupted bar.
    public let startTick: Int

    /// Ticks of the count-in.
    private let lead: Int
    /// `course` from the first click of the count-in on.
    private var run: TempoCourse
    private var bar: Int
    private var notes: Int

    public init(_ exercise: Exercise, tempo: Tempo) {
        self.init(exercise, course: TempoCourse(tempo: tempo, beatTicks: exercise.meter.beatTicks))
    }

    /// - Parameter countsIn: for a bar.
    public init(_ exercise: Exercise, course: TempoCourse, startBar: Int = 0, countsIn: Bool = true) {
        self.exercise = exercise
        self.course = course
        startTick = startBar * exercise.meter.ticksPerBar
        lead = countsIn ? exercise.meter.ticksPerBar : 0
        run = course.run(from: startTick, lead: lead)
        bar = startBar
        notes = (0..<startBar).reduce(0) { count, bar in
            count + exercise.bar(bar).played.count { $0.start >= 0 && !$0.element.isRest }
        }
    }

    /// Beats of the count-in and the exercise; nil if it is endless.
    public var clicks: Int? {
        let meter = exercise.meter
        return exercise.bars.map { max($0 * meter.beats - startTick / meter.beatTicks, 0) + lead / meter.beatTicks }
    }

    /// The notes and rests that begin in the next bar. Nil at the end of the exercise.
    public mutating func nextBar() -> [ScheduledEvent]? {
        nextVoices()?.played
    }

    /// Like `nextBar`, with the second voice. Its notes have no index.
    public mutating func nextVoices() -> (played: [ScheduledEvent], companion: [ScheduledEvent])? {
        guard exercise.hasBar(bar) else {
            return nil
        }
        let voices = exercise.bar(bar)
        // A note that was begun before the start, and only then, is a rest from here on.
        let played = voices.played.filter { $0.start >= 0 || bar * exercise.meter.ticksPerBar == startTick }
        let events = played.map { placed in
            let isNote = placed.start >= 0 && !placed.element.isRest
            defer { notes += isNote ? 1 : 0 }
            return event(placed, note: isNote ? notes : nil)
        }
        let companion = voices.companion.filter { $0.start >= 0 && !$0.element.isRest }.map { event($0, note: nil) }
        bar += 1
        return (events, companion)
    }

    private func event(_ placed: PlacedElement, note: Int?) -> ScheduledEvent {
        let origin = bar * exercise.meter.ticksPerBar
        let start = origin + max(placed.start, 0)
        let end = origin + placed.end
        let swing = placed.element.isEven ? .straight : exercise.swing
        return ScheduledEvent(
            tick: start, ticks: end - start, position: swing.position(ofTick: start), end: swing.position(ofTick: end),
            note: note, pattern: placed.pattern, meter: exercise.meter)
    }

    /// Audio frames from the start of the count-in to a position in the exercise; `rate` is in Hz.
    public func frame(of position: Double, rate: Int) -> Int {
        run.frame(ofTick: position - Double(startTick - lead), rate: rate)
    }
}

struct Stroke: Sendable, Hashable {
    /// From 0 in the order of arrival.
    let number: Int
    /// Seconds from the first beat of the exercise.
    let time: Double
}

/// A note or rest with the time around it and its result so far.
struct ExpectedEvent: Sendable {
    let event: ScheduledEvent
    /// Seconds from the first beat of the exercise.
    let time: Double
    /// Seconds from the previous note or rest.
    let early: Double
    /// Seconds to the next one.
    let late: Double
    var stroke: Stroke?
    var isMissed = false

    private let previous: Double?

    /// - Parameter previous: position of the event before; if nil, the length of `event` is used as the interval.
    init(_ event: ScheduledEvent, after previous: Double?, course: TempoCourse) {
        self.event = event
        self.previous = previous
        time = course.seconds(ofTick: event.position)
        late = course.seconds(ofTick: event.end) - time
        early = previous.map { [time] in time - course.seconds(ofTick: $0) } ?? late
    }

    /// The same event with its times by another course.
    func moved(to course: TempoCourse) -> ExpectedEvent {
        var moved = ExpectedEvent(event, after: previous, course: course)
        (moved.stroke, moved.isMissed) = (stroke, isMissed)
        return moved
    }

    /// Halfway to the next note or rest. A later stroke is closer to that one.
    var end: Double {
        time + late * GradeRule.shares.inaccurate
    }

    /// Whether this is the event closest to a time. Halfway between two events, both are.
    func owns(_ moment: Double) -> Bool {
        let deviation = moment - time
        return GradeRule().grade(deviation: deviation, interval: deviation < 0 ? early : late) != nil
    }

    /// Nil if the stroke is too far away or if this is a rest.
    func grade(of stroke: Stroke, by rule: GradeRule) -> Grade? {
        guard event.note != nil else {
            return nil
        }
        let deviation = stroke.time - time
        return rule.grade(deviation: deviation, interval: deviation < 0 ? early : late)
    }

    func isUnplayed(at moment: Double) -> Bool {
        event.note != nil && stroke == nil && !isMissed && end + GradeRule.tolerance < moment
    }

    /// Whether a stroke has a better grade than the note's own, or the same and is closer.
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

    /// Nil if the note can still be played or if this is a rest.
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
    fileprivate var rank: Int {
        Self.allCases.firstIndex(of: self) ?? Self.allCases.count
    }
}
