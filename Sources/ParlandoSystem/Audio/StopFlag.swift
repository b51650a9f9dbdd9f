import Synchronization

/// Flag that ends a wait for bytes that may never come. Thread-safe.
final class StopFlag: Sendable {
    private let flag = Atomic(false)

    func stop() {
        flag.store(true, ordering: .relaxed)
    }

    var isSet: Bool {
        flag.load(ordering: .relaxed)
    }
}
