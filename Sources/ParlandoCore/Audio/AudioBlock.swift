/// A block of mono audio samples at 16 kHz (`AudioBlock.sampleRate`), with a full scale of ±1.
public struct AudioBlock: Sendable, Equatable {
    /// Sample rate of all audio after capture, in Hz. Whisper was trained at this rate.
    public static let sampleRate = 16_000

    /// Amplitudes of the samples in chronological order, with a full scale of ±1.
    public let samples: [Float]

    public init(samples: [Float]) {
        self.samples = samples
    }

    /// Duration of the block in seconds.
    public var seconds: Double {
        Double(samples.count) / Double(Self.sampleRate)
    }
}
