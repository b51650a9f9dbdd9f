/// How the samples of a recording lie beside each other.
struct SoundFormat: Equatable {
    /// In Hz.
    let rate: Int
    /// The weight of each channel in the mix of all, by FFmpeg's down-mix; their sum is 1 at most.
    let weights: [Float]

    var channels: Int { weights.count }
}

/// Some frames of a recording.
struct SoundRun {
    let format: SoundFormat
    /// Interleaved, full scale ±1, shape `[frames × channels]`. Floats may be beyond, but each is a number.
    let samples: [Float]

    /// How long it lasts.
    var seconds: Double {
        Double(samples.count / max(1, format.channels)) / Double(max(1, format.rate))
    }
}
