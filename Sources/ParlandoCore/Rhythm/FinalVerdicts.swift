/// The verdicts that stand: later ones replace earlier ones on the same note or stroke.
public struct FinalVerdicts: Sendable {
    private var strokes: [Int: Verdict] = [:]
    private var missed: [Int: Verdict] = [:]

    public init() {}

    /// In order of their places.
    public var all: [Verdict] {
        (Array(strokes.values) + Array(missed.values)).sorted {
            ($0.tick, $0.stroke ?? -1) < ($1.tick, $1.stroke ?? -1)
        }
    }

    public mutating func take(_ verdicts: [Verdict]) {
        for verdict in verdicts {
            if let stroke = verdict.stroke {
                strokes[stroke] = verdict
            }
            if let note = verdict.note {
                missed[note] = verdict.grade == .missed ? verdict : nil
            }
        }
    }

    /// Forgets all others.
    public mutating func keep(_ ticks: some RangeExpression<Int>) {
        strokes = strokes.filter { ticks.contains($0.value.tick) }
        missed = missed.filter { ticks.contains($0.value.tick) }
    }
}

extension Drift {
    /// Fewer strokes say nothing about a line.
    private static let needed = 3

    /// By the least-squares line through the deviations of the strokes in silent bars, up to the bar line after them.
    /// Nil with too few strokes.
    public init?(_ verdicts: [Verdict], in bars: Range<Int>, of exercise: Exercise) {
        let length = exercise.meter.ticksPerBar
        let strokes = verdicts.compactMap { verdict -> (bar: Double, deviation: Double)? in
            guard verdict.note != nil, let deviation = verdict.deviation, bars.contains(verdict.tick / length) else {
                return nil
            }
            return (exercise.position(ofTick: verdict.tick) / Double(length) - Double(bars.upperBound), deviation)
        }
        let count = Double(strokes.count)
        let middle = strokes.reduce(0) { $0 + $1.bar } / max(count, 1)
        let mean = strokes.reduce(0) { $0 + $1.deviation } / max(count, 1)
        let width = strokes.reduce(0) { $0 + ($1.bar - middle) * ($1.bar - middle) }
        guard strokes.count >= Self.needed, width > 0 else {
            return nil
        }
        let slope = strokes.reduce(0) { $0 + ($1.bar - middle) * ($1.deviation - mean) } / width
        self.init(seconds: mean - slope * middle, perBar: slope, bars: bars.count)
    }
}
