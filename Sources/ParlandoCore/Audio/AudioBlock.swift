/// A block of mono samples at 16 kHz.
public struct AudioBlock: Sendable, Equatable {
    /// Rate of all audio for recognition, in Hz; Whisper was trained at it.
    public static let sampleRate = 16_000

    /// Samples between −1 and 1.
    public let samples: [Float]

    public init(samples: [Float]) {
        self.samples = samples
    }

    public var seconds: Double {
        Double(samples.count) / Double(Self.sampleRate)
    }

    /// Whether it holds digital silence, as of a muted microphone: no sample reaches a step of 16 bits.
    public var isSilent: Bool {
        samples.allSatisfy { abs($0) < 1.0 / 32_768 }
    }
}

/// Samples as bytes.
extension RangeReplaceableCollection<UInt8> {
    /// Appends samples of full scale ±1 as signed 16-bit little-endian values. They are clipped; NaN becomes silence.
    public mutating func append(samples: some Sequence<Float>) {
        for sample in samples {
            let value = sample.isNaN ? 0 : Int16((Swift.min(1, Swift.max(-1, sample)) * 32767).rounded())
            append(UInt8(truncatingIfNeeded: value))
            append(UInt8(truncatingIfNeeded: value >> 8))
        }
    }
}

extension Float {
    /// The sample within ±`limit`; 0 if it is infinite or NaN, which would spoil all further output of a filter.
    /// Realtime-safe.
    public func bounded(by limit: Float) -> Float {
        isFinite ? Swift.min(limit, Swift.max(-limit, self)) : 0
    }
}

/// Port: a queue of samples on disk. Not thread-safe; its calls block.
public protocol SoundSpool: AnyObject {
    var count: Int { get }

    /// Returns false if the samples could not be stored, for example because the disk is full; then none is.
    func append(_ samples: [Float]) -> Bool

    /// Removes and returns at most `count` samples, the first ones; nil if they cannot be read.
    func take(_ count: Int) -> [Float]?
}

/// Port: makes queues of samples on disk.
public protocol SoundSpoolMaker: Sendable {
    /// Returns an empty queue, whose storage is freed with it; nil if it cannot be made. Blocks.
    func makeSpool() -> sending (any SoundSpool)?
}
