public import ParlandoCore

/// Decodes whatever FFmpeg reads, on a thread of its own: it computes.
public actor SoundFileDecoder: SoundDecoder {
    /// Ten minutes at 48 kHz: a few bytes may claim to be hours of sound.
    private static let mostSamples = 600 * 48_000

    private let executor = BlockingExecutor(label: "parlando.decoder")

    /// The thread on which it decodes.
    public nonisolated var unownedExecutor: UnownedSerialExecutor {
        executor.asUnownedSerialExecutor()
    }

    public init() {}

    public func decode(_ bytes: [UInt8]) throws(AudioFileError) -> SpokenSound {
        let recording = try Recording(bytes: bytes, atMost: Self.mostSamples)
        guard SpokenSound.rates.contains(recording.rate) else {
            throw AudioFileError(.notAudio, detail: "\(recording.rate) Hz")
        }
        return SpokenSound(samples: recording.samples, rate: recording.rate)
    }
}
