import Synchronization

/// Hands samples from one thread that must never wait to one that may.
///
/// A ring with one writer and one reader and no lock: each side moves its own position and reads the other's. The
/// writer publishes with release what the reader sees with acquire, so samples are there before their count says so.
/// What does not fit is counted in `overflow`, never silently lost.
public final class SampleRing: @unchecked Sendable {
    // Unchecked: the samples lie in memory that both threads reach; the two positions keep them apart.

    /// How many samples fit, a power of two.
    public let capacity: Int

    private let storage: UnsafeMutablePointer<Float>
    private let written = Atomic<Int>(0)
    private let taken = Atomic<Int>(0)
    private let lost = Atomic<Int>(0)

    /// Takes all the memory it will ever need, and touches it, so that no page fault waits for the writer.
    ///
    /// - Parameter minimumCapacity: samples that must fit, at least 1; rounded up to a power of two.
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

    /// Samples waiting to be read. Realtime-safe: yes.
    public var count: Int {
        written.load(ordering: .acquiring) - taken.load(ordering: .acquiring)
    }

    /// Samples that found no room since the beginning. Realtime-safe: yes.
    public var overflow: Int {
        lost.load(ordering: .relaxed)
    }

    /// Adds samples; for the writer's thread only. Returns how many found room. Realtime-safe: yes.
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

    /// Takes samples, oldest first; for the reader's thread only. Returns how many were taken. Realtime-safe: yes.
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
