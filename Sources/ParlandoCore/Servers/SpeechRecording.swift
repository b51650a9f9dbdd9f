/// A recording of 16-bit mono samples at `AudioBlock.sampleRate`, the format that speech recognition servers accept.
/// One minute takes 1.9 MB.
public struct SpeechRecording: Sendable, Equatable {
    /// Little-endian samples.
    public private(set) var bytes: [UInt8] = []

    private static let fullScale: Float = 32767

    public init(_ samples: [Float] = []) {
        append(samples)
    }

    /// Full scale is ±1; values beyond it are clipped.
    public mutating func append(_ samples: [Float]) {
        bytes.append(samples: samples)
    }

    public mutating func removeFirst(_ count: Int) {
        bytes.removeFirst(min(2 * max(0, count), bytes.count))
    }

    /// - Parameter range: indices of samples, clamped to the recording.
    public func stretch(_ range: Range<Int>) -> SpeechRecording {
        var result = SpeechRecording()
        result.bytes = Array(bytes[2 * min(max(0, range.lowerBound), count)..<2 * min(max(0, range.upperBound), count)])
        return result
    }

    public var count: Int {
        bytes.count / 2
    }

    public var seconds: Double {
        Double(count) / Double(AudioBlock.sampleRate)
    }

    /// Full scale is ±1.
    public var samples: [Float] {
        stride(from: 0, to: bytes.count - 1, by: 2).map { index in
            Float(Int16(truncatingIfNeeded: Int(bytes[index]) | Int(bytes[index + 1]) << 8)) / Self.fullScale
        }
    }

    /// The header of a WAV file ("Multimedia Programming Interface and Data Specifications 1.0", IBM and Microsoft,
    /// 1991): the chunks RIFF and fmt (16 bytes: PCM, one channel), and the header of the data chunk.
    public var waveHeader: [UInt8] {
        let rate = AudioBlock.sampleRate
        return Array("RIFF".utf8) + Self.four(36 + bytes.count) + Array("WAVEfmt ".utf8) + Self.four(16)
            + Self.two(1) + Self.two(1) + Self.four(rate) + Self.four(2 * rate) + Self.two(2) + Self.two(16)
            + Array("data".utf8) + Self.four(bytes.count)
    }

    private static func two(_ value: Int) -> [UInt8] {
        [UInt8(truncatingIfNeeded: value), UInt8(truncatingIfNeeded: value >> 8)]
    }

    private static func four(_ value: Int) -> [UInt8] {
        let value = Int(UInt32(clamping: value))
        return two(value) + two(value >> 16)
    }
}

/// The sound of speech between two pauses, with a short silence before and after.
public struct Utterance: Sendable, Equatable {
    /// Of the first sample, in the sound of the session.
    public let start: Int
    /// Mono, at `AudioBlock.sampleRate`, full scale ±1.
    public let samples: [Float]
    /// Whether a long pause precedes it.
    public let beginsParagraph: Bool

    public init(start: Int, samples: [Float], beginsParagraph: Bool) {
        self.start = start
        self.samples = samples
        self.beginsParagraph = beginsParagraph
    }

    public var end: Int {
        start + samples.count
    }
}
