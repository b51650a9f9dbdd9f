/// What the user has chosen for the rhythm trainer. After `sanitized` every value is within its bounds, whatever was
/// stored.
public struct RhythmPreferences: Sendable, Equatable {
    /// Where the patterns of an exercise come from.
    public enum Source: String, Sendable, Equatable, CaseIterable {
        /// One pattern, again and again.
        case fixed
        /// Several patterns in an order of the user's own.
        case sequence
        /// Drawn anew for each bar, up to a difficulty.
        case random
    }

    /// In beats per minute.
    public var beatsPerMinute = Tempo.initial.beatsPerMinute
    /// How strokes arrive.
    public var input = RhythmInput.tap
    /// Where the patterns come from.
    public var source = Source.fixed
    /// Id of the pattern of a fixed exercise.
    public var pattern = "quarter"
    /// Ids of the patterns of a sequence, in order.
    public var sequence = ["quarter", "quarter", "eighths", "quarter"]
    /// The hardest patterns that a random exercise draws.
    public var difficulty = 2
    /// How many bars, 0: until it is stopped.
    public var bars = 8
    /// Loudness of the clicks, 0…1.
    public var clickVolume = 0.8
    /// Loudness of the guide tones, 0…1.
    public var guideVolume = 0.3
    /// Whether the clicks sound at all.
    public var isClickOn = true
    /// Whether the guide tones sound at all.
    public var isGuideOn = true
    /// ALSA name of the loudspeaker, empty: the system's default.
    public var output = ""
    /// Whether grades have upper bounds in milliseconds, beside those relative to the interval between notes.
    public var usesCaps = false
    /// Largest deviation that is still perfect, in milliseconds.
    public var perfectCap = 30
    /// Largest deviation that is still good, in milliseconds.
    public var goodCap = 60
    /// Largest deviation that is still inaccurate, in milliseconds.
    public var inaccurateCap = 100
    /// Whether an exercise pauses when another window comes to the front.
    public var pausesInBackground = true
    /// Whether strokes can be felt, where the device can be.
    public var isFelt = true
    /// Seconds between a sound and the stroke at it, as calibrated, by the names of the devices.
    public var latencies: [String: Double] = [:]
    /// What the instrument sounds like, nil: not learned.
    public var instrument: InstrumentProfile?

    /// Bounds of `bars`, apart from endless.
    public static let barsRange = 1...64
    /// Bounds of `difficulty`.
    public static let difficultyRange = 1...5
    /// Bounds of the caps, in milliseconds.
    public static let capRange = 5...500
    /// Patterns that a sequence may have.
    public static let longestSequence = 8
    /// Bounds of a latency in seconds: a device reports too much rather than too little, so it may be negative.
    public static let latencyRange = -0.5...2.0
    /// Devices whose latency is remembered.
    private static let mostLatencies = 64

    public init() {}

    /// The tempo there is that is nearest to the one that was stored.
    public var tempo: Tempo {
        Tempo(clamping: beatsPerMinute)
    }

    /// Caps of the grades, nil: none.
    public var caps: GradeCaps? {
        usesCaps
            ? GradeCaps(
                perfect: Double(perfectCap) / 1000, good: Double(goodCap) / 1000,
                inaccurate: Double(inaccurateCap) / 1000)
            : nil
    }

    /// The same choices with everything out of bounds brought back into them.
    public func sanitized() -> RhythmPreferences {
        let usual = RhythmPreferences()
        var result = self
        result.beatsPerMinute = tempo.beatsPerMinute
        result.sequence = sequence.isEmpty ? usual.sequence : Array(sequence.prefix(Self.longestSequence))
        result.difficulty = Self.bring(difficulty, into: Self.difficultyRange)
        result.bars = bars == 0 ? 0 : Self.bring(bars, into: Self.barsRange)
        result.clickVolume = clickVolume.isNaN ? usual.clickVolume : Self.bring(clickVolume, into: 0...1)
        result.guideVolume = guideVolume.isNaN ? usual.guideVolume : Self.bring(guideVolume, into: 0...1)
        result.perfectCap = Self.bring(perfectCap, into: Self.capRange)
        result.goodCap = max(result.perfectCap, Self.bring(goodCap, into: Self.capRange))
        result.inaccurateCap = max(result.goodCap, Self.bring(inaccurateCap, into: Self.capRange))
        result.latencies = latencies.filter { Self.latencyRange.contains($0.value) }
        if result.latencies.count > Self.mostLatencies {
            let kept = result.latencies.sorted { $0.key < $1.key }.prefix(Self.mostLatencies)
            result.latencies = Dictionary(uniqueKeysWithValues: kept.map { ($0.key, $0.value) })
        }
        result.instrument = instrument.flatMap { $0.isSound ? $0 : nil }
        return result
    }

    private static func bring<Value: Comparable>(_ value: Value, into range: ClosedRange<Value>) -> Value {
        min(max(value, range.lowerBound), range.upperBound)
    }
}

extension InstrumentProfile {
    /// Whether it can have been learned from strokes: finite, and not empty.
    fileprivate var isSound: Bool {
        !fingerprint.isEmpty && level.isFinite && rise.isFinite && fingerprint.allSatisfy { $0.isFinite && $0 >= 0 }
    }
}
