/// Sound that is kept: 16-bit mono at `AudioBlock.sampleRate`, which is what servers take. 1.9 MB a minute.
public struct SpeechRecording: Sendable, Equatable {
    /// The samples as bytes, least significant first.
    public private(set) var bytes: [UInt8] = []

    private static let fullScale: Float = 32767

    public init(_ samples: [Float] = []) {
        append(samples)
    }

    /// Takes in more sound. What is beyond full scale is clipped.
    public mutating func append(_ samples: [Float]) {
        bytes.append(samples: samples)
    }

    /// Forgets the first samples.
    public mutating func removeFirst(_ count: Int) {
        bytes.removeFirst(min(2 * max(0, count), bytes.count))
    }

    /// A part of it, in samples; what lies beyond its ends is left out.
    public func stretch(_ range: Range<Int>) -> SpeechRecording {
        var result = SpeechRecording()
        result.bytes = Array(bytes[2 * min(max(0, range.lowerBound), count)..<2 * min(max(0, range.upperBound), count)])
        return result
    }

    /// How many samples there are.
    public var count: Int {
        bytes.count / 2
    }

    /// How long it lasts.
    public var seconds: Double {
        Double(count) / Double(AudioBlock.sampleRate)
    }

    /// The samples, full scale ±1.
    public var samples: [Float] {
        stride(from: 0, to: bytes.count - 1, by: 2).map { index in
            Float(Int16(truncatingIfNeeded: Int(bytes[index]) | Int(bytes[index + 1]) << 8)) / Self.fullScale
        }
    }

    /// What stands before the bytes in a WAV file ("Multimedia Programming Interface and Data Specifications 1.0", IBM
    /// and Microsoft, 1991): the chunks RIFF, fmt (16 bytes: PCM, one channel) and the head of data.
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
