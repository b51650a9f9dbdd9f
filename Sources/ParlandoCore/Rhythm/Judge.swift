/// Grades each note of a rhythm exercise, and each stroke of the player: a tap, or a sound at the microphone. Free of
/// side effects.
///
/// Each stroke belongs to the nearest event, a note or a rest; the border lies halfway between two events. A note is
/// matched with the best of the strokes that belong to it. All other strokes, including those that belong to a rest,
/// are extra strokes (`stray`).
///
/// Times are in seconds from the first beat of the exercise, with pauses excluded. Strokes well before the first note
/// are ignored, because players often tap along with the count-in. Memory use does not grow with the length of the
/// exercise.
public struct Judge: Sendable {
    /// Number of strokes that were ignored because they came before the exercise began.
    public private(set) var ignored = 0

    /// Maximum time that is computed, in seconds (116 days). Later times are clamped to this value.
    private static let horizon = 1e7
    /// Maximum number of bars loaded for one stroke. For a stroke further ahead, `advance` is called first, up to this
    /// many bars before the stroke.
    private static let mostBarsAhead = 16

    private let rule: GradeRule
    private var schedule: Schedule
    /// The notes and rests in memory, at most from the bar before `now` to the bar after it.
    private var events: [ExpectedEvent] = []
    private var strays: [Verdict] = []
    private var strokes = 0
    private var settled: RhythmResults
    /// The latest time passed to `advance`, in seconds.
    private var now = -Double.infinity
    /// Start of the next bar to load, in ticks (twelfths of a beat).
    private var loadedTick: Int
    private var isLoaded = false
    private var lastEvent: ScheduledEvent?

    /// - Parameter schedule: the notes and rests of the exercise. No bar may have been read from the schedule yet.
    public init(_ schedule: Schedule, caps: GradeCaps? = nil) {
        self.schedule = schedule
        rule = GradeRule(caps: caps)
        settled = RhythmResults(meter: schedule.exercise.meter)
        loadedTick = schedule.startTick
    }

    /// Adds a stroke and grades it immediately.
    ///
    /// Strokes may arrive slightly out of order: up to a bar before the time passed to `advance`.
    ///
    /// - Parameter moment: time of the stroke in seconds from the first beat of the exercise.
    /// - Returns: the verdict on the stroke. If the stroke takes a note from another stroke, also a new verdict on the
    ///   other stroke. If the stroke is many bars ahead, also verdicts on the notes missed before it. Empty for a
    ///   stroke before the exercise, or if `moment` is not finite.
    public mutating func hear(strokeAt moment: Double) -> [Verdict] {
        guard moment.isFinite else {
            return []
        }
        let time = min(moment, Self.horizon)
        let bars = Double(Self.mostBarsAhead) * barSeconds
        let isFarAhead = !isLoaded && time > schedule.tempo.seconds(ofTick: loadedTick) + bars
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

    /// Advances the time, and marks notes as missed that have not been played by the end of their time span. Strokes
    /// before `moment` should have been added already.
    ///
    /// - Parameter moment: the new time in seconds from the first beat of the exercise.
    /// - Returns: verdicts (grade and deviation) on the notes that are now missed.
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

    /// Goes back to the start of a bar, which is played again after a count-in. Verdicts (grade and deviation) on this
    /// bar and later ones are withdrawn. The bar must be the current one, as set by `advance`, or a bar next to it.
    ///
    /// - Returns: verdicts on notes before this bar that are now missed, because their time ends at the start of the
    ///   bar.
    @discardableResult
    public mutating func rewind(toBar bar: Int) -> [Verdict] {
        let tick = bar * schedule.exercise.meter.ticksPerBar
        while loadedTick < tick, loadBar(for: schedule.tempo.seconds(ofTick: tick)) {}
        events.removeAll { $0.event.tick >= tick }
        strays.removeAll { $0.tick >= tick }
        let missed = miss(at: .infinity)
        settle(events.count)
        schedule = Schedule(schedule.exercise, tempo: schedule.tempo, startBar: bar)
        now = -Double.infinity
        loadedTick = tick
        isLoaded = false
        return missed
    }

    /// Whether the time passed to `advance` is after the last note or rest, so that nothing is left to grade.
    public var isOver: Bool {
        isLoaded && events.last.map { $0.end < now } ?? true
    }

    /// Time at which the time span of the current note or rest ends, in seconds from the first beat. Calling `advance`
    /// with an earlier time has no effect. Nil if no notes and rests are known at that time.
    public var nextEnd: Double? {
        events.lazy.map(\.end).first { $0 >= now }
    }

    /// Returns the results so far. Notes that can still be played do not count.
    ///
    /// - Parameter seconds: time from the first beat until now, without pauses, in seconds.
    public func results(after seconds: Double) -> RhythmResults {
        var results = settled
        for verdict in events.compactMap({ $0.verdict(by: rule) }) + strays {
            results.add(verdict)
        }
        results.seconds = max(seconds, 0)
        return results
    }

    // MARK: Strokes

    /// Returns whether a time lies before the time span of the first note or rest after a count-in.
    private func isBeforeBeginning(_ moment: Double) -> Bool {
        guard let first = events.first else {
            return !isLoaded
        }
        return first.event.tick == schedule.startTick && moment < first.time && !first.owns(moment)
    }

    /// Assigns the stroke to a matching note without a stroke, or else to a note whose stroke is worse. The worse
    /// stroke is then assigned again in the same way. A stroke that cannot be assigned becomes an extra stroke.
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

    /// Marks unplayed notes whose time span has ended before `moment` as missed, and returns the verdicts that say so.
    private mutating func miss(at moment: Double) -> [Verdict] {
        var missed: [Verdict] = []
        for index in events.indices where events[index].isUnplayed(at: moment) {
            events[index].isMissed = true
            missed += [events[index].verdict(by: rule)].compactMap { $0 }
        }
        return missed
    }

    // MARK: Memory

    private var barSeconds: Double {
        schedule.tempo.seconds(ofTick: schedule.exercise.meter.ticksPerBar)
    }

    /// Loads the next bar, unless all bars up to one bar after `moment` are loaded already. Returns whether a bar was
    /// loaded.
    private mutating func loadBar(for moment: Double) -> Bool {
        guard !isLoaded, schedule.tempo.seconds(ofTick: loadedTick) <= moment + barSeconds else {
            return false
        }
        guard let events = schedule.nextBar() else {
            isLoaded = true
            return false
        }
        for event in events {
            let previous = event.tick == schedule.startTick ? nil : lastEvent
            self.events.append(ExpectedEvent(event, after: previous, tempo: schedule.tempo))
            lastEvent = event
        }
        loadedTick += schedule.exercise.meter.ticksPerBar
        return true
    }

    /// Adds the verdicts (grade and deviation of a note or stroke) on earlier bars to `settled`, and removes their
    /// notes and rests from memory. Keeps the bar at `moment`, the bar before that, and the last loaded bar.
    private mutating func settle(before moment: Double) {
        let present = (moment / barSeconds).rounded(.down)
        let last = Double(loadedTick / schedule.exercise.meter.ticksPerBar - 1)
        let bar = Int(min(max(present - 1, 0), last))
        settle(events.firstIndex { $0.event.bar >= bar } ?? events.count)
    }

    private mutating func settle(_ count: Int) {
        for verdict in events.prefix(count).compactMap({ $0.verdict(by: rule) }) {
            settled.add(verdict)
        }
        events.removeFirst(count)
        let tick = events.first?.event.tick ?? Int.max
        for stray in strays where stray.tick < tick {
            settled.add(stray)
        }
        strays.removeAll { $0.tick < tick }
    }
}
