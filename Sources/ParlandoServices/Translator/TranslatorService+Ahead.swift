import Logging
import ParlandoCore

/// Prefetches translations of common travel phrases.
extension TranslatorService {
    /// Prefetches translations of common phrases in the language pair of an exchange (a text with its translation), if
    /// the user allows it. Does so only once for each pair. A service on this computer needs no prefetching, because it
    /// answers at once.
    func fetchAhead(like exchange: Exchange, _ options: TranslatorOptions) {
        let preferences = options.preferences
        // The source language may have been detected, so it is taken from the exchange.
        guard preferences.fetchesAhead, !preferences.service.descriptor.isLocal,
            preferences.agreedServices.contains(preferences.service.rawValue),
            let source = exchange.sourceLanguage.flatMap({ SpeechLanguage.translated(tag: $0)?.code }),
            CommonPhrases.pairs.contains("\(source)-\(exchange.targetLanguage)")
        else {
            return
        }
        let target = exchange.targetLanguage
        let maker = TranslationMaker(preferences)
        let name = "\(source)-\(target) \(maker.service.rawValue) \(maker.model)"
        guard pairsAhead.insert(name).inserted else {
            return
        }
        let service = translationService(preferences)
        let task = Task { [archive = parts.archive, log] in
            do {
                for text in CommonPhrases.phrases(source) {
                    let phrase = Phrase(text, language: source)
                    let request = TranslationRequest(phrase, into: target)
                    guard await archive.remembered(request, by: maker) == nil else {
                        continue
                    }
                    try Task.checkCancellation()
                    for try await news in service.translate(phrase, into: target, priority: .ahead) {
                        if case .translated(let translation) = news {
                            try await archive.keepAhead(translation, of: request, by: maker)
                        }
                    }
                }
            } catch {
                // Prefetching may fail silently: the phrase is translated when it is needed. The rest is fetched when
                // the pair is used again.
                log.info("common phrases are not fetched: \(type(of: error))")
                self.pairsAhead.remove(name)
            }
        }
        fetching.append(task)
    }
}
