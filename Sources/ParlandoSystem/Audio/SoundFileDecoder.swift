public import ParlandoCore

/// Sound decoder for all formats that FFmpeg reads. It runs on its own thread, because decoding takes long.
public actor SoundFileDecoder: SoundDecoder {
    /// Maximum number of samples: ten minutes at 48 kHz. A few bytes may decode to hours of audio.
    private static let mostSamples = 600 * 48_000

    /// Time without recordings after which the process ends that decodes them, which takes memory.
    private static let idleTime = Duration.seconds(60)

    /// Process for the next recording. To start one takes longer than to decode a sentence.
    private var process: DecoderProcess?
    private var decodings = 0
    private let executor = BlockingExecutor(label: "parlando.decoder")

    /// Executor that runs the actor on a thread of its own, because decoding takes long.
    public nonisolated var unownedExecutor: UnownedSerialExecutor {
        executor.asUnownedSerialExecutor()
    }

    public init() {}

    public func decode(_ bytes: [UInt8]) throws(AudioFileError) -> SpokenSound {
        let process = try takeProcess()
        let recording = try Recording(bytes: bytes, by: process, atMost: Self.mostSamples)
        keep(process)
        guard SpokenSound.rates.contains(recording.rate) else {
            throw AudioFileError(.notAudio, detail: "\(recording.rate) Hz")
        }
        return SpokenSound(samples: recording.samples, rate: recording.rate)
    }

    /// Returns the process for the next recording. Whatever fails leaves none behind.
    private func takeProcess() throws(AudioFileError) -> DecoderProcess {
        defer { process = nil }
        if let process, !process.hasEnded {
            return process
        }
        return try DecoderProcess()
    }

    private func keep(_ process: DecoderProcess) {
        self.process = process
        decodings += 1
        let latest = decodings
        Task { [weak self] in
            try? await Task.sleep(for: Self.idleTime)
            await self?.endProcess(unusedSince: latest)
        }
    }

    private func endProcess(unusedSince decoding: Int) {
        if decodings == decoding {
            process = nil
        }
    }
}
