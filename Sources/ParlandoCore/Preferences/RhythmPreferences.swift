/// Preferences of the rhythm trainer. `sanitized` replaces values that are out of range.
public struct RhythmPreferences: Sendable, Equatable {
    /// Source of the rhythm patterns in an exercise.
    public enum Source: String, PreferenceValue, CaseIterable {
        /// One rhythm pattern, repeated.
        case fixed
        /// A sequence of rhythm patterns in the user's order.
        case sequence
        /// Random rhythm patterns for each bar, up to a maximum difficulty.
        case random
    }

    /// Tempo in beats per minute.
    public var beatsPerMinute = Tempo.initial.beatsPerMinute
    /// Time signature of the metronome and of exercises.
    public var meter = Meter.fourFour
    /// Stress of each beat of the bar, as a raw value of `BeatStress`. If empty, only the first beat is accented.
    public var stressNames: [String] = []
    /// Number of metronome clicks in a beat, 1…4.
    public var clicksPerBeat = 1
    /// Input method for the player's strokes: taps, sounds at the microphone, or none.
    public var input = RhythmInput.tap
    /// Whether an exercise repeats one pattern, follows a sequence of patterns, or chooses them at random.
    public var source = Source.fixed
    /// Id of the rhythm pattern that a fixed exercise repeats.
    public var pattern = "quarter"
    /// Ids of the rhythm patterns in a sequence, in order.
    public var sequence = ["quarter", "quarter", "eighths", "quarter"]
    /// Maximum difficulty of the rhythm patterns in a random exercise, 1…5.
    public var difficulty = 2
    /// Number of bars in an exercise; 0 for an endless exercise.
    public var bars = 8
    /// Volume of the metronome clicks, 0…1.
    public var clickVolume = 0.8
    /// Volume of the guide tones (quieter clicks on each note), 0…1.
    public var guideVolume = 0.3
    /// Whether metronome clicks are played.
    public var isClickOn = true
    /// Whether guide tones (quieter clicks on each note) are played.
    public var isGuideOn = true
    /// ALSA name of the loudspeaker; empty for the system's default.
    public var output = ""
    /// Whether the limits of the grades in milliseconds apply, in addition to the limits that are fractions of the
    /// interval between notes.
    public var usesCaps = false
    /// Maximum deviation of a stroke graded perfect, in milliseconds.
    public var perfectCap = 30
    /// Maximum deviation of a stroke graded good, in milliseconds.
    public var goodCap = 60
    /// Maximum deviation of a stroke graded inaccurate, in milliseconds.
    public var inaccurateCap = 100
    /// Whether an exercise pauses when the window loses focus.
    public var pausesInBackground = true
    /// Whether strokes give haptic feedback, on devices that support it.
    public var isFelt = true
    /// Whether the results of each day's practice are stored, to show progress.
    public var keepsResults = true
    /// Calibrated round-trip latencies in seconds: the delay from a sound leaving the program until a stroke at that
    /// sound arrives. Each key names a pair of devices: `output → microphone` or `output → tap`.
    public var latencies: [String: Double] = [:]
    /// Sound profile of the player's instrument; nil if none was learned.
    public var instrument: InstrumentProfile?

    /// Range of `difficulty`, from the easiest patterns to the hardest.
    public static let difficultyRange = 1...5
    /// Maximum number of rhythm patterns in a sequence.
    public static let longestSequence = 8
    /// Range of valid latencies, in seconds. A latency can be negative, because devices tend to overstate their delay.
    public static let latencyRange = -0.5...2.0
    /// Maximum number of stored latencies.
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

    /// The instrument's profile as a list of numbers: level and rise, then the fingerprint. Empty if no instrument was
    /// learned.
    public var instrumentNumbers: [Double] {
        get { instrument.map { [$0.level, $0.rise] + $0.fingerprint.map(Double.init) } ?? [] }
        set {
            instrument =
                newValue.count > 2
                ? InstrumentProfile(
                    fingerprint: newValue.dropFirst(2).map { Float($0) }, rise: newValue[1], level: newValue[0]) : nil
        }
    }

    /// The tempo that corresponds to `beatsPerMinute`, clamped to the valid range.
    public var tempo: Tempo {
        Tempo(clamping: beatsPerMinute)
    }

    /// The metronome clicks of a bar: the stress of each beat, and the number of clicks in a beat.
    public var clicks: ClickPattern {
        ClickPattern(
            beats: meter.beats, stresses: stressNames.map { BeatStress(rawValue: $0) ?? .plain },
            clicksPerBeat: clicksPerBeat)
    }

    /// Changes the stress of a beat to the next one in the cycle accented, plain, silent.
    ///
    /// - Parameter beat: index of the beat in the bar, from 0.
    public mutating func changeStress(ofBeat beat: Int) {
        let clicks = clicks
        stressNames = (0..<clicks.beats).map { index in
            let stress = clicks.stress(ofBeat: index)
            return (index == beat ? stress.next : stress).rawValue
        }
    }

    /// Limits of the grades in seconds; nil if `usesCaps` is false.
    public var caps: GradeCaps? {
        usesCaps
            ? GradeCaps(
                perfect: Double(perfectCap) / 1000, good: Double(goodCap) / 1000,
                inaccurate: Double(inaccurateCap) / 1000)
            : nil
    }

    /// Returns the preferences with values that are out of range replaced by valid ones.
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
    /// Whether the profile is valid: the fingerprint is not empty and has no negative values, and all numbers are
    /// finite.
    fileprivate var isSound: Bool {
        !fingerprint.isEmpty && level.isFinite && rise.isFinite && fingerprint.allSatisfy { $0.isFinite && $0 >= 0 }
    }
}
