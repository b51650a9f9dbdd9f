/// Results of a rhythm exercise for one position in the bar, summed over all bars.
public struct PlaceInBar: Sendable, Equatable {
    /// The position, in ticks (twelfths of a beat) from the start of the bar.
    public let tick: Int
    /// Mean and standard deviation of the timing of the strokes that matched a note at this position.
    public private(set) var timing = TimingStatistics()
    /// Number of missed notes at this position.
    public private(set) var missed = 0
    /// Number of extra strokes, which match no note, that were nearest to this position.
    public private(set) var strays = 0

    /// Creates an empty result for a position in ticks (twelfths of a beat).
    public init(tick: Int) {
        self.tick = tick
    }

    mutating func add(_ verdict: Verdict) {
        switch verdict.grade {
        case .missed:
            missed += 1
        case .stray:
            strays += 1
        case .perfect, .good, .inaccurate:
            timing.add(verdict.deviation ?? 0)
        }
    }
}
