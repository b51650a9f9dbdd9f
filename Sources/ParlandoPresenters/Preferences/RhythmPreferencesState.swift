/// The part of the preferences window for the rhythm trainer.
public struct RhythmPreferencesState: Sendable, Equatable {
    /// Available loudspeakers, the system's default first.
    public var outputs: [PreferencesViewState.Option] = []
    /// Identifier of the chosen loudspeaker.
    public var output = ""
    /// Loudness of the clicks, 0…1.
    public var clickVolume = 0.8
    /// Loudness of the guide tones, 0…1.
    public var guideVolume = 0.3
    /// Whether clicks are played.
    public var isClickOn = true
    /// Whether guide tones are played.
    public var isGuideOn = true
    /// Whether an exercise pauses when another window comes to the front.
    public var pausesInBackground = true
    /// Whether each stroke gives haptic feedback, if the device supports it.
    public var isFelt = true
    /// Whether the deviations of the grades have upper bounds in milliseconds.
    public var usesCaps = false
    /// Maximum deviation that is graded as perfect, in milliseconds.
    public var perfectCap = 30
    /// Maximum deviation that is graded as good, in milliseconds.
    public var goodCap = 60
    /// Maximum deviation that is graded as inaccurate, in milliseconds.
    public var inaccurateCap = 100
    /// Summary of the measured latencies.
    public var latencies = ""
    /// Whether any latency was measured.
    public var hasLatencies = false
    /// Summary of the instrument that was learned.
    public var instrument = ""
    /// Whether an instrument was learned.
    public var hasInstrument = false

    public init() {}
}

/// A change to the rhythm trainer's preferences that the user made.
public enum RhythmPreferenceChange: Sendable, Equatable {
    case output(String)
    case clickVolume(Double)
    case guideVolume(Double)
    case isClickOn(Bool)
    case isGuideOn(Bool)
    case pausesInBackground(Bool)
    case isFelt(Bool)
    case usesCaps(Bool)
    case perfectCap(Int)
    case goodCap(Int)
    case inaccurateCap(Int)
    case forgetLatencies
    case forgetInstrument
}
