/// Sample rate and channels of interleaved samples.
struct SoundFormat: Equatable {
    /// Sample rate in Hz.
    let rate: Int
    /// Weight of each channel in FFmpeg's down-mix; the sum is 1 at most.
    let weights: [Float]

    var channels: Int { weights.count }
}

/// Run of successive frames of a recording.
struct SoundRun {
    let format: SoundFormat
    /// Interleaved samples, full scale ±1, shape `[frames × channels]`. Values may exceed full scale, but none is NaN.
    let samples: [Float]

    /// Duration in seconds.
    var seconds: Double {
        Double(samples.count / max(1, format.channels)) / Double(max(1, format.rate))
    }
}
