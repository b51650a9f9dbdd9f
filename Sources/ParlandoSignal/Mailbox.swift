import Synchronization

/// A lock-free mailbox that passes the latest plain value from one thread to another. Either of them may be the audio
/// thread, and neither ever waits. The mailbox cannot overflow, because a value that was not taken is replaced by the
/// next one.
///
/// Implemented as a triple buffer: the writer and the reader own one slot each, and exchange it for the third.
public final class Mailbox<Element: BitwiseCopyable & Sendable>: @unchecked Sendable {
    // Unchecked: `back` and its slot belong to the writer, `front` and its slot to the reader. The atomic exchange that
    // hands over a slot has release semantics for what was written into it.

    private static var fresh: Int { 4 }
    private static var slot: Int { 3 }

    private let slots: UnsafeMutablePointer<Element>
    private var back = 0
    private var front = 1
    private let middle = Atomic<Int>(2)

    /// - Parameter blank: any value, to initialise the memory with; it is never returned.
    public init(blank: Element) {
        slots = .allocate(capacity: 3)
        slots.initialize(repeating: blank, count: 3)
    }

    deinit {
        slots.deallocate()
    }

    /// Stores a value. For the writer's thread only. Realtime-safe.
    public func put(_ element: Element) {
        slots[back] = element
        back = middle.exchange(back | Self.fresh, ordering: .acquiringAndReleasing) & Self.slot
    }

    /// Returns the latest value; nil if there has been none since the last call. For the reader's thread only.
    /// Realtime-safe.
    public func take() -> Element? {
        guard middle.load(ordering: .relaxed) & Self.fresh != 0 else {
            return nil
        }
        front = middle.exchange(front, ordering: .acquiringAndReleasing) & Self.slot
        return slots[front]
    }
}
