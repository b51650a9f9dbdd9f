/// How an exercise went. Holds sums, not verdicts: an hour takes no more memory than a bar.
public struct RhythmResults: Sendable, Equatable {
    /// From the first beat to the end or the stop, in seconds; pauses do not count.
    public var seconds: Double
    /// The timing of all strokes that met a note: perfect, good and inaccurate ones.
    public private(set) var timing = TimingStatistics()
    /// The same, counted by deviation.
    public private(set) var histogram = DeviationHistogram()
    /// The same by place in the bar; places where nothing was asked for and nothing played are left out. In order.
    public private(set) var places: [PlaceInBar] = []

    private var counts: [Grade: Int] = [:]

    /// - Parameter verdicts: final ones, in any order.
    public init(verdicts: some Sequence<Verdict> = [], seconds: Double = 0) {
        self.seconds = seconds
        for verdict in verdicts {
            add(verdict)
        }
    }

    /// How many verdicts have this grade.
    public func count(_ grade: Grade) -> Int {
        counts[grade, default: 0]
    }

    /// In percent, 0…100: 100 · (perfect + good) / (perfect + good + missed + stray). Perfect and good strokes raise it,
    /// missed notes and strays lower it, inaccurate strokes leave it as it is. Nil: there was nothing of these.
    public var accuracy: Double? {
        let right = count(.perfect) + count(.good)
        let all = right + count(.missed) + count(.stray)
        return all > 0 ? 100 * Double(right) / Double(all) : nil
    }

    /// Counts a verdict in. Only final ones: nothing can be taken back.
    public mutating func add(_ verdict: Verdict) {
        counts[verdict.grade, default: 0] += 1
        let isHit = verdict.note != nil && verdict.grade != .missed
        if isHit, let deviation = verdict.deviation {
            timing.add(deviation)
            histogram.add(deviation)
        }
        addPlace(of: verdict)
    }

    private mutating func addPlace(of verdict: Verdict) {
        let tick = verdict.tick % Exercise.ticksPerBar
        let index = places.firstIndex { $0.tick >= tick } ?? places.endIndex
        if index == places.endIndex || places[index].tick != tick {
            places.insert(PlaceInBar(tick: tick), at: index)
        }
        places[index].add(verdict)
    }
}
