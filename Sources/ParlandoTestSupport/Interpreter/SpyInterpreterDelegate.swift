public import ParlandoCore
public import ParlandoServices

/// Keeps everything an interpreter says, and lets a test wait for it.
@MainActor public final class SpyInterpreterDelegate: InterpreterDelegate {
    /// One call of the delegate.
    public enum News: Sendable, Equatable {
        case stage(InterpreterStage)
        case exchange(Exchange)
        case level(Double)
        case played(Exchange.ID, seconds: Double, of: Double?)
        case notice(InterpreterNotice)
        case failure(InterpreterStage, Exchange.ID?, InterpreterFailure)
    }

    /// Everything so far, in order.
    public private(set) var news: [News] = []
    private var waiting: [(condition: (News) -> Bool, continuation: CheckedContinuation<Void, Never>)] = []

    public init() {}

    /// The stages so far, in order.
    public var stages: [InterpreterStage] {
        news.compactMap { if case .stage(let stage) = $0 { stage } else { nil } }
    }

    /// Every state of every exchange so far, in order.
    public var advances: [Exchange] {
        news.compactMap { if case .exchange(let exchange) = $0 { exchange } else { nil } }
    }

    /// The last state of every exchange, in the order in which they began.
    public var exchanges: [Exchange] {
        var order: [Exchange.ID] = []
        var last: [Exchange.ID: Exchange] = [:]
        for exchange in advances {
            if last.updateValue(exchange, forKey: exchange.id) == nil {
                order.append(exchange.id)
            }
        }
        return order.compactMap { last[$0] }
    }

    /// The notices so far, in order.
    public var notices: [InterpreterNotice] {
        news.compactMap { if case .notice(let notice) = $0 { notice } else { nil } }
    }

    /// The failures so far, in order.
    public var failures: [InterpreterFailure] {
        news.compactMap { if case .failure(_, _, let failure) = $0 { failure } else { nil } }
    }

    /// Returns when there is, or comes, a piece of news that meets the condition.
    public func wait(for condition: @escaping (News) -> Bool) async {
        if !news.contains(where: condition) {
            await next(condition)
        }
    }

    /// Returns at the next piece of news that meets the condition. Only news that is still to come counts.
    public func next(_ condition: @escaping (News) -> Bool) async {
        await withCheckedContinuation { waiting.append((condition, $0)) }
    }

    /// Returns when the interpreter has entered this stage so many times.
    public func wait(for stage: InterpreterStage, times count: Int = 1) async {
        while stages.count(where: { $0 == stage }) < count {
            await next { $0 == .stage(stage) }
        }
    }

    /// Forgets everything so far, so that a long test needs no more memory than a short one.
    public func forget() {
        news.removeAll()
    }

    private func hear(_ piece: News) {
        news.append(piece)
        let ready = waiting.filter { $0.condition(piece) }
        waiting.removeAll { $0.condition(piece) }
        ready.forEach { $0.continuation.resume() }
    }

    public func interpreter(_ interpreter: any Interpreting, didEnter stage: InterpreterStage) {
        hear(.stage(stage))
    }

    public func interpreter(_ interpreter: any Interpreting, didAdvance exchange: Exchange) {
        hear(.exchange(exchange))
    }

    public func interpreter(_ interpreter: any Interpreting, didMeasure level: Double) {
        hear(.level(level))
    }

    public func interpreter(
        _ interpreter: any Interpreting, didPlay exchange: Exchange.ID, seconds: Double, of total: Double?
    ) {
        hear(.played(exchange, seconds: seconds, of: total))
    }

    public func interpreter(_ interpreter: any Interpreting, didNotice notice: InterpreterNotice) {
        hear(.notice(notice))
    }

    public func interpreter(
        _ interpreter: any Interpreting, didFailIn stage: InterpreterStage, of exchange: Exchange.ID?,
        with failure: InterpreterFailure
    ) {
        hear(.failure(stage, exchange, failure))
    }
}
