public import ParlandoCore

/// Clicks from a frame on, at a tempo: a count-in and what follows it.
public struct MetronomeRun: Sendable, Hashable, BitwiseCopyable {
    /// Frame of the playback stream on which the first click (of the count-in) falls. When it lies in the past, only
    /// what is still to come sounds.
    public let firstClick: Int
    /// Beats a minute.
    public let beatsPerMinute: Double
    /// Clicks in all, the count-in included; `Int.max`: until it is stopped.
    public let clicks: Int

    /// - Parameter clicks: in all, nil: until it is stopped.
    public init(firstClick: Int, tempo: Tempo, clicks: Int?) {
        self.firstClick = firstClick
        beatsPerMinute = tempo.beatsPerMinute
        self.clicks = clicks ?? Int.max
    }
}

/// A click as it was rendered.
public struct SoundedClick: Sendable, Hashable, BitwiseCopyable {
    /// Frame of the playback stream of its first sample.
    public let frame: Int
    /// 0 for the first click of the run.
    public let index: Int
    /// The first beat of a bar.
    public let isAccented: Bool
    /// The tempo from this click on.
    public let beatsPerMinute: Double
}
