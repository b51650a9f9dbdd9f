import ParlandoCore
import ParlandoSignal

/// Converts a device's samples to mono, in memory allocated in advance. For the audio thread only.
final class SampleConversion {
    let frames: Int
    /// Buffer that the device's samples are read into.
    let raw: UnsafeMutableRawPointer

    /// Maximum amplitude. A device with float samples may exceed full scale, but not by more than 40 dB.
    private static let loudest: Float = 100

    private let encoding: PCM.Encoding
    private let channels: Int
    private let floats: UnsafeMutableBufferPointer<Float>
    private let mono: UnsafeMutableBufferPointer<Float>

    /// - Parameter format: format of the device; its period is the maximum number of frames in one conversion.
    init(_ format: PCM.Format) {
        frames = format.period
        channels = format.channels
        encoding = format.encoding
        let samples = frames * channels
        raw = .allocate(byteCount: samples * MemoryLayout<Int32>.size, alignment: MemoryLayout<Int32>.alignment)
        floats = .allocate(capacity: samples)
        mono = .allocate(capacity: frames)
        raw.initializeMemory(as: UInt8.self, repeating: 0, count: samples * MemoryLayout<Int32>.size)
        floats.initialize(repeating: 0)
        mono.initialize(repeating: 0)
    }

    deinit {
        raw.deallocate()
        floats.deallocate()
        mono.deallocate()
    }

    /// Returns the first `count` frames of `raw` as mono samples, full scale ±1. Realtime-safe.
    func mono(frames count: Int) -> UnsafeBufferPointer<Float> {
        let samples = count * channels
        switch encoding {
        case .float32: copy(samples) { (value: Float) in value.bounded(by: Self.loudest) }
        case .int32: copy(samples) { (value: Int32) in Float(value) * 0x1p-31 }
        case .int16: copy(samples) { (value: Int16) in Float(value) * 0x1p-15 }
        }
        Downmix.mono(UnsafeBufferPointer(rebasing: floats[0..<samples]), channels: channels, into: mono)
        return UnsafeBufferPointer(rebasing: mono[0..<count])
    }

    private func copy<Value: BitwiseCopyable>(_ samples: Int, _ convert: (Value) -> Float) {
        let source = raw.assumingMemoryBound(to: Value.self)
        for index in 0..<samples {
            floats[index] = convert(source[index])
        }
    }
}
