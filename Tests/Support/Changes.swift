/// Lets tests wait for a change in a test double.
@MainActor public final class Changes {
    private var waiting: [CheckedContinuation<Void, Never>] = []

    public init() {}

    /// Reports a change: resumes all tasks that wait for one.
    public func happened() {
        let ready = waiting
        waiting = []
        ready.forEach { $0.resume() }
    }

    /// Waits for the next change.
    public func next() async {
        await withCheckedContinuation { waiting.append($0) }
    }
}

/// Test double whose changes a test can await.
@MainActor public protocol ChangeWatching: AnyObject {
    /// The log to which the test double reports each of its changes.
    var changes: Changes { get }
}

extension ChangeWatching {
    /// Waits for the next change.
    public func nextChange() async {
        await changes.next()
    }

    /// Waits until the condition holds. The condition is checked now and at every change.
    public func nextChange(until condition: () -> Bool) async {
        while !condition() {
            await nextChange()
        }
    }
}
