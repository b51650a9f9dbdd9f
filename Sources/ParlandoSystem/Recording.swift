public import ParlandoCore
import ParlandoSignal

/// A whole sound file in memory: mono, full scale ±1, at the rate it was recorded with.
public struct Recording: Sendable, Equatable {
    private static let batch = 16_384

    /// Shape `[frames]`.
    public let samples: [Float]
    /// In Hz.
    public let rate: Int

    public init(samples: [Float], rate: Int) {
        self.samples = samples
        self.rate = rate
    }

    /// Reads a file on the calling thread.
    ///
    /// - Throws: `missing`, `denied`, `empty`, `notAudio` or `truncated`.
    public init(path: String) throws(AudioFileError) {
        try self.init(SoundFile(path: path))
    }

    /// Decodes sound in memory on the calling thread.
    ///
    /// - Parameter limit: more samples than this are an error (`notAudio`).
    /// - Throws: `empty`, `notAudio` or `truncated`.
    public init(bytes: [UInt8], atMost limit: Int) throws(AudioFileError) {
        try self.init(SoundFile(bytes: bytes), atMost: limit)
    }

    private init(_ file: SoundFile, atMost limit: Int = .max) throws(AudioFileError) {
        var samples: [Float] = []
        samples.reserveCapacity(min(file.frames ?? 0, limit))
        var room = [Float](repeating: 0, count: Self.batch * file.channels)
        var mono = [Float](repeating: 0, count: Self.batch)
        while true {
            let frames = room.withUnsafeMutableBufferPointer { file.read(into: $0) }
            guard frames > 0 else {
                break
            }
            let count = room.withUnsafeBufferPointer { read in
                mono.withUnsafeMutableBufferPointer { target in
                    Downmix.mono(
                        UnsafeBufferPointer(rebasing: read[0..<frames * file.channels]), channels: file.channels,
                        into: target)
                }
            }
            samples += mono[0..<count]
            guard samples.count <= limit else {
                throw AudioFileError(.notAudio, detail: "more than \(limit) samples")
            }
        }
        guard !samples.isEmpty else {
            throw AudioFileError(.empty, detail: "no frames")
        }
        guard !file.isTruncated else {
            throw AudioFileError(.truncated)
        }
        self.init(samples: samples, rate: file.rate)
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
