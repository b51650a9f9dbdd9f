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

    /// Also returns when the test is cancelled at its time limit.
    public func next() async {
        guard !Task.isCancelled else {
            return
        }
        await withTaskCancellationHandler {
            await withCheckedContinuation { waiting.append($0) }
        } onCancel: {
            Task { @MainActor in happened() }
        }
    }
}

/// Test double whose changes a test can await.
@MainActor public protocol ChangeWatching: AnyObject {
    var changes: Changes { get }
}

extension ChangeWatching {
    public func nextChange() async {
        await changes.next()
    }

    /// Waits until the condition holds. The condition is checked now and at every change.
    public func nextChange(until condition: () -> Bool) async {
        while !condition(), !Task.isCancelled {
            await nextChange()
        }
    }
}

/// Log of all events that a delegate received. Tests can wait for further events.
@MainActor public final class NewsLog<News: Sendable> {
    public private(set) var news: [News] = []
    private var waiting: [Int: (condition: (News) -> Bool, continuation: CheckedContinuation<Void, Never>)] = [:]
    private var waits = 0

    public init() {}

    /// Records an event and resumes the tasks that wait for such an event.
    public func hear(_ piece: News) {
        news.append(piece)
        for wait in waiting.filter({ $0.value.condition(piece) }).keys.sorted() {
            wake(wait)
        }
    }

    /// Returns at the next event that meets the condition; earlier events do not count. Also returns when the test is
    /// cancelled at its time limit, so that a failing test does not block others.
    public func next(_ condition: @escaping (News) -> Bool) async {
        waits += 1
        let wait = waits
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                if Task.isCancelled {
                    continuation.resume()
                } else {
                    waiting[wait] = (condition, continuation)
                }
            }
        } onCancel: {
            Task { @MainActor in self.wake(wait) }
        }
    }

    private func wake(_ wait: Int) {
        waiting.removeValue(forKey: wait)?.continuation.resume()
    }

    /// Clears the log, so that a long test needs no more memory than a short one.
    public func forget() {
        news.removeAll()
    }
}

/// Delegate that records all its events and lets a test await them.
@MainActor public protocol NewsKeeping: AnyObject {
    associatedtype News: Sendable
    var log: NewsLog<News> { get }
}

extension NewsKeeping {
    public var news: [News] { log.news }

    /// Returns at the next event that meets the condition; earlier events do not count.
    public func next(_ condition: @escaping (News) -> Bool) async {
        await log.next(condition)
    }

    /// Returns once an event that meets the condition has occurred; returns at once if that is already the case.
    public func wait(for condition: @escaping (News) -> Bool) async {
        if !news.contains(where: condition) {
            await next(condition)
        }
    }
}
