import Synchronization

/// A flag that tells a blocking call on another thread to stop. It is never reset.
public final class CancelMark: Sendable {
    private let mark = Atomic<Bool>(false)

    public init() {}

    /// Whether the call should stop.
    public var isSet: Bool {
        mark.load(ordering: .relaxed)
    }

    /// Sets the flag.
    public func set() {
        mark.store(true, ordering: .relaxed)
    }
}
