public import ParlandoCore

/// Sound decoder for all formats that FFmpeg reads. It runs on its own thread, because decoding takes long.
public actor SoundFileDecoder: SoundDecoder {
    /// Maximum number of samples: ten minutes at 48 kHz. A few bytes may decode to hours of audio.
    private static let mostSamples = 600 * 48_000

    private let executor = BlockingExecutor(label: "parlando.decoder")

    /// Executor that runs the actor on a thread of its own, because decoding takes long.
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
