/// What the preferences window shows of the rhythm trainer.
public struct RhythmPreferencesState: Sendable, Equatable {
    /// Loudspeakers there are, the system's default first.
    public var outputs: [PreferencesViewState.Option] = []
    /// The id of the chosen one.
    public var output = ""
    /// Loudness of the clicks, 0…1.
    public var clickVolume = 0.8
    /// Loudness of the guide tones, 0…1.
    public var guideVolume = 0.3
    /// Whether the clicks sound at all.
    public var isClickOn = true
    /// Whether the guide tones sound at all.
    public var isGuideOn = true
    /// Whether an exercise pauses when another window comes to the front.
    public var pausesInBackground = true
    /// Whether strokes can be felt, where the device can be.
    public var isFelt = true
    /// Whether grades have upper bounds in milliseconds.
    public var usesCaps = false
    /// Largest deviation that is still perfect, in milliseconds.
    public var perfectCap = 30
    /// Largest deviation that is still good, in milliseconds.
    public var goodCap = 60
    /// Largest deviation that is still inaccurate, in milliseconds.
    public var inaccurateCap = 100
    /// What was measured, in a few words.
    public var latencies = ""
    /// Whether anything was measured.
    public var hasLatencies = false
    /// What was learned, in a few words.
    public var instrument = ""
    /// Whether anything was learned.
    public var hasInstrument = false

    public init() {}
}

/// A choice about the rhythm trainer that was made in the preferences window.
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
