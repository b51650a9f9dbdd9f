/// How the notes at one place of the bar were played, over all bars.
public struct PlaceInBar: Sendable, Equatable {
    /// Ticks from the beginning of the bar, 0 ..< 48.
    public let tick: Int
    /// The timing of the strokes that met a note here.
    public private(set) var timing = TimingStatistics()
    /// Notes here that nobody played.
    public private(set) var missed = 0
    /// Strokes nearest to this place that no note asked for.
    public private(set) var strays = 0

    /// A place where nothing has happened yet.
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
