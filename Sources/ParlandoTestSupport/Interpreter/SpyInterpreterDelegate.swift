public import ParlandoCore
public import ParlandoServices

/// Keeps everything an interpreter says, and lets a test wait for it.
@MainActor public final class SpyInterpreterDelegate: InterpreterDelegate, NewsKeeping {
    public let log = NewsLog<InterpreterEvent>()

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

    public func interpreter(_ interpreter: any Interpreting, didReport event: InterpreterEvent) {
        log.hear(event)
    }
}
