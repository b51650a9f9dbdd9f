/// Preferences of the rhythm trainer. `sanitized` brings every value within its range.
public struct RhythmPreferences: Sendable, Equatable {
    /// Source of an exercise's patterns.
    public enum Source: String, PreferenceValue, CaseIterable {
        /// One pattern, repeated.
        case fixed
        /// A sequence of patterns in the user's order.
        case sequence
        /// Random patterns for each bar, up to a maximum difficulty.
        case random
    }

    /// Tempo in beats per minute.
    public var beatsPerMinute = Tempo.initial.beatsPerMinute
    /// Time signature of the metronome and of exercises.
    public var meter = Meter.fourFour
    /// Stress of each beat of the bar, by its name; empty for an accent on the first beat alone.
    public var stressNames: [String] = []
    /// Clicks in a beat.
    public var clicksPerBeat = 1
    /// Input method for strokes.
    public var input = RhythmInput.tap
    /// Whether an exercise repeats one pattern, follows a sequence of patterns, or chooses them at random.
    public var source = Source.fixed
    /// Id of the pattern of a fixed exercise.
    public var pattern = "quarter"
    /// Ids of the patterns of a sequence, in order.
    public var sequence = ["quarter", "quarter", "eighths", "quarter"]
    /// Maximum difficulty of the patterns in a random exercise.
    public var difficulty = 2
    /// Number of bars; 0 for an endless exercise.
    public var bars = 8
    /// Volume of the clicks, 0…1.
    public var clickVolume = 0.8
    /// Volume of the guide tones, 0…1.
    public var guideVolume = 0.3
    /// Whether clicks are played.
    public var isClickOn = true
    /// Whether guide tones are played.
    public var isGuideOn = true
    /// ALSA name of the loudspeaker; empty for the system's default.
    public var output = ""
    /// Whether grades are also limited in milliseconds, in addition to the limits relative to the interval between
    /// notes.
    public var usesCaps = false
    /// Maximum deviation graded perfect, in milliseconds.
    public var perfectCap = 30
    /// Maximum deviation graded good, in milliseconds.
    public var goodCap = 60
    /// Maximum deviation graded inaccurate, in milliseconds.
    public var inaccurateCap = 100
    /// Whether an exercise pauses when the window loses focus.
    public var pausesInBackground = true
    /// Whether strokes give haptic feedback, on devices that support it.
    public var isFelt = true
    /// Whether the results of each day are kept, to show progress.
    public var keepsResults = true
    /// Calibrated latency from a sound to the player's stroke, in seconds. A key names the devices:
    /// `output → microphone`, or `output → tap`.
    public var latencies: [String: Double] = [:]
    /// Sound profile of the instrument; nil if none was learned.
    public var instrument: InstrumentProfile?

    /// Range of `difficulty`.
    public static let difficultyRange = 1...5
    /// Maximum number of patterns in a sequence.
    public static let longestSequence = 8
    /// Range of a latency, in seconds. A latency can be negative, because devices tend to overstate their delay.
    public static let latencyRange = -0.5...2.0
    /// Maximum number of devices with a stored latency.
    private static let mostLatencies = 64

    static let declared: [any DeclaredPreference] = [
        Preference("rhythm-tempo", \.rhythm.beatsPerMinute, Tempo.range),
        Preference("rhythm-meter", \.rhythm.meter),
        Preference("rhythm-stresses", \.rhythm.stressNames),
        Preference("rhythm-clicks-per-beat", \.rhythm.clicksPerBeat, 1...4),
        Preference("rhythm-input", \.rhythm.input),
        Preference("rhythm-source", \.rhythm.source),
        Preference("rhythm-pattern", \.rhythm.pattern),
        Preference("rhythm-sequence", \.rhythm.sequence),
        Preference("rhythm-difficulty", \.rhythm.difficulty, 1...5),
        Preference("rhythm-bars", \.rhythm.bars, 1...64, allowsZero: true),
        Preference("rhythm-click-volume", \.rhythm.clickVolume, 0...1, page: .rhythm),
        Preference("rhythm-guide-volume", \.rhythm.guideVolume, 0...1, page: .rhythm),
        Preference("rhythm-click-on", \.rhythm.isClickOn, page: .rhythm),
        Preference("rhythm-guide-on", \.rhythm.isGuideOn, page: .rhythm),
        Preference("rhythm-output", \.rhythm.output, page: .rhythm),
        Preference("rhythm-uses-caps", \.rhythm.usesCaps, page: .rhythm),
        Preference("rhythm-perfect-cap", \.rhythm.perfectCap, 5...500, page: .rhythm),
        Preference("rhythm-good-cap", \.rhythm.goodCap, 5...500, page: .rhythm),
        Preference("rhythm-inaccurate-cap", \.rhythm.inaccurateCap, 5...500, page: .rhythm),
        Preference("rhythm-pauses-in-background", \.rhythm.pausesInBackground, page: .rhythm),
        Preference("rhythm-felt", \.rhythm.isFelt, page: .rhythm),
        // *Reset* does not change what may be kept, because data that may no longer be kept are deleted.
        Preference("rhythm-keeps-results", \.rhythm.keepsResults),
        // *Reset* does not change measured latencies and the learned instrument.
        Preference("rhythm-latencies", \.rhythm.latencies),
        Preference("rhythm-instrument", \.rhythm.instrumentNumbers),
    ]

    public init() {}

    /// Instrument profile as numbers: level and rise, then the fingerprint; empty if no instrument was learned.
    public var instrumentNumbers: [Double] {
        get { instrument.map { [$0.level, $0.rise] + $0.fingerprint.map(Double.init) } ?? [] }
        set {
            instrument =
                newValue.count > 2
                ? InstrumentProfile(
                    fingerprint: newValue.dropFirst(2).map { Float($0) }, rise: newValue[1], level: newValue[0]) : nil
        }
    }

    /// The valid tempo closest to the stored one.
    public var tempo: Tempo {
        Tempo(clamping: beatsPerMinute)
    }

    /// The clicks of a bar.
    public var clicks: ClickPattern {
        ClickPattern(
            beats: meter.beats, stresses: stressNames.map { BeatStress(rawValue: $0) ?? .plain },
            clicksPerBeat: clicksPerBeat)
    }

    /// Changes the stress of a beat, counted from the start of the bar, to the next one: accented, plain, silent.
    public mutating func changeStress(ofBeat beat: Int) {
        let clicks = clicks
        stressNames = (0..<clicks.beats).map { index in
            let stress = clicks.stress(ofBeat: index)
            return (index == beat ? stress.next : stress).rawValue
        }
    }

    /// Limits of the grades in seconds; nil if they are not used.
    public var caps: GradeCaps? {
        usesCaps
            ? GradeCaps(
                perfect: Double(perfectCap) / 1000, good: Double(goodCap) / 1000,
                inaccurate: Double(inaccurateCap) / 1000)
            : nil
    }

    /// Returns the preferences with every value brought within its range.
    public func sanitized() -> RhythmPreferences {
        let usual = RhythmPreferences()
        var result = Preferences.clamp(self, at: \.rhythm, Self.declared)
        result.sequence = sequence.isEmpty ? usual.sequence : Array(sequence.prefix(Self.longestSequence))
        result.stressNames = Array(stressNames.prefix(ClickPattern.mostBeats))
        result.goodCap = max(result.perfectCap, result.goodCap)
        result.inaccurateCap = max(result.goodCap, result.inaccurateCap)
        result.latencies = latencies.filter { Self.latencyRange.contains($0.value) }
        if result.latencies.count > Self.mostLatencies {
            let kept = result.latencies.sorted { $0.key < $1.key }.prefix(Self.mostLatencies)
            result.latencies = Dictionary(uniqueKeysWithValues: kept.map { ($0.key, $0.value) })
        }
        result.instrument = instrument.flatMap { $0.isSound ? $0 : nil }
        return result
    }
}

extension InstrumentProfile {
    /// Whether the profile is valid: not empty, and all values finite.
    fileprivate var isSound: Bool {
        !fingerprint.isEmpty && level.isFinite && rise.isFinite && fingerprint.allSatisfy { $0.isFinite && $0 >= 0 }
    }
}
