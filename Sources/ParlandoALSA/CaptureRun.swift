import ParlandoCore
import ParlandoSignal
import Synchronization

/// Data shared by the audio thread and the delivering thread during one opening of a microphone.
final class CaptureRun: Sendable {
    /// Length of the ring buffer in seconds: the time for which the delivering thread may be delayed without losing
    /// samples. It has no other work.
    private static let patience = 8

    let rate: Int
    /// Mono samples at `rate`.
    let ring: SampleRing

    /// Stream position at each read; nil if positions are not needed.
    let points: PointRing?

    private let captured = Atomic<Int>(0)
    private let overruns = Atomic<Int>(0)

    init(rate: Int, points: PointRing? = nil) {
        self.rate = rate
        self.points = points
        ring = SampleRing(minimumCapacity: rate * Self.patience)
    }

    /// Number of frames read from the device.
    var frames: Int {
        captured.load(ordering: .relaxed)
    }

    /// Number of times the device dropped samples because they were not read in time.
    var xruns: Int {
        overruns.load(ordering: .relaxed)
    }

    /// Adds samples. Realtime-safe.
    func add(_ mono: UnsafeBufferPointer<Float>) {
        captured.add(mono.count, ordering: .relaxed)
        ring.write(mono)
    }

    /// Counts an xrun. Realtime-safe.
    func countXrun() {
        overruns.add(1, ordering: .relaxed)
    }
}
