import ParlandoCore
import ParlandoSignal
import Synchronization

/// One opening of a device: what the audio thread leaves for the one that delivers.
final class CaptureRun: Sendable {
    /// Seconds the delivering thread may sleep before anything is lost. It has nothing else to do.
    private static let patience = 8

    let rate: Int
    /// Mono at `rate`.
    let ring: SampleRing

    /// Where the stream stood at each read; nil: nobody asked.
    let points: PointRing?

    private let captured = Atomic<Int>(0)
    private let overruns = Atomic<Int>(0)

    init(rate: Int, points: PointRing? = nil) {
        self.rate = rate
        self.points = points
        ring = SampleRing(minimumCapacity: rate * Self.patience)
    }

    /// Frames that came from the device.
    var frames: Int {
        captured.load(ordering: .relaxed)
    }

    /// How often the device had to drop sound because it was not read in time.
    var xruns: Int {
        overruns.load(ordering: .relaxed)
    }

    /// Realtime-safe: yes.
    func add(_ mono: UnsafeBufferPointer<Float>) {
        captured.add(mono.count, ordering: .relaxed)
        ring.write(mono)
    }

    /// Realtime-safe: yes.
    func countXrun() {
        overruns.add(1, ordering: .relaxed)
    }
}
