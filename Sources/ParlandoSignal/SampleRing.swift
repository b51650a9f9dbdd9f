import Synchronization

/// A lock-free ring buffer that passes samples from a thread that must never wait to one that may.
///
/// It has a single writer and a single reader: each side advances its own position and reads the other's. The writer's
/// release store pairs with the reader's acquire load, so that samples are visible before they are counted. Samples
/// that do not fit are counted in `overflow`, never lost silently.
public final class SampleRing: @unchecked Sendable {
    // Unchecked: both threads access the memory of the samples; the two positions keep the accesses apart.

    /// Capacity in samples, a power of two.
    public let capacity: Int

    private let storage: UnsafeMutablePointer<Float>
    private let written = Atomic<Int>(0)
    private let taken = Atomic<Int>(0)
    private let lost = Atomic<Int>(0)

    /// Allocates all memory and touches it, so that the writer never causes a page fault.
    ///
    /// - Parameter minimumCapacity: minimum capacity in samples, at least 1; rounded up to a power of two.
    public init(minimumCapacity: Int) {
        var capacity = 1
        while capacity < minimumCapacity {
            capacity *= 2
        }
        self.capacity = capacity
        storage = .allocate(capacity: capacity)
        storage.initialize(repeating: 0, count: capacity)
    }

    deinit {
        storage.deinitialize(count: capacity)
        storage.deallocate()
    }

    /// Number of samples waiting to be read. Realtime-safe.
    public var count: Int {
        written.load(ordering: .acquiring) - taken.load(ordering: .acquiring)
    }

    /// Total number of samples that did not fit. Realtime-safe.
    public var overflow: Int {
        lost.load(ordering: .relaxed)
    }

    /// Adds samples and returns the number that fitted. For the writer's thread only. Realtime-safe.
    @discardableResult
    public func write(_ samples: UnsafeBufferPointer<Float>) -> Int {
        let start = written.load(ordering: .relaxed)
        let room = capacity - (start - taken.load(ordering: .acquiring))
        let fitting = min(room, samples.count)
        if fitting < samples.count {
            lost.add(samples.count - fitting, ordering: .relaxed)
        }
        guard fitting > 0, let source = samples.baseAddress else {
            return 0
        }
        let offset = start & (capacity - 1)
        let first = min(fitting, capacity - offset)
        (storage + offset).update(from: source, count: first)
        storage.update(from: source + first, count: fitting - first)
        written.store(start + fitting, ordering: .releasing)
        return fitting
    }

    /// Removes samples, oldest first, and returns their number. For the reader's thread only. Realtime-safe.
    public func read(into target: UnsafeMutableBufferPointer<Float>) -> Int {
        let start = taken.load(ordering: .relaxed)
        let ready = min(target.count, written.load(ordering: .acquiring) - start)
        guard ready > 0, let destination = target.baseAddress else {
            return 0
        }
        let offset = start & (capacity - 1)
        let first = min(ready, capacity - offset)
        destination.update(from: storage + offset, count: first)
        (destination + first).update(from: storage, count: ready - first)
        taken.store(start + ready, ordering: .releasing)
        return ready
    }
}
