public import ParlandoCore
public import ParlandoServices

/// Delegate that records all events of a translator and lets a test await them.
@MainActor public final class SpyTranslatorDelegate: TranslatorServiceDelegate, NewsKeeping {
    public let log = NewsLog<TranslatorEvent>()

    public init() {}

    public var stages: [TranslatorStage] {
        news.compactMap { if case .stage(let stage) = $0 { stage } else { nil } }
    }

    public var advances: [Exchange] {
        news.compactMap { if case .exchange(let exchange) = $0 { exchange } else { nil } }
    }

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

    /// Each reported queue of waiting exchanges, in order.
    public var queues: [[Exchange.ID]] {
        news.compactMap { if case .waiting(let exchanges) = $0 { exchanges } else { nil } }
    }

    public var notices: [TranslatorNotice] {
        news.compactMap { if case .notice(let notice) = $0 { notice } else { nil } }
    }

    public var failures: [TranslatorFailure] {
        news.compactMap { if case .failure(_, _, let failure) = $0 { failure } else { nil } }
    }

    public func wait(for stage: TranslatorStage, times count: Int = 1) async {
        while stages.count(where: { $0 == stage }) < count {
            await next { $0 == .stage(stage) }
        }
    }

    public func translatorService(_ service: TranslatorService, didReport event: TranslatorEvent) {
        log.hear(event)
    }
}
