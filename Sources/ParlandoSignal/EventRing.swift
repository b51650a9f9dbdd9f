import Synchronization

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
