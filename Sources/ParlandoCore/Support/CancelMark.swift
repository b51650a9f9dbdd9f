import Synchronization

/// A flag by which one thread asks a blocking call on another thread to stop. Once set, the flag is never reset.
public final class CancelMark: Sendable {
    private let mark = Atomic<Bool>(false)

    public init() {}

    /// Whether the blocking call should stop.
    public var isSet: Bool {
        mark.load(ordering: .relaxed)
    }

    /// Sets the flag, which asks the blocking call to stop.
    public func set() {
        mark.store(true, ordering: .relaxed)
    }
}
