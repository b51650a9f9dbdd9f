/// A stroke as the judge keeps it.
struct Stroke: Sendable, Hashable {
    /// Running number.
    let number: Int
    /// Seconds from the first beat of the exercise.
    let time: Double
}

/// A note or a rest with its share of the time line, and what became of it.
struct ExpectedEvent: Sendable {
    let event: ScheduledEvent
    /// Seconds from the first beat of the exercise.
    let time: Double
    /// Seconds since the event before it.
    let early: Double
    /// Seconds to the event after it.
    let late: Double
    /// The best stroke that met the note so far.
    var stroke: Stroke?
    /// It was said that nobody played it.
    var isMissed = false

    /// - Parameter previous: the event before it, nil: its own length counts.
    init(_ event: ScheduledEvent, after previous: ScheduledEvent?, tempo: Tempo) {
        self.event = event
        time = tempo.seconds(ofTick: event.tick)
        early = tempo.seconds(ofTick: previous.map { event.tick - $0.tick } ?? event.ticks)
        late = tempo.seconds(ofTick: event.ticks)
    }

    /// No moment that is nearer to it than to another event comes after this one.
    var end: Double {
        time + late * GradeRule.shares.inaccurate
    }

    /// Whether no other event is nearer to the moment. Half way between two events it is true of both.
    func owns(_ moment: Double) -> Bool {
        let deviation = moment - time
        return GradeRule().grade(deviation: deviation, interval: deviation < 0 ? early : late) != nil
    }

    /// How the stroke would be judged here, nil: not at all.
    func grade(of stroke: Stroke, by rule: GradeRule) -> Grade? {
        guard event.note != nil else {
            return nil
        }
        let deviation = stroke.time - time
        return rule.grade(deviation: deviation, interval: deviation < 0 ? early : late)
    }

    /// Whether the note can be said to be missed: nobody played it, and its time is over.
    func isUnplayed(at moment: Double) -> Bool {
        event.note != nil && stroke == nil && !isMissed && end + GradeRule.tolerance < moment
    }

    /// Whether the stroke is better than the one that has the note: of a better grade, or else nearer.
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

    /// What became of the note; nil: nothing yet, or it is a rest.
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
    /// The better the smaller.
    fileprivate var rank: Int {
        Self.allCases.firstIndex(of: self) ?? Self.allCases.count
    }
}
