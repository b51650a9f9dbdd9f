/// Sample rate and channels of interleaved samples.
public struct SoundFormat: Sendable, Equatable, Codable {
    /// Sample rate in Hz.
    public let rate: Int
    /// Weight of each channel in a down-mix to one channel; the sum is 1 at most.
    public let weights: [Float]

    /// Allowed sample rates in Hz. Below the minimum, speech is unintelligible; the maximum is the rate of DSD256 as
    /// FFmpeg decodes it.
    private static let rates = 1000...1_411_200
    private static let mostChannels = 64
    /// Maximum number of samples per second over all channels: 64 channels at 96 kHz. This limits memory, because the
    /// mixer keeps some seconds of audio.
    private static let mostSamplesPerSecond = 64 * 96_000

    public init(rate: Int, weights: [Float]) {
        self.rate = rate
        self.weights = weights
    }

    /// Number of channels.
    public var channels: Int { weights.count }

    /// Whether audio of this rate in Hz and with this number of channels is processed.
    public static func isAllowed(rate: Int, channels: Int) -> Bool {
        rates.contains(rate) && (1...mostChannels).contains(channels) && rate * channels <= mostSamplesPerSecond
    }
}

/// Run of successive frames of a recording.
public struct SoundRun: Sendable, Equatable {
    /// Sample rate and channels of the samples.
    public let format: SoundFormat
    /// Interleaved samples, full scale ±1, shape `[frames × channels]`. Values may exceed full scale, but none is NaN.
    public let samples: [Float]
    /// Whether the recording has nothing here, so that the samples are silence in its place.
    public let isGap: Bool

    public init(format: SoundFormat, samples: [Float], isGap: Bool = false) {
        self.format = format
        self.samples = samples
        self.isGap = isGap
    }

    /// Duration in seconds.
    public var seconds: Double {
        Double(samples.count / max(1, format.channels)) / Double(max(1, format.rate))
    }
}
