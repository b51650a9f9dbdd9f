import Synchronization

/// Where a stream stood at one moment.
struct StreamPoint: BitwiseCopyable, Sendable, Equatable {
    /// Nanoseconds on the monotonic clock.
    var time: Int64
    /// Frame that was heard, or captured, at that moment.
    var frame: Int
    /// How often the device has run empty or full.
    var xruns: Int
    /// Playback: frames that were left out so far. Capture: frames captured before those that were read just then.
    var mark: Int
    /// False: the delay was said to be shorter than what lies in the device's own buffer, which nobody can have heard.
    var isPossible = true
}

/// Hands points from an audio thread to one that may wait, without a lock, as `SampleRing` does for samples. What
/// does not fit is dropped: a line needs no single point.
// Unchecked: the points lie in memory that both threads reach; the two positions keep them apart.
final class PointRing: @unchecked Sendable {
    /// A power of two: half a minute of the shortest periods in use.
    private static let capacity = 8192

    private let storage: UnsafeMutablePointer<StreamPoint>
    private let written = Atomic<Int>(0)
    private let taken = Atomic<Int>(0)

    init() {
        storage = .allocate(capacity: Self.capacity)
        storage.initialize(repeating: StreamPoint(time: 0, frame: 0, xruns: 0, mark: 0), count: Self.capacity)
    }

    deinit {
        storage.deallocate()
    }

    /// For the audio thread only. Realtime-safe: yes.
    func write(_ point: StreamPoint) {
        let end = written.load(ordering: .relaxed)
        guard end - taken.load(ordering: .acquiring) < Self.capacity else {
            return
        }
        storage[end & (Self.capacity - 1)] = point
        written.store(end + 1, ordering: .releasing)
    }

    /// The oldest point not read yet; for the reading thread only.
    func read() -> StreamPoint? {
        let start = taken.load(ordering: .relaxed)
        guard start < written.load(ordering: .acquiring) else {
            return nil
        }
        let point = storage[start & (Self.capacity - 1)]
        taken.store(start + 1, ordering: .releasing)
        return point
    }
}
