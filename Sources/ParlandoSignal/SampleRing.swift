import Synchronization

/// A lock-free ring buffer from a thread that must never wait to one that may.
///
/// Single writer, single reader. The writer's release store pairs with the reader's acquire load, so samples are
/// visible before they are counted. What does not fit is counted in `overflow`.
public final class SampleRing: @unchecked Sendable {
    // Unchecked: both threads access the memory of the samples; the two positions keep the accesses apart.

    /// In samples, a power of two.
    public let capacity: Int

    private let storage: UnsafeMutablePointer<Float>
    private let written = Atomic<Int>(0)
    private let taken = Atomic<Int>(0)
    private let lost = Atomic<Int>(0)

    /// Touches all memory, so that the writer never causes a page fault.
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

    /// Samples waiting to be read. Realtime-safe.
    public var count: Int {
        written.load(ordering: .acquiring) - taken.load(ordering: .acquiring)
    }

    /// Samples that did not fit so far. Realtime-safe.
    public var overflow: Int {
        lost.load(ordering: .relaxed)
    }

    /// Returns the number of samples that fitted. For the writer's thread only. Realtime-safe.
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

    /// Removes and returns at most `most` samples, oldest first. For the reader's thread only; allocates memory.
    public func take(_ most: Int) -> [Float] {
        // All threads share the memory of an array without room, and its count would be written.
        most > 0 ? [Float](unsafeUninitializedCapacity: most) { room, count in count = read(into: room) } : []
    }

    /// Removes samples, oldest first. Returns their number. For the reader's thread only. Realtime-safe.
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

/// Passes small plain values from one thread to another, like `SampleRing`. Either may be the audio thread.
public final class EventRing<Element: BitwiseCopyable & Sendable>: @unchecked Sendable {
    // Unchecked: both threads access the memory of the values; the two positions keep the accesses apart.

    /// A power of two.
    public let capacity: Int

    private let storage: UnsafeMutablePointer<Element>
    private let written = Atomic<Int>(0)
    private let taken = Atomic<Int>(0)

    /// Touches all memory, so that the audio thread never causes a page fault.
    ///
    /// - Parameter blank: any value, to initialise the memory with.
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

    /// Realtime-safe.
    public var count: Int {
        written.load(ordering: .acquiring) - taken.load(ordering: .acquiring)
    }

    /// Returns false if the buffer is full. For the writer's thread only. Realtime-safe.
    public func put(_ element: Element) -> Bool {
        let position = written.load(ordering: .relaxed)
        guard position - taken.load(ordering: .acquiring) < capacity else {
            return false
        }
        storage[position & (capacity - 1)] = element
        written.store(position + 1, ordering: .releasing)
        return true
    }

    /// The oldest value, which stays. For the reader's thread only. Realtime-safe.
    public func peek() -> Element? {
        let position = taken.load(ordering: .relaxed)
        guard position < written.load(ordering: .acquiring) else {
            return nil
        }
        return storage[position & (capacity - 1)]
    }

    /// Removes the oldest value. For the reader's thread only. Realtime-safe.
    public func take() -> Element? {
        guard let element = peek() else {
            return nil
        }
        taken.store(taken.load(ordering: .relaxed) + 1, ordering: .releasing)
        return element
    }
}

/// Passes the latest plain value from one thread to another. Either may be the audio thread, and neither ever waits.
///
/// A triple buffer: writer and reader own one slot each, and exchange it for the third.
public final class Mailbox<Element: BitwiseCopyable & Sendable>: @unchecked Sendable {
    // Unchecked: `back` and its slot belong to the writer, `front` and its slot to the reader. The atomic exchange that
    // hands over a slot has release semantics for what was written into it.

    private static var fresh: Int { 4 }
    private static var slot: Int { 3 }

    private let slots: UnsafeMutablePointer<Element>
    private var back = 0
    private var front = 1
    private let middle = Atomic<Int>(2)

    /// - Parameter blank: any value, to initialise the memory with; never returned.
    public init(blank: Element) {
        slots = .allocate(capacity: 3)
        slots.initialize(repeating: blank, count: 3)
    }

    deinit {
        slots.deallocate()
    }

    /// For the writer's thread only. Realtime-safe.
    public func put(_ element: Element) {
        slots[back] = element
        back = middle.exchange(back | Self.fresh, ordering: .acquiringAndReleasing) & Self.slot
    }

    /// The latest value; nil if there has been none since the last call. For the reader's thread only. Realtime-safe.
    public func take() -> Element? {
        guard middle.load(ordering: .relaxed) & Self.fresh != 0 else {
            return nil
        }
        front = middle.exchange(front, ordering: .acquiringAndReleasing) & Self.slot
        return slots[front]
    }
}
