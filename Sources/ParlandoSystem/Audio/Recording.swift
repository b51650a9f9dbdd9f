public import ParlandoCore
import ParlandoSignal

/// Entire sound file in memory: mono, full scale ±1, at its original sample rate.
public struct Recording: Sendable, Equatable {
    /// Samples, shape `[frames]`.
    public let samples: [Float]
    /// Sample rate in Hz.
    public let rate: Int

    public init(samples: [Float], rate: Int) {
        self.samples = samples
        self.rate = rate
    }

    /// Two hours at 48 kHz, 1.4 GB. A few bytes may decode to years of audio.
    public static let mostSamples = 7200 * 48_000

    /// Beyond the duration of the sound, in seconds. A few bytes of wrong time stamps make hours.
    private static let mostGaps = 10.0

    /// Reads a file on the calling thread. Throws `missing`, `denied`, `empty`, `notAudio`, `tooLong` or `truncated`.
    public init(path: String) throws(AudioFileError) {
        try self.init(DecodedSound(SoundLocation(path: path)), atMost: Self.mostSamples)
    }

    /// Decodes audio in memory on the calling thread. Throws `empty`, `notAudio`, `tooLong` or `truncated`.
    ///
    /// - Parameters:
    ///   - process: after an error it may be in the middle of this recording.
    ///   - limit: maximum number of samples.
    init(bytes: [UInt8], by process: DecoderProcess, atMost limit: Int) throws(AudioFileError) {
        try self.init(DecodedSound(bytes: bytes, by: process), atMost: limit)
    }

    private init(_ file: DecodedSound, atMost limit: Int) throws(AudioFileError) {
        let rate = file.format.rate
        // No memory is reserved for the length stated in the header.
        var samples: [Float] = []
        var path: ChannelPath?
        var (sound, gaps) = (0.0, 0.0)
        while let run = file.read() {
            if run.isGap {
                gaps += run.seconds
            } else {
                sound += run.seconds
            }
            guard gaps <= sound + Self.mostGaps else {
                throw AudioFileError(.truncated, detail: "more gaps than sound")
            }
            if run.format != path?.format {
                samples += path?.finish() ?? []
                path = ChannelPath(run.format, .mix, to: rate)
            }
            samples += path?.process(run.samples) ?? []
            guard samples.count <= limit else {
                throw AudioFileError(.tooLong, detail: "more than \(limit) samples")
            }
        }
        samples += path?.finish() ?? []
        guard !samples.isEmpty else {
            throw AudioFileError(.empty, detail: "no frames")
        }
        if let loss = file.report.loss {
            throw loss
        }
        self.init(samples: samples, rate: rate)
    }

    /// Returns nil if the ratio of the rates is not supported.
    public func converted(to rate: Int) -> Recording? {
        guard rate != self.rate else {
            return self
        }
        guard let resampler = Resampler(rate: self.rate, channels: 1, to: rate) else {
            return nil
        }
        let first = samples.withUnsafeBufferPointer { resampler.process($0) }
        return Recording(samples: first + resampler.finish(), rate: rate)
    }
}

/// Sound decoder for all formats that FFmpeg reads, on its own thread.
public actor SoundFileDecoder: SoundDecoder {
    /// Ten minutes at 48 kHz. A few bytes may decode to hours of audio.
    private static let mostSamples = 600 * 48_000

    /// Then the process ends, because it takes memory.
    private static let idleTime = Duration.seconds(60)

    /// To start a process takes longer than to decode a sentence.
    private var process: DecoderProcess?
    private var decodings = 0
    private let executor = BlockingExecutor(label: "parlando.decoder")

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

    /// Whatever fails leaves no process behind.
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
