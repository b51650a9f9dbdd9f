import ParlandoCore
public import ParlandoServices

/// What the page does about the service's events.
extension TranslatorPresenter: TranslatorServiceDelegate {
    public func translatorService(_ service: TranslatorService, didReport event: TranslatorEvent) {
        switch event {
        case .stage(let stage):
            enter(stage)
        case .exchange(let exchange):
            advance(exchange)
        case .level(let level):
            update { $0.level = level }
        case .played(_, let seconds, let total):
            update { $0.played = (seconds, total) }
        case .notice(let notice):
            tell(notice)
        case .waiting(let exchanges):
            update { $0.waiting = exchanges }
        case .discarded(let exchanges):
            update { $0.discard(exchanges) }
        case .failure(_, let exchange?, _) where screen.retired.contains(exchange):
            break
        case .failure(let stage, let exchange, let failure):
            update { $0.fail(failure, in: stage, of: exchange) }
        }
    }

    private func enter(_ stage: TranslatorStage) {
        update { $0.enter(stage) }
        if stage == .idle {
            listenIfAskedFor()
        }
    }

    private func advance(_ exchange: Exchange) {
        update { $0.advance(exchange) }
        if exchange.isWhole, let source = exchange.sourceLanguage.flatMap(SpeechLanguage.translated(tag:)),
            let pair = LanguagePair(source.code + "-" + exchange.targetLanguage)
        {
            choose { $0.use(pair) }
        }
    }
}

extension TranslatorPresenter: ModelServiceDelegate {
    public func modelService(_ service: ModelService, didChange entries: [ModelEntry]) {
        update { $0.models = entries }
    }
}
