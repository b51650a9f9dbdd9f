/// A run of mono samples at `AudioBlock.sampleRate`, shape `[frames]`, full scale ±1.
public struct AudioBlock: Sendable, Equatable {
    /// The rate everything above the microphone works at, in Hz: the rate Whisper was trained on.
    public static let sampleRate = 16_000

    /// Amplitudes, in the order they were captured.
    public let samples: [Float]

    public init(samples: [Float]) {
        self.samples = samples
    }

    /// How long the block lasts, in seconds.
    public var seconds: Double {
        Double(samples.count) / Double(Self.sampleRate)
    }
}
