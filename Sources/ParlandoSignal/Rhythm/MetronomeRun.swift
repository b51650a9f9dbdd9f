public import ParlandoCore

/// A run of clicks at a tempo: a count-in and the exercise after it.
public struct MetronomeRun: Sendable, Hashable, BitwiseCopyable {
    /// Playback frame of the first click (of the count-in). If it lies in the past, only later clicks are played.
    public let firstClick: Int
    /// Tempo in beats per minute.
    public let beatsPerMinute: Double
    /// Total number of clicks including the count-in; `Int.max` to play until stopped.
    public let clicks: Int

    /// - Parameter clicks: total number of clicks; nil to play until stopped.
    public init(firstClick: Int, tempo: Tempo, clicks: Int?) {
        self.firstClick = firstClick
        beatsPerMinute = tempo.beatsPerMinute
        self.clicks = clicks ?? Int.max
    }
}

/// A click that was rendered.
public struct SoundedClick: Sendable, Hashable, BitwiseCopyable {
    /// Playback frame of its first sample.
    public let frame: Int
    /// Index in the run, 0 for the first click.
    public let index: Int
    /// Whether the click falls on the first beat of a bar.
    public let isAccented: Bool
    /// Tempo from this click on, in beats per minute.
    public let beatsPerMinute: Double
}
