/// Results of an exercise: only sums and counts, so that long exercises take no more memory.
public struct RhythmResults: Sendable, Equatable {
    /// Seconds from the first beat to the end, without pauses.
    public var seconds: Double
    public private(set) var timing = TimingStatistics()
    public private(set) var histogram = DeviationHistogram()
    /// Positions without notes and strokes are left out.
    public private(set) var places: [PlaceInBar] = []

    /// Of strokes in bars with clicks, and in silent ones.
    public private(set) var heard = TimingStatistics()
    public private(set) var unheard = TimingStatistics()
    /// In the order in which they were first played. More than `mostTempos` are not told apart.
    public private(set) var tempos: [TempoResult] = []
    /// Missed, inaccurate and extra strokes in each of the first `mostBars` bars; bars without any are left out.
    public private(set) var wrongBars: [Int: Int] = [:]

    public static let mostTempos = 300
    public static let mostBars = 1024

    public let meter: Meter

    private var counts: [Grade: Int] = [:]

    /// - Parameter verdicts: those that will not change any more, in any order.
    public init(verdicts: some Sequence<Verdict> = [], seconds: Double = 0, meter: Meter = .fourFour) {
        self.seconds = seconds
        self.meter = meter
        for verdict in verdicts {
            add(verdict)
        }
    }

    public func count(_ grade: Grade) -> Int {
        counts[grade, default: 0]
    }

    /// Notes that were hit well enough.
    public var inTime: Int {
        count(.perfect) + count(.good)
    }

    /// All that the accuracy counts.
    var counted: Int {
        inTime + count(.missed) + count(.stray)
    }

    /// Percent: 100 · (perfect + good) / (perfect + good + missed + stray). Inaccurate strokes have no effect.
    public var accuracy: Double? {
        counted > 0 ? 100 * Double(inTime) / Double(counted) : nil
    }

    /// The highest tempo at which at least `TempoResult.heldShare` of what counts was right.
    public var highestHeld: TempoResult? {
        tempos.filter(\.isHeld).max { $0.tempo < $1.tempo }
    }

    /// The bar with the most mistakes, with those wrong ones around it that have most together; at most four. Nil if
    /// none is wrong.
    /// - Parameter bars: of the exercise.
    public func worstBars(of bars: Int) -> ClosedRange<Int>? {
        let wrong = wrongBars.filter { $0.key < bars }
        guard let worst = wrong.max(by: { ($0.value, $1.key) < ($1.value, $0.key) })?.key else {
            return nil
        }
        let ranges = (worst - 3...worst).flatMap { first in (worst...first + 3).map { first...$0 } }
        return ranges.filter { $0.allSatisfy { wrong[$0] != nil } }
            .max { $0.reduce(0) { $0 + wrong[$1, default: 0] } < $1.reduce(0) { $0 + wrong[$1, default: 0] } }
    }

    /// - Parameter isUnheard: whether the bar was silent.
    public mutating func add(_ verdict: Verdict, tempo: Tempo = .initial, isUnheard: Bool = false) {
        counts[verdict.grade, default: 0] += 1
        let isHit = verdict.note != nil && verdict.grade != .missed
        if isHit, let deviation = verdict.deviation {
            timing.add(deviation)
            histogram.add(deviation)
            isUnheard ? unheard.add(deviation) : heard.add(deviation)
        }
        addPlace(of: verdict)
        addTempo(tempo, verdict.grade)
        let bar = verdict.tick / meter.ticksPerBar
        if ![.perfect, .good].contains(verdict.grade), bar < Self.mostBars {
            wrongBars[bar, default: 0] += 1
        }
    }

    private mutating func addTempo(_ tempo: Tempo, _ grade: Grade) {
        let known = tempos.firstIndex { $0.tempo == tempo }
        if known == nil, tempos.count < Self.mostTempos {
            tempos.append(TempoResult(tempo: tempo))
        }
        let index = known ?? tempos.count - 1
        tempos[index].right += [.perfect, .good].contains(grade) ? 1 : 0
        tempos[index].counted += grade == .inaccurate ? 0 : 1
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

/// What was played at one tempo.
public struct TempoResult: Sendable, Equatable {
    /// Share of right notes from which a tempo is held, as of a good pass of the trainer.
    public static let heldShare = 0.9
    /// Fewer do not show that a tempo was held.
    private static let needed = 4

    public let tempo: Tempo
    public fileprivate(set) var right = 0
    /// As in `RhythmResults.accuracy`.
    public fileprivate(set) var counted = 0

    public var isHeld: Bool {
        counted >= Self.needed && Double(right) >= Self.heldShare * Double(counted)
    }
}

/// Mean and standard deviation in constant memory, numerically stable (Welford, "Note on a Method for Calculating
/// Corrected Sums of Squares and Products", Technometrics 4, 1962).
public struct TimingStatistics: Sendable, Equatable {
    public private(set) var count = 0

    private var runningMean = 0.0
    private var squares = 0.0

    public init() {}

    /// In seconds, positive if late.
    public var mean: Double? {
        count > 0 ? runningMean : nil
    }

    /// Sample standard deviation in seconds (divisor `count` − 1); nil for fewer than two.
    public var spread: Double? {
        count > 1 ? (squares / Double(count - 1)).squareRoot() : nil
    }

    public mutating func add(_ deviation: Double) {
        count += 1
        let before = deviation - runningMean
        runningMean += before / Double(count)
        squares += before * (deviation - runningMean)
    }
}

/// Bin 0 is centred on zero, so that early and late deviations are treated alike.
public struct DeviationHistogram: Sendable, Equatable {
    /// In seconds.
    public static let binWidth = 0.005
    /// The outermost bins, ±1.5 s, also count all larger deviations. At 40 beats per minute that is the maximum of an
    /// inaccurate stroke: half the length of a half note.
    public static let bins = -300...300

    private var counts: [Int: Int] = [:]

    public init() {}

    /// The first to the last non-empty bin.
    public var range: ClosedRange<Int>? {
        guard let first = counts.keys.min(), let last = counts.keys.max() else {
            return nil
        }
        return first...last
    }

    /// Each deviation is in the bin whose centre, `bin` · `binWidth`, is closest.
    public func count(_ bin: Int) -> Int {
        counts[bin, default: 0]
    }

    public static func bin(of deviation: Double) -> Int {
        let limit = Double(bins.upperBound)
        return Int(min(max((deviation / binWidth).rounded(), -limit), limit))
    }

    public mutating func add(_ deviation: Double) {
        counts[Self.bin(of: deviation), default: 0] += 1
    }
}

/// Results for one position in the bar, summed over all bars.
public struct PlaceInBar: Sendable, Equatable {
    /// Ticks from the start of the bar.
    public let tick: Int
    public private(set) var timing = TimingStatistics()
    public private(set) var missed = 0
    /// Extra strokes that were nearest to this position.
    public private(set) var strays = 0

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
