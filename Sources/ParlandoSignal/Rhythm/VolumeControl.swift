import Synchronization

/// A volume that ordinary threads set. The audio thread follows it gradually over some milliseconds, because a sudden
/// change would click.
final class VolumeControl: Sendable {
    /// Bit pattern of the target amplitude.
    private let bits: Atomic<UInt32>

    init(_ volume: Double) {
        bits = Atomic(Self.amplitude(volume).bitPattern)
    }

    /// Sets the volume, 0…1; values out of range are clamped. Thread-safe. Realtime-safe.
    func set(_ volume: Double) {
        bits.store(Self.amplitude(volume).bitPattern, ordering: .relaxed)
    }

    /// The target amplitude. Realtime-safe.
    var target: Float {
        Float(bitPattern: bits.load(ordering: .relaxed))
    }

    /// Returns the square of the volume. Perceived loudness grows more slowly than amplitude, so that the middle of the
    /// range sounds half as loud.
    private static func amplitude(_ volume: Double) -> Float {
        let bounded = volume.isNaN ? 0 : min(max(volume, 0), 1)
        return Float(bounded * bounded)
    }
}

/// A gradual change of amplitude towards the target, sample by sample.
struct VolumeRamp {
    /// Seconds from silence to full volume.
    private static let seconds: Float = 0.005

    private let step: Float
    private var current: Float
    private var target: Float

    /// - Parameter rate: sample rate in Hz.
    init(rate: Int, amplitude: Float) {
        step = 1 / (Self.seconds * Float(rate))
        current = amplitude
        target = amplitude
    }

    /// Begins a block. Realtime-safe.
    mutating func begin(target: Float) {
        self.target = target
    }

    /// Returns the amplitude at sample `offset` of the block. Realtime-safe.
    func amplitude(at offset: Int) -> Float {
        let way = step * Float(offset)
        return current + min(max(target - current, -way), way)
    }

    /// Ends a block of `count` samples. Realtime-safe.
    mutating func end(count: Int) {
        current = amplitude(at: count)
    }
}
