/// Converts mono samples to a device's format, in memory allocated in advance. For the audio thread only.
final class PlaybackConversion {
    /// Number of channels that carry sound. Further ones stay silent, because the sound belongs to the front
    /// loudspeakers.
    private static let channelsUsed = 2

    /// Maximum number of frames in one conversion.
    let frames: Int
    /// Buffer that the voice renders into, shape `[frames]`.
    let mono: UnsafeMutableBufferPointer<Float>

    private let raw: UnsafeMutableRawPointer
    private let encoding: PCM.Encoding
    private let channels: Int

    init(_ format: PCM.Format) {
        frames = format.period
        channels = format.channels
        encoding = format.encoding
        let bytes = format.period * format.channels * MemoryLayout<Int32>.size
        raw = .allocate(byteCount: bytes, alignment: MemoryLayout<Int32>.alignment)
        raw.initializeMemory(as: UInt8.self, repeating: 0, count: bytes)
        mono = .allocate(capacity: format.period)
        mono.initialize(repeating: 0)
    }

    deinit {
        raw.deallocate()
        mono.deallocate()
    }

    /// Converts the first `count` frames of `mono`. Values out of range are clipped; NaN becomes silence.
    /// Realtime-safe.
    func convert(frames count: Int) {
        switch encoding {
        case .float32: spread(count) { $0 }
        case .int32: spread(count) { Int32(($0 * 0x1p31).rounded().clamped(to: -0x1p31, 0x1.fffffep30)) }
        case .int16: spread(count) { Int16(($0 * 0x1p15).rounded().clamped(to: -0x1p15, 0x1p15 - 1)) }
        }
    }

    /// Returns the converted bytes from a frame on. Realtime-safe.
    func bytes(from frame: Int) -> UnsafeRawPointer {
        let width = encoding == .int16 ? MemoryLayout<Int16>.size : MemoryLayout<Int32>.size
        return UnsafeRawPointer(raw + frame * channels * width)
    }

    private func spread<Value: BitwiseCopyable>(_ count: Int, _ convert: (Float) -> Value) {
        let target = raw.assumingMemoryBound(to: Value.self)
        for frame in 0..<count {
            let sample = mono[frame]
            let value = convert(sample.isFinite ? sample.clamped(to: -1, 1) : 0)
            let silence = convert(0)
            for channel in 0..<channels {
                target[frame * channels + channel] = channel < Self.channelsUsed ? value : silence
            }
        }
    }
}

extension Float {
    fileprivate func clamped(to least: Float, _ most: Float) -> Float {
        Swift.min(Swift.max(self, least), most)
    }
}
