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

/// A lock-free ring buffer that passes small plain values from one thread to another. Either may be the audio thread.
///
/// It has a single writer and a single reader, like `SampleRing`: each side advances its own position and reads the
/// other's.
public final class EventRing<Element: BitwiseCopyable & Sendable>: @unchecked Sendable {
    // Unchecked: both threads access the memory of the values; the two positions keep the accesses apart.

    /// Capacity in values, a power of two.
    public let capacity: Int

    private let storage: UnsafeMutablePointer<Element>
    private let written = Atomic<Int>(0)
    private let taken = Atomic<Int>(0)

    /// Allocates all memory and touches it, so that the audio thread never causes a page fault.
    ///
    /// - Parameters:
    ///   - minimumCapacity: minimum capacity in values, at least 1; rounded up to a power of two.
    ///   - blank: any value, to initialise the memory with.
    public init(minimumCapacity: Int, blank: Element) {
        var capacity = 1
        while capacity < minimumCapacity {
            capacity *= 2
        }
        self.capacity = capacity
        storage = .allocate(capacity: capacity)
        storage.initialize(repeating: blank, count: capacity)
    }

    deinit {
        storage.deallocate()
    }

    /// Number of values in the buffer. Realtime-safe.
    public var count: Int {
        written.load(ordering: .acquiring) - taken.load(ordering: .acquiring)
    }

    /// Adds a value. Returns false if the buffer is full. For the writer's thread only. Realtime-safe.
    public func put(_ element: Element) -> Bool {
        let position = written.load(ordering: .relaxed)
        guard position - taken.load(ordering: .acquiring) < capacity else {
            return false
        }
        storage[position & (capacity - 1)] = element
        written.store(position + 1, ordering: .releasing)
        return true
    }

    /// Returns the oldest value without removing it. For the reader's thread only. Realtime-safe.
    public func peek() -> Element? {
        let position = taken.load(ordering: .relaxed)
        guard position < written.load(ordering: .acquiring) else {
            return nil
        }
        return storage[position & (capacity - 1)]
    }

    /// Removes and returns the oldest value. For the reader's thread only. Realtime-safe.
    public func take() -> Element? {
        guard let element = peek() else {
            return nil
        }
        taken.store(taken.load(ordering: .relaxed) + 1, ordering: .releasing)
        return element
    }
}
