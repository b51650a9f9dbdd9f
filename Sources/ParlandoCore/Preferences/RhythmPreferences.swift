public struct RhythmPreferences: Sendable, Equatable {
    public enum Source: String, PreferenceValue, CaseIterable {
        case fixed
        case sequence
        /// For each bar, up to `difficulty`.
        case random
        /// `ownRhythm`.
        case own
    }

    public var beatsPerMinute = Tempo.initial.beatsPerMinute
    public var meter = Meter.fourFour
    /// Raw values of `BeatStress`, one per beat. If empty, those of the time signature.
    public var stressNames: [String] = []
    /// 1…6.
    public var clicksPerBeat = 1
    public var clickVoice = ClickVoice.wood
    /// Percent, 50…75.
    public var swing = 50
    public var swingsSixteenths = false
    /// As in `ClickGaps`.
    public var heardBars = 2
    public var silentBars = 0
    public var dropped = 0
    public var trains = false
    /// Of the trainer, which begins at the chosen tempo; as in `TempoTrainer`.
    public var trainerGoal = 120.0
    public var trainerStep = 5.0
    public var trainerInterval = 4
    public var trainerUnit = TempoTrainer.Unit.bars
    /// In percent.
    public var goodPass = 90
    public var badPass = 70
    public var input = RhythmInput.tap
    public var source = Source.fixed
    public var pattern = "quarter"
    public var sequence = ["quarter", "quarter", "eighths", "quarter"]
    /// A rhythm that the user has written, as text (`Pattern.init(text:)`); empty if there is none.
    public var ownRhythm = ""
    /// Of the patterns in a random exercise, 1…5.
    public var difficulty = 2
    /// Length of an exercise in bars; 0 if it is endless.
    public var bars = 8
    /// 0…1.
    public var clickVolume = 0.8
    /// Of the quieter clicks on each note, 0…1.
    public var guideVolume = 0.3
    public var isClickOn = true
    public var isGuideOn = true
    /// ALSA name of the loudspeaker that everything is played on; empty for the system's default.
    public var output = ""
    /// Whether limits in milliseconds apply besides those relative to the interval between notes.
    public var usesCaps = false
    /// Maximum deviations for the grades, in milliseconds.
    public var perfectCap = 30
    public var goodCap = 60
    public var inaccurateCap = 100
    public var pausesInBackground = true
    /// Vibration on each tap.
    public var isFelt = true
    public var keepsResults = true
    /// Calibrated round-trip latencies in seconds: from a sound leaving the program until a stroke at it arrives. The
    /// keys are `output → microphone` or `output → tap`.
    public var latencies: [String: Double] = [:]
    /// The learned sound of the instrument; nil if there is none.
    public var instrument: InstrumentProfile?

    public static let difficultyRange = 1...5
    public static let longestSequence = 8
    /// In seconds. Negative because devices tend to overstate their delay.
    public static let latencyRange = -0.5...2.0
    private static let mostLatencies = 64

    static let declared: [any DeclaredPreference] = [
        Preference("rhythm-tempo", \.rhythm.beatsPerMinute, Tempo.range),
        Preference("rhythm-meter", \.rhythm.meter),
        Preference("rhythm-stresses", \.rhythm.stressNames),
        Preference("rhythm-clicks-per-beat", \.rhythm.clicksPerBeat, 1...6),
        Preference("rhythm-click-voice", \.rhythm.clickVoice, page: .rhythm),
        Preference("rhythm-swing", \.rhythm.swing, 50...75),
        Preference("rhythm-swing-sixteenths", \.rhythm.swingsSixteenths),
        Preference("rhythm-heard-bars", \.rhythm.heardBars, 1...8),
        Preference("rhythm-silent-bars", \.rhythm.silentBars, 0...8),
        Preference("rhythm-dropped", \.rhythm.dropped, 10...90, allowsZero: true),
        Preference("rhythm-trains", \.rhythm.trains),
        Preference("rhythm-trainer-goal", \.rhythm.trainerGoal, Tempo.range),
        Preference("rhythm-trainer-step", \.rhythm.trainerStep, 1...50),
        Preference("rhythm-trainer-interval", \.rhythm.trainerInterval, 1...60),
        Preference("rhythm-trainer-unit", \.rhythm.trainerUnit),
        Preference("rhythm-good-pass", \.rhythm.goodPass, 1...100, page: .rhythm),
        Preference("rhythm-bad-pass", \.rhythm.badPass, 0...100, page: .rhythm),
        Preference("rhythm-own", \.rhythm.ownRhythm),
        Preference("rhythm-draft", \.rhythmDraft),
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
        Preference("rhythm-output", \.rhythm.output, page: .general),
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

    /// Level and rise, then the fingerprint. Empty if no instrument was learned.
    public var instrumentNumbers: [Double] {
        get { instrument.map { [$0.level, $0.rise] + $0.fingerprint.map(Double.init) } ?? [] }
        set {
            instrument =
                newValue.count > 2
                ? InstrumentProfile(
                    fingerprint: newValue.dropFirst(2).map { Float($0) }, rise: newValue[1], level: newValue[0]) : nil
        }
    }

    public var tempo: Tempo {
        Tempo(clamping: beatsPerMinute)
    }

    /// - Parameter seed: another one drops other beats.
    public func clicks(seed: UInt64 = 0) -> ClickPattern {
        ClickPattern(
            meter: meter, stresses: stressNames.map { BeatStress(rawValue: $0) ?? .plain },
            clicksPerBeat: clicksPerBeat, swing: swingOfPairs,
            gaps: ClickGaps(
                heardBars: heardBars, silentBars: silentBars, dropped: dropped, seed: dropped > 0 ? seed : 0))
    }

    public var swingOfPairs: Swing {
        Swing(percent: swing, ofSixteenths: swingsSixteenths)
    }

    /// Nil unless the tempo is to change while something is played.
    public var trainer: TempoTrainer? {
        trains
            ? TempoTrainer(
                from: tempo, to: Tempo(clamping: trainerGoal), step: trainerStep, interval: trainerInterval,
                unit: trainerUnit, good: goodPass, bad: badPass) : nil
    }

    /// Takes the next stress of accented, plain, soft, silent. Beats count from 0.
    public mutating func changeStress(ofBeat beat: Int) {
        let clicks = clicks()
        stressNames = (0..<clicks.beats).map { index in
            let stress = clicks.stress(ofBeat: index)
            return (index == beat ? stress.next : stress).rawValue
        }
    }

    /// In seconds; nil if `usesCaps` is false.
    public var caps: GradeCaps? {
        usesCaps
            ? GradeCaps(
                perfect: Double(perfectCap) / 1000, good: Double(goodCap) / 1000,
                inaccurate: Double(inaccurateCap) / 1000)
            : nil
    }

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
    /// Whether all numbers are finite, and the fingerprint has no negative ones.
    fileprivate var isSound: Bool {
        !fingerprint.isEmpty && level.isFinite && rise.isFinite && fingerprint.allSatisfy { $0.isFinite && $0 >= 0 }
    }
}
