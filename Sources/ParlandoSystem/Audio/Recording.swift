public import ParlandoCore
import ParlandoSignal

/// A whole sound file in memory: mono, full scale ±1, at the rate it was recorded with.
public struct Recording: Sendable, Equatable {
    /// Shape `[frames]`.
    public let samples: [Float]
    /// In Hz.
    public let rate: Int

    public init(samples: [Float], rate: Int) {
        self.samples = samples
        self.rate = rate
    }

    /// The most that a file may hold, in samples: two hours at 48 kHz, 1.4 GB. A few bytes may unfold to years.
    public static let mostSamples = 7200 * 48_000

    /// Reads a file on the calling thread.
    ///
    /// - Throws: `missing`, `denied`, `empty`, `notAudio`, `tooLong` or `truncated`.
    public init(path: String) throws(AudioFileError) {
        try self.init(SoundFile(SoundLocation(path: path)), atMost: Self.mostSamples)
    }

    /// Decodes sound in memory on the calling thread.
    ///
    /// - Parameter limit: more samples than this are an error (`tooLong`).
    /// - Throws: `empty`, `notAudio`, `tooLong` or `truncated`.
    public init(bytes: [UInt8], atMost limit: Int) throws(AudioFileError) {
        try self.init(SoundFile(bytes: bytes), atMost: limit)
    }

    private init(_ file: SoundFile, atMost limit: Int) throws(AudioFileError) {
        let rate = file.format.rate
        // Nothing is reserved for what the header promises.
        var samples: [Float] = []
        var part: (format: SoundFormat, mixer: ChannelMixer, resampler: Resampler)?
        while let run = file.read() {
            if run.format != part?.format {
                samples += Self.end(&part)
                let mixer = ChannelMixer(rate: run.format.rate, weights: run.format.weights)
                part = Resampler(rate: run.format.rate, channels: 1, to: rate).map { (run.format, mixer, $0) }
            }
            let mono = part?.mixer.process(run.samples) ?? []
            samples += mono.withUnsafeBufferPointer { part?.resampler.process($0) ?? [] }
            guard samples.count <= limit else {
                throw AudioFileError(.tooLong, detail: "more than \(limit) samples")
            }
        }
        samples += Self.end(&part)
        guard !samples.isEmpty else {
            throw AudioFileError(.empty, detail: "no frames")
        }
        guard !file.isTruncated else {
            throw AudioFileError(.truncated, heard: file.heard)
        }
        self.init(samples: samples, rate: rate)
    }

    /// What the end of one recording of a chain still holds.
    private static func end(
        _ part: inout (format: SoundFormat, mixer: ChannelMixer, resampler: Resampler)?
    ) -> [Float] {
        let mono = part?.mixer.finish() ?? []
        return mono.withUnsafeBufferPointer { part?.resampler.process($0) ?? [] } + (part?.resampler.finish() ?? [])
    }

    /// The same sound at another rate; nil when the rates are too far apart.
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
