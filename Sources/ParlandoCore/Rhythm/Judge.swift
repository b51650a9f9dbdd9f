/// Says of each note and each stroke how good it was. Pure.
///
/// Every moment belongs to the nearest event, a note or a rest: the border lies half way between two of them. A note
/// takes the best of the strokes that belong to it; all others, and those that belong to a rest, are strays. So a stroke
/// too many cannot change anything but its nearest note.
///
/// Moments are seconds from the first beat of the exercise, as if it had never been paused. Strokes long before the
/// first note are left alone: people tap along with the count-in. Memory does not grow with the exercise.
public struct Judge: Sendable {
    /// Strokes before the exercise that were left alone.
    public private(set) var ignored = 0

    /// Seconds; a moment beyond counts as this one. No exercise lasts for months, and none is computed that far.
    private static let horizon = 1e7
    /// Bars that may be loaded for one stroke; for one that comes later still, time is taken to have passed.
    private static let mostBarsAhead = 16

    private let rule: GradeRule
    private var schedule: Schedule
    /// At most from the bar before `now` to the one after it.
    private var events: [ExpectedEvent] = []
    private var strays: [Verdict] = []
    private var strokes = 0
    private var settled = RhythmResults()
    /// How far `advance` has come.
    private var now = -Double.infinity
    /// Where the next bar begins.
    private var loadedTick: Int
    private var isLoaded = false
    private var lastEvent: ScheduledEvent?

    /// - Parameter schedule: from its beginning.
    public init(_ schedule: Schedule, caps: GradeCaps? = nil) {
        self.schedule = schedule
        rule = GradeRule(caps: caps)
        loadedTick = schedule.startTick
    }

    /// Takes in a stroke and judges it at once.
    ///
    /// Strokes may come a little out of order: up to a bar before the moment that `advance` has reached.
    ///
    /// - Returns: its verdict, and one for the stroke that it takes a note from. Nothing for a stroke before the exercise.
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

    /// Time has passed: every stroke before this moment has been heard.
    ///
    /// - Returns: the notes that are missed now.
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

    /// Goes back to the beginning of a bar, which is to be played again after a count-in: what was said of it and of
    /// what followed is taken back. For the bar that `advance` has reached or one next to it.
    ///
    /// - Returns: notes before that bar that are missed now: its beginning ends their time.
    @discardableResult
    public mutating func rewind(toBar bar: Int) -> [Verdict] {
        let tick = bar * Exercise.ticksPerBar
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

    /// Whether nothing is left to be judged at the moment that `advance` has reached.
    public var isOver: Bool {
        isLoaded && events.last.map { $0.end < now } ?? true
    }

    /// When the time of the next event is over, in seconds: `advance` has nothing to say before. Nil: no event is known
    /// after the moment that it has reached.
    public var nextEnd: Double? {
        events.lazy.map(\.end).first { $0 >= now }
    }

    /// How it went so far. Notes that could still be played do not count.
    ///
    /// - Parameter seconds: from the first beat to now, without pauses.
    public func results(after seconds: Double) -> RhythmResults {
        var results = settled
        for verdict in events.compactMap({ $0.verdict(by: rule) }) + strays {
            results.add(verdict)
        }
        results.seconds = max(seconds, 0)
        return results
    }

    // MARK: Strokes

    /// Long before the first note after a count-in.
    private func isBeforeBeginning(_ moment: Double) -> Bool {
        guard let first = events.first else {
            return !isLoaded
        }
        return first.event.tick == schedule.startTick && moment < first.time && !first.owns(moment)
    }

    /// Gives the stroke to a note that has none, else to one that it fits better than the stroke that has it, which
    /// then has to look for another place itself.
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

    /// Notes whose time is over at a moment and was not yet before.
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
        schedule.tempo.seconds(ofTick: Exercise.ticksPerBar)
    }

    /// Loads one more bar when what surrounds the moment is not there yet: an event after it, and a note if the next bar
    /// has one. False: there was nothing to load.
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
        loadedTick += Exercise.ticksPerBar
        return true
    }

    /// Forgets the bars before the one before the moment, but never the last one.
    private mutating func settle(before moment: Double) {
        let present = (moment / barSeconds).rounded(.down)
        let last = Double(loadedTick / Exercise.ticksPerBar - 1)
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
