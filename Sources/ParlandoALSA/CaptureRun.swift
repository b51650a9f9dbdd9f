import ParlandoCore
import ParlandoSignal
import Synchronization

/// Data shared by the audio thread and the delivering thread while a microphone is open.
final class CaptureRun: Sendable {
    /// Length of the ring buffer in seconds: the time for which the delivering thread may be delayed without losing
    /// samples. That thread has no other work.
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

    /// Counts an xrun (underrun or overrun). Realtime-safe.
    func countXrun() {
        overruns.add(1, ordering: .relaxed)
    }
}

/// Statistics of a capture, for checking that no sound is lost between the device and the consumer.
struct CaptureTally: Sendable, Equatable {
    /// Number of frames read from the device.
    var frames = 0
    /// Number of samples at `AudioBlock.sampleRate` to which the frames read from the device correspond.
    var expected = 0
    /// Number of samples delivered to the consumer.
    var delivered = 0
    /// Number of times the device dropped samples because they were not read in time.
    var xruns = 0
    /// Number of samples that did not fit into the ring buffer between the audio thread and the delivering thread.
    var overflow = 0

    /// Adds the statistics of one capture, from the opening of the microphone to its closing. Must be called after the
    /// closing.
    mutating func add(_ run: CaptureRun) {
        frames += run.frames
        expected += Resampler.expectedCount(run.frames - run.ring.overflow, rate: run.rate)
        xruns += run.xruns
        overflow += run.ring.overflow
    }
}
