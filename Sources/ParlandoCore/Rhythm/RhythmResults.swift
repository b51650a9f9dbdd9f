/// Results of a rhythm exercise. Contains only sums and counts, so that long exercises take no more memory than short
/// ones.
public struct RhythmResults: Sendable, Equatable {
    /// Time from the first beat to the end of the exercise, or until it was stopped, in seconds, without pauses.
    public var seconds: Double
    /// Mean and standard deviation of the timing of all strokes that matched a note.
    public private(set) var timing = TimingStatistics()
    /// Histogram of the timing deviations of all strokes that matched a note.
    public private(set) var histogram = DeviationHistogram()
    /// Results for each position in the bar, in order. Positions without notes and strokes are left out.
    public private(set) var places: [PlaceInBar] = []

    /// Time signature of the exercise.
    public let meter: Meter

    private var counts: [Grade: Int] = [:]

    /// - Parameters:
    ///   - verdicts: verdicts (grade and deviation) on notes and strokes that will not change any more, in any order.
    ///   - seconds: duration of the exercise without pauses, in seconds.
    public init(verdicts: some Sequence<Verdict> = [], seconds: Double = 0, meter: Meter = .fourFour) {
        self.seconds = seconds
        self.meter = meter
        for verdict in verdicts {
            add(verdict)
        }
    }

    /// Returns the number of notes and strokes with this grade.
    public func count(_ grade: Grade) -> Int {
        counts[grade, default: 0]
    }

    /// Accuracy in percent, 0…100: 100 · (perfect + good) / (perfect + good + missed + stray). Perfect and good strokes
    /// raise it, missed notes and extra strokes lower it, inaccurate strokes have no effect. Nil if the denominator is
    /// 0.
    public var accuracy: Double? {
        let right = count(.perfect) + count(.good)
        let all = right + count(.missed) + count(.stray)
        return all > 0 ? 100 * Double(right) / Double(all) : nil
    }

    /// Adds a verdict (grade and deviation) on a note or stroke. A verdict that was added cannot be removed or changed.
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
        let tick = verdict.tick % meter.ticksPerBar
        let index = places.firstIndex { $0.tick >= tick } ?? places.endIndex
        if index == places.endIndex || places[index].tick != tick {
            places.insert(PlaceInBar(tick: tick), at: index)
        }
        places[index].add(verdict)
    }
}
