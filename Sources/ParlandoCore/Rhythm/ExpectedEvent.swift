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

    /// End of the time span in which this event is closer than any other, in seconds.
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
