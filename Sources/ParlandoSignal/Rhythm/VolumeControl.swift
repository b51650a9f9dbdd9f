import Synchronization

/// A volume that an ordinary thread sets and the audio thread follows within some milliseconds: a jump would click.
final class VolumeControl: Sendable {
    /// Bits of the amplitude that is asked for.
    private let bits: Atomic<UInt32>

    init(_ volume: Double) {
        bits = Atomic(Self.amplitude(volume).bitPattern)
    }

    /// 0…1, what is beyond counts as the bound. From any thread. Realtime-safe: yes.
    func set(_ volume: Double) {
        bits.store(Self.amplitude(volume).bitPattern, ordering: .relaxed)
    }

    /// The amplitude that is asked for. Realtime-safe: yes.
    var target: Float {
        Float(bitPattern: bits.load(ordering: .relaxed))
    }

    /// The square, for loudness grows more slowly than amplitude: half way up sounds half as loud.
    private static func amplitude(_ volume: Double) -> Float {
        let bounded = volume.isNaN ? 0 : min(max(volume, 0), 1)
        return Float(bounded * bounded)
    }
}

/// The amplitude within one block, on its way to what is asked for.
struct VolumeRamp {
    /// Seconds from silence to full.
    private static let seconds: Float = 0.005

    private let step: Float
    private var current: Float
    private var target: Float

    /// - Parameter rate: in Hz.
    init(rate: Int, amplitude: Float) {
        step = 1 / (Self.seconds * Float(rate))
        current = amplitude
        target = amplitude
    }

    /// A block begins. Realtime-safe: yes.
    mutating func begin(target: Float) {
        self.target = target
    }

    /// The amplitude of the block's sample `offset`. Realtime-safe: yes.
    func amplitude(at offset: Int) -> Float {
        let way = step * Float(offset)
        return current + min(max(target - current, -way), way)
    }

    /// The block is over. Realtime-safe: yes.
    mutating func end(count: Int) {
        current = amplitude(at: count)
    }
}
