/// A block of mono samples at `AudioBlock.sampleRate`, full scale ±1.
public struct AudioBlock: Sendable, Equatable {
    /// Sample rate of all audio after capture, in Hz. Whisper was trained at this rate.
    public static let sampleRate = 16_000

    /// Amplitudes in the order of capture.
    public let samples: [Float]

    public init(samples: [Float]) {
        self.samples = samples
    }

    /// Duration of the block in seconds.
    public var seconds: Double {
        Double(samples.count) / Double(Self.sampleRate)
    }
}
