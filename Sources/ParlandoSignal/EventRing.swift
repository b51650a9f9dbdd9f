import Synchronization

/// Hands small plain values from one thread to another, either of which may be the audio thread.
///
/// A ring with one writer and one reader and no lock, as `SampleRing`: each side moves its own position and reads the
/// other's.
public final class EventRing<Element: BitwiseCopyable & Sendable>: @unchecked Sendable {
    // Unchecked: the values lie in memory that both threads reach; the two positions keep them apart.

    /// How many values fit, a power of two.
    public let capacity: Int

    private let storage: UnsafeMutablePointer<Element>
    private let written = Atomic<Int>(0)
    private let taken = Atomic<Int>(0)

    /// Takes all the memory it will ever need, and touches it, so that no page fault waits for the audio thread.
    ///
    /// - Parameters:
    ///   - minimumCapacity: values that must fit, at least 1; rounded up to a power of two.
    ///   - blank: any value, to fill the memory with.
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

    /// Values that wait to be taken. Realtime-safe: yes.
    public var count: Int {
        written.load(ordering: .acquiring) - taken.load(ordering: .acquiring)
    }

    /// Adds a value; for the writer's thread only. False: there is no room. Realtime-safe: yes.
    public func put(_ element: Element) -> Bool {
        let position = written.load(ordering: .relaxed)
        guard position - taken.load(ordering: .acquiring) < capacity else {
            return false
        }
        storage[position & (capacity - 1)] = element
        written.store(position + 1, ordering: .releasing)
        return true
    }

    /// The oldest value, which stays where it is; for the reader's thread only. Realtime-safe: yes.
    public func peek() -> Element? {
        let position = taken.load(ordering: .relaxed)
        guard position < written.load(ordering: .acquiring) else {
            return nil
        }
        return storage[position & (capacity - 1)]
    }

    /// Takes the oldest value; for the reader's thread only. Realtime-safe: yes.
    public func take() -> Element? {
        guard let element = peek() else {
            return nil
        }
        taken.store(taken.load(ordering: .relaxed) + 1, ordering: .releasing)
        return element
    }
}
