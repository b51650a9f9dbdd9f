public import ParlandoCore
public import ParlandoServices

/// What the interpreter says becomes part of the screen.
extension TranslatorPresenter: InterpreterDelegate {
    public func interpreter(_ interpreter: any Interpreting, didEnter stage: InterpreterStage) {
        update { $0.enter(stage) }
        if stage == .idle {
            listenIfAskedFor()
        }
    }

    public func interpreter(_ interpreter: any Interpreting, didAdvance exchange: Exchange) {
        update { $0.advance(exchange) }
        if exchange.isWhole, let source = exchange.sourceLanguage.flatMap(SpeechLanguage.translated(tag:)),
            let pair = LanguagePair(source.code + "-" + exchange.targetLanguage)
        {
            choose { $0.use(pair) }
        }
    }

    public func interpreter(_ interpreter: any Interpreting, didMeasure level: Double) {
        update { $0.level = level }
    }

    public func interpreter(
        _ interpreter: any Interpreting, didPlay exchange: Exchange.ID, seconds: Double, of total: Double?
    ) {
        update { $0.play(seconds, of: total) }
    }

    public func interpreter(_ interpreter: any Interpreting, didNotice notice: InterpreterNotice) {
        tell(notice)
    }

    public func interpreter(
        _ interpreter: any Interpreting, didFailIn stage: InterpreterStage, of exchange: Exchange.ID?,
        with failure: InterpreterFailure
    ) {
        if let exchange, screen.retired.contains(exchange) {
            return
        }
        update { $0.fail(failure, in: stage, of: exchange) }
    }
}
