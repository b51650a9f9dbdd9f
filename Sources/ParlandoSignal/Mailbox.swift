import Synchronization

/// Hands the newest of many plain values from one thread to another, either of which may be the audio thread. Neither
/// ever waits, and it cannot run full: a value that was not taken is replaced by the next one.
///
/// Three slots: one belongs to the writer, one to the reader, and they swap theirs for the third.
public final class Mailbox<Element: BitwiseCopyable & Sendable>: @unchecked Sendable {
    // Unchecked: `back` and the slot it names belong to the writer, `front` and its slot to the reader. The exchange
    // that gives a slot away releases what was written into it.

    private static var fresh: Int { 4 }
    private static var slot: Int { 3 }

    private let slots: UnsafeMutablePointer<Element>
    private var back = 0
    private var front = 1
    private let middle = Atomic<Int>(2)

    /// - Parameter blank: any value, to fill the memory with; it is never taken.
    public init(blank: Element) {
        slots = .allocate(capacity: 3)
        slots.initialize(repeating: blank, count: 3)
    }

    deinit {
        slots.deallocate()
    }

    /// For the writer's thread only. Realtime-safe: yes.
    public func put(_ element: Element) {
        slots[back] = element
        back = middle.exchange(back | Self.fresh, ordering: .acquiringAndReleasing) & Self.slot
    }

    /// The newest value, nil: there has been none since the last one was taken. For the reader's thread only.
    /// Realtime-safe: yes.
    public func take() -> Element? {
        guard middle.load(ordering: .relaxed) & Self.fresh != 0 else {
            return nil
        }
        front = middle.exchange(front, ordering: .acquiringAndReleasing) & Self.slot
        return slots[front]
    }
}
