public import ParlandoCore

/// A run of clicks at a tempo: a count-in and the exercise after it.
public struct MetronomeRun: Sendable, Hashable, BitwiseCopyable {
    /// Playback frame of the first click (of the count-in). If it lies in the past, only later clicks are played.
    public let firstClick: Int
    /// Tempo in beats per minute.
    public let beatsPerMinute: Double
    /// Total number of beats including the count-in; `Int.max` to play until stopped.
    public let clicks: Int
    /// The clicks of each bar. The first bar begins with the first click.
    public let pattern: ClickPattern

    /// - Parameter clicks: total number of beats; nil to play until stopped.
    public init(firstClick: Int, tempo: Tempo, clicks: Int?, pattern: ClickPattern = .usual) {
        self.firstClick = firstClick
        self.pattern = pattern
        beatsPerMinute = tempo.beatsPerMinute
        self.clicks = clicks ?? Int.max
    }
}

/// A click on a beat that was rendered, even if it is silent. Soft clicks between the beats are not included.
public struct SoundedClick: Sendable, Hashable, BitwiseCopyable {
    /// Playback frame of its first sample.
    public let frame: Int
    /// Index in the run, 0 for the first click.
    public let index: Int
    /// Stress of the beat.
    public let stress: BeatStress
    /// Tempo from this click on, in beats per minute.
    public let beatsPerMinute: Double
}
