import Synchronization

/// Ends a wait for bytes that may never come. May be used from any thread.
final class StopFlag: Sendable {
    private let flag = Atomic(false)

    func stop() {
        flag.store(true, ordering: .relaxed)
    }

    var isSet: Bool {
        flag.load(ordering: .relaxed)
    }
}
