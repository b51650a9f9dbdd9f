/// A note or rest at its position in an exercise.
public struct ScheduledEvent: Sendable, Hashable {
    /// Ticks from the first beat of the exercise.
    public let tick: Int
    /// Written length in ticks.
    public let ticks: Int
    /// Index of the note, from 0, without rests; nil for a rest.
    public let note: Int?
    public let pattern: Pattern.ID
    public let meter: Meter

    public var bar: Int {
        tick / meter.ticksPerBar
    }

    /// In beats from 0: 1.5 is halfway through the second beat.
    public var beat: Double {
        Double(tick % meter.ticksPerBar) / Double(NoteValue.ticksPerBeat)
    }
}

/// The notes and rests of an exercise at a tempo, generated bar by bar. It may be endless.
public struct Schedule: Sendable {
    public let exercise: Exercise
    public let tempo: Tempo
    /// Tick at which the count-in ends: 0 or, after a pause, the start of the interrupted bar.
    public let startTick: Int

    private var bar: Int
    private var notes: Int

    public init(_ exercise: Exercise, tempo: Tempo, startBar: Int = 0) {
        self.exercise = exercise
        self.tempo = tempo
        startTick = startBar * exercise.meter.ticksPerBar
        bar = startBar
        notes = (0..<startBar).reduce(0) { count, bar in
            count + exercise.patterns(inBar: bar).joinedElements.count { !$0.element.isRest }
        }
    }

    /// Beats of the count-in and the exercise; nil if it is endless.
    public var clicks: Int? {
        let beats = exercise.meter.beats
        return exercise.bars.map { beats + max($0 * beats - startBeat, 0) }
    }

    /// Nil at the end of the exercise.
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

    /// Audio frames from the start of the count-in to a tick of the exercise; `rate` is in Hz.
    public func frame(ofTick tick: Int, rate: Int) -> Int {
        tempo.frame(ofTick: tick - startTick + exercise.meter.ticksPerBar, rate: rate)
    }

    private var startBeat: Int {
        startTick / NoteValue.ticksPerBeat
    }
}

extension [Pattern] {
    fileprivate var joinedElements: [(element: Pattern.Element, pattern: Pattern.ID)] {
        flatMap { pattern in pattern.elements.map { ($0, pattern.id) } }
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

    /// - Parameter previous: if nil, the length of `event` is used as the interval before it.
    init(_ event: ScheduledEvent, after previous: ScheduledEvent?, tempo: Tempo) {
        self.event = event
        time = tempo.seconds(ofTick: event.tick)
        early = tempo.seconds(ofTick: previous.map { event.tick - $0.tick } ?? event.ticks)
        late = tempo.seconds(ofTick: event.ticks)
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
