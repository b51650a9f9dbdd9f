public import ParlandoCore
public import ParlandoServices

/// Keeps everything an interpreter says, and lets a test wait for it.
@MainActor public final class SpyInterpreterDelegate: InterpreterDelegate, NewsKeeping {
    /// One call of the delegate.
    public enum News: Sendable, Equatable {
        case stage(InterpreterStage)
        case exchange(Exchange)
        case level(Double)
        case played(Exchange.ID, seconds: Double, of: Double?)
        case notice(InterpreterNotice)
        case failure(InterpreterStage, Exchange.ID?, InterpreterFailure)
    }

    public let log = NewsLog<News>()

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

    /// Returns when the interpreter has entered this stage so many times.
    public func wait(for stage: InterpreterStage, times count: Int = 1) async {
        while stages.count(where: { $0 == stage }) < count {
            await next { $0 == .stage(stage) }
        }
    }

    public func interpreter(_ interpreter: any Interpreting, didEnter stage: InterpreterStage) {
        log.hear(.stage(stage))
    }

    public func interpreter(_ interpreter: any Interpreting, didAdvance exchange: Exchange) {
        log.hear(.exchange(exchange))
    }

    public func interpreter(_ interpreter: any Interpreting, didMeasure level: Double) {
        log.hear(.level(level))
    }

    public func interpreter(
        _ interpreter: any Interpreting, didPlay exchange: Exchange.ID, seconds: Double, of total: Double?
    ) {
        log.hear(.played(exchange, seconds: seconds, of: total))
    }

    public func interpreter(_ interpreter: any Interpreting, didNotice notice: InterpreterNotice) {
        log.hear(.notice(notice))
    }

    public func interpreter(
        _ interpreter: any Interpreting, didFailIn stage: InterpreterStage, of exchange: Exchange.ID?,
        with failure: InterpreterFailure
    ) {
        log.hear(.failure(stage, exchange, failure))
    }
}
