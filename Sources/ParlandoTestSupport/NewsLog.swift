/// Everything a service has said to its delegate, and those who wait for more.
@MainActor public final class NewsLog<News: Sendable> {
    /// Everything so far, in order.
    public private(set) var news: [News] = []
    private var waiting: [Int: (condition: (News) -> Bool, continuation: CheckedContinuation<Void, Never>)] = [:]
    private var waits = 0

    public init() {}

    /// Keeps a piece of news and wakes those who wait for it.
    public func hear(_ piece: News) {
        news.append(piece)
        for wait in waiting.filter({ $0.value.condition(piece) }).keys.sorted() {
            wake(wait)
        }
    }

    /// Returns at the next piece of news that meets the condition. Only news that is still to come counts. Also returns
    /// when the test is out of time: one that waits in vain fails, and keeps no other from being run.
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

    /// Forgets everything so far, so that a long test needs no more memory than a short one.
    public func forget() {
        news.removeAll()
    }
}

/// A delegate that keeps everything it is told, and lets a test wait for it.
@MainActor public protocol NewsKeeping: AnyObject {
    /// One call of the delegate.
    associatedtype News: Sendable
    /// Everything it was told.
    var log: NewsLog<News> { get }
}

extension NewsKeeping {
    /// Everything so far, in order.
    public var news: [News] { log.news }

    /// Returns at the next piece of news that meets the condition. Only news that is still to come counts.
    public func next(_ condition: @escaping (News) -> Bool) async {
        await log.next(condition)
    }

    /// Returns when there is, or comes, a piece of news that meets the condition.
    public func wait(for condition: @escaping (News) -> Bool) async {
        if !news.contains(where: condition) {
            await next(condition)
        }
    }
}
