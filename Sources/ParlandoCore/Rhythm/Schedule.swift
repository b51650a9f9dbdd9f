/// A note or a rest at its place in the exercise.
public struct ScheduledEvent: Sendable, Hashable {
    /// Ticks from the first beat of the exercise.
    public let tick: Int
    /// Its written length.
    public let ticks: Int
    /// Number of the note, from 0, counted over all bars without rests; nil for a rest.
    public let note: Int?
    /// Which pattern it belongs to.
    public let pattern: Pattern.ID

    public init(tick: Int, ticks: Int, note: Int?, pattern: Pattern.ID) {
        self.tick = tick
        self.ticks = ticks
        self.note = note
        self.pattern = pattern
    }

    /// Which bar it begins in, from 0.
    public var bar: Int {
        tick / Exercise.ticksPerBar
    }

    /// Beats from the beginning of its bar, 0 ..< 4; 1.5 is the second half of the second beat.
    public var beat: Double {
        Double(tick % Exercise.ticksPerBar) / Double(NoteValue.ticksPerBeat)
    }
}

/// What is expected and when: the notes and rests of an exercise at a tempo, bar by bar, however many bars there are.
public struct Schedule: Sendable {
    /// What is played.
    public let exercise: Exercise
    /// How fast.
    public let tempo: Tempo
    /// Tick of the exercise that follows the count-in: 0, or the beginning of the bar that a pause was in.
    public let startTick: Int

    private var bar: Int
    private var notes: Int

    /// - Parameter startBar: the bar that follows the count-in.
    public init(_ exercise: Exercise, tempo: Tempo, startBar: Int = 0) {
        self.exercise = exercise
        self.tempo = tempo
        startTick = startBar * Exercise.ticksPerBar
        bar = startBar
        notes = (0..<startBar).reduce(0) { count, bar in
            count + exercise.patterns(inBar: bar).joinedElements.count { !$0.element.isRest }
        }
    }

    /// Clicks from the first one of the count-in to the last one of the exercise; nil: it has no end.
    public var clicks: Int? {
        exercise.bars.map { Exercise.beatsPerBar + max($0 * Exercise.beatsPerBar - startBeat, 0) }
    }

    /// The notes and rests of the next bar in order; nil: the exercise is over.
    public mutating func nextBar() -> [ScheduledEvent]? {
        guard exercise.hasBar(bar) else {
            return nil
        }
        var events: [ScheduledEvent] = []
        var tick = bar * Exercise.ticksPerBar
        for (element, pattern) in exercise.patterns(inBar: bar).joinedElements {
            let note = element.isRest ? nil : notes
            events.append(ScheduledEvent(tick: tick, ticks: element.value.ticks, note: note, pattern: pattern))
            tick += element.value.ticks
            notes += element.isRest ? 0 : 1
        }
        bar += 1
        return events
    }

    /// Frames from the first click of the count-in to a tick of the exercise.
    ///
    /// - Parameter rate: of the stream, in Hz.
    public func frame(ofTick tick: Int, rate: Int) -> Int {
        tempo.frame(ofTick: tick - startTick + Exercise.ticksPerBar, rate: rate)
    }

    private var startBeat: Int {
        startTick / NoteValue.ticksPerBeat
    }
}

extension [Pattern] {
    /// All notes and rests in order, each with the pattern it belongs to.
    fileprivate var joinedElements: [(element: Pattern.Element, pattern: Pattern.ID)] {
        flatMap { pattern in pattern.elements.map { ($0, pattern.id) } }
    }
}
