/// Grades each note of an exercise, and each stroke.
///
/// Each stroke belongs to the nearest event, a note or a rest; the border lies halfway between two events. A note takes
/// the best of its strokes. All others, and those that belong to a rest, are extra (`stray`).
///
/// Times are seconds from the first beat, without pauses. Strokes well before the first note are ignored, because
/// players often tap along with the count-in. Memory does not grow with the length of the exercise.
public struct Judge: Sendable {
    /// Strokes that came before the exercise began.
    public private(set) var ignored = 0

    /// Seconds (116 days) to which times are clamped.
    private static let horizon = 1e7
    /// Bars loaded for one stroke. For a stroke further ahead, `advance` is called first.
    private static let mostBarsAhead = 16

    private let rule: GradeRule
    private var schedule: Schedule
    /// In memory are at most the bar before `now` to the bar after it, and a note or rest that is longer.
    private var events: [ExpectedEvent] = []
    private var strays: [Verdict] = []
    private var strokes = 0
    private var settled: RhythmResults
    private var now = -Double.infinity
    private var loadedTick: Int
    private var isLoaded = false
    private var lastPosition: Double?
    private let gaps: ClickGaps

    /// - Parameter schedule: no bar may have been read from it yet.
    public init(_ schedule: Schedule, caps: GradeCaps? = nil, gaps: ClickGaps = .none) {
        self.schedule = schedule
        self.gaps = gaps
        rule = GradeRule(caps: caps)
        settled = RhythmResults(meter: schedule.exercise.meter)
        loadedTick = schedule.startTick
    }

    /// Grades a stroke at once. Strokes may arrive slightly out of order: up to a bar before the time passed to
    /// `advance`.
    ///
    /// - Returns: the verdict on the stroke, also one on a stroke from which it takes the note, and on notes missed if
    ///   it is many bars ahead. Empty for a stroke before the exercise, or if `moment` is not finite.
    public mutating func hear(strokeAt moment: Double) -> [Verdict] {
        guard moment.isFinite else {
            return []
        }
        let time = min(moment, Self.horizon)
        let bars = Double(Self.mostBarsAhead) * barSeconds
        let isFarAhead = !isLoaded && time > schedule.course.seconds(ofTick: loadedTick) + bars
        let missed = isFarAhead ? advance(to: time - bars) : []
        while loadBar(for: time) {}
        let stroke = Stroke(number: strokes, time: time)
        strokes += 1
        guard !isBeforeBeginning(time) else {
            ignored += 1
            return []
        }
        return missed + place(stroke)
    }

    /// Takes a course that differs only from a bar line on that has not been reached.
    public mutating func change(to course: TempoCourse) {
        schedule.course = course
        events = events.map { $0.moved(to: course) }
    }

    /// Marks notes as missed whose time is over, and returns the verdicts. Strokes before `moment` should have been
    /// added already.
    public mutating func advance(to moment: Double) -> [Verdict] {
        guard moment.isFinite, moment > now else {
            return []
        }
        let moment = min(moment, Self.horizon)
        now = moment
        var missed: [Verdict] = []
        var isGoingOn = true
        while isGoingOn {
            isGoingOn = loadBar(for: moment)
            missed += miss(at: moment)
            settle(before: moment)
        }
        return missed
    }

    /// Goes back to the start of a bar, which is played again after a count-in. Verdicts on this bar and later ones are
    /// withdrawn. It must be the current bar, as set by `advance`, or one next to it.
    ///
    /// - Returns: verdicts on earlier notes that are now missed, because their time ends at the start of the bar.
    @discardableResult
    public mutating func rewind(toBar bar: Int) -> [Verdict] {
        let tick = bar * schedule.exercise.meter.ticksPerBar
        while loadedTick < tick, loadBar(for: schedule.course.seconds(ofTick: tick)) {}
        events.removeAll { $0.event.tick >= tick }
        strays.removeAll { $0.tick >= tick }
        let missed = miss(at: .infinity)
        settle(events.count)
        schedule = Schedule(schedule.exercise, course: schedule.course, startBar: bar)
        now = -Double.infinity
        loadedTick = tick
        isLoaded = false
        return missed
    }

    /// Whether nothing is left to grade.
    public var isOver: Bool {
        isLoaded && events.last.map { $0.end < now } ?? true
    }

    /// End of the current note's or rest's time. `advance` to an earlier time has no effect. Nil if nothing is known at
    /// that time.
    public var nextEnd: Double? {
        events.lazy.map(\.end).first { $0 >= now }
    }

    /// Notes that can still be played do not count.
    public func results(after seconds: Double) -> RhythmResults {
        var results = settled
        for verdict in events.compactMap({ $0.verdict(by: rule) }) + strays {
            add(verdict, to: &results)
        }
        results.seconds = max(seconds, 0)
        return results
    }

    // MARK: Strokes

    private func isBeforeBeginning(_ moment: Double) -> Bool {
        guard let first = events.first else {
            return !isLoaded
        }
        return first.event.tick == schedule.startTick && moment < first.time && !first.owns(moment)
    }

    /// Gives the stroke to a note without one, or else to a note whose stroke is worse. The worse stroke is then placed
    /// again.
    private mutating func place(_ stroke: Stroke) -> [Verdict] {
        let candidates = events.indices.filter { events[$0].grade(of: stroke, by: rule) != nil }
        guard
            let index = candidates.first(where: { events[$0].stroke == nil })
                ?? candidates.first(where: { events[$0].prefers(stroke, by: rule) })
        else {
            return [addStray(stroke)]
        }
        let displaced = events[index].stroke
        events[index].stroke = stroke
        return (displaced.map { place($0) } ?? []) + [events[index].verdict(by: rule)].compactMap { $0 }
    }

    private mutating func addStray(_ stroke: Stroke) -> Verdict {
        let distance = { (event: ExpectedEvent) in abs(stroke.time - event.time) }
        let nearest = events.min { distance($0) < distance($1) }
        let note = events.filter { $0.event.note != nil }.min { distance($0) < distance($1) }
        let verdict = Verdict(
            grade: .stray, note: nil, stroke: stroke.number, tick: nearest?.event.tick ?? schedule.startTick,
            deviation: note.map { stroke.time - $0.time })
        strays.append(verdict)
        return verdict
    }

    private mutating func miss(at moment: Double) -> [Verdict] {
        var missed: [Verdict] = []
        for index in events.indices where events[index].isUnplayed(at: moment) {
            events[index].isMissed = true
            missed += [events[index].verdict(by: rule)].compactMap { $0 }
        }
        return missed
    }

    // MARK: Memory

    /// Of the bar that was loaded last.
    private var barSeconds: Double {
        let ticks = schedule.exercise.meter.ticksPerBar
        return schedule.course.seconds(ofTick: loadedTick) - schedule.course.seconds(ofTick: loadedTick - ticks)
    }

    /// Loads the next bar, unless all up to one bar after `moment` are loaded. Returns whether it did.
    private mutating func loadBar(for moment: Double) -> Bool {
        guard !isLoaded, schedule.course.seconds(ofTick: loadedTick) <= moment + barSeconds else {
            return false
        }
        guard let events = schedule.nextBar() else {
            isLoaded = true
            return false
        }
        for event in events {
            let previous = event.tick == schedule.startTick ? nil : lastPosition
            self.events.append(ExpectedEvent(event, after: previous, course: schedule.course))
            lastPosition = event.position
        }
        loadedTick += schedule.exercise.meter.ticksPerBar
        return true
    }

    /// Moves earlier bars from memory to `settled`. Keeps the bar at `moment`, the one before it, the last loaded bar,
    /// and what is not over.
    private mutating func settle(before moment: Double) {
        let bars = schedule.course.tick(at: moment) / Double(schedule.exercise.meter.ticksPerBar)
        let present = bars.isFinite ? bars.rounded(.down) : 0
        let last = Double(loadedTick / schedule.exercise.meter.ticksPerBar - 1)
        let bar = Int(min(max(present - 1, 0), last))
        settle(
            events.firstIndex { $0.event.bar >= bar || $0.end + GradeRule.tolerance >= moment } ?? events.count)
    }

    private mutating func settle(_ count: Int) {
        for verdict in events.prefix(count).compactMap({ $0.verdict(by: rule) }) {
            add(verdict, to: &settled)
        }
        events.removeFirst(count)
        let tick = events.first?.event.tick ?? Int.max
        for stray in strays where stray.tick < tick {
            add(stray, to: &settled)
        }
        strays.removeAll { $0.tick < tick }
    }

    private func add(_ verdict: Verdict, to results: inout RhythmResults) {
        let bar = verdict.tick / schedule.exercise.meter.ticksPerBar
        results.add(
            verdict, tempo: schedule.course.tempo(atTick: verdict.tick), isUnheard: gaps.isSilent(bar: bar))
    }
}
