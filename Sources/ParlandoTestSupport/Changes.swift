/// Those who wait for a stand-in to change.
@MainActor public final class Changes {
    private var waiting: [CheckedContinuation<Void, Never>] = []

    public init() {}

    /// Wakes all who wait.
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

/// A stand-in whose changes a test can wait for.
@MainActor public protocol ChangeWatching: AnyObject {
    /// Woken at every change.
    var changes: Changes { get }
}

extension ChangeWatching {
    /// Returns when it shows or says something more.
    public func nextChange() async {
        await changes.next()
    }

    /// Returns when the condition holds; it is looked at again at every change.
    public func nextChange(until condition: () -> Bool) async {
        while !condition() {
            await nextChange()
        }
    }
}
