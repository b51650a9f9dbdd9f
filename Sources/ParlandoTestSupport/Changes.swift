/// Lets tests wait for a change in a test double.
@MainActor public final class Changes {
    private var waiting: [CheckedContinuation<Void, Never>] = []

    public init() {}

    /// Resumes all waits.
    public func happened() {
        let ready = waiting
        waiting = []
        ready.forEach { $0.resume() }
    }

    /// Returns at the next change.
    public func next() async {
        await withCheckedContinuation { waiting.append($0) }
    }
}

/// Test double whose changes a test can await.
@MainActor public protocol ChangeWatching: AnyObject {
    /// The waits for a change, which the test double resumes at every change.
    var changes: Changes { get }
}

extension ChangeWatching {
    /// Returns at the next change.
    public func nextChange() async {
        await changes.next()
    }

    /// Returns once the condition holds. It is checked now and at every change.
    public func nextChange(until condition: () -> Bool) async {
        while !condition() {
            await nextChange()
        }
    }
}
