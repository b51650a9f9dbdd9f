import Synchronization

/// A report of a stream's position.
struct StreamPoint: BitwiseCopyable, Sendable, Equatable {
    /// Nanoseconds of the monotonic clock.
    var time: Int64
    /// Frame that was heard or captured at that time.
    var frame: Int
    /// Number of xruns so far.
    var xruns: Int
    /// For playback: the total number of frames skipped. For capture: the number of frames captured before those that
    /// were just read.
    var mark: Int
    /// Whether the reported delay is plausible. It is not if it is shorter than the contents of the device's own
    /// buffer, which cannot have been heard yet.
    var isPossible = true
}

/// A lock-free ring buffer that passes position reports from an audio thread to another thread, like `SampleRing` for
/// samples. Reports that do not fit are dropped, because a clock fit does not depend on single ones.
// Unchecked: both threads access the memory of the reports; the two positions keep the accesses apart.
final class PointRing: @unchecked Sendable {
    /// Capacity, a power of two: half a minute of the shortest periods in use.
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

    /// Adds a report. For the audio thread only. Realtime-safe.
    func write(_ point: StreamPoint) {
        let end = written.load(ordering: .relaxed)
        guard end - taken.load(ordering: .acquiring) < Self.capacity else {
            return
        }
        storage[end & (Self.capacity - 1)] = point
        written.store(end + 1, ordering: .releasing)
    }

    /// Removes and returns the oldest report. For the reading thread only.
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
