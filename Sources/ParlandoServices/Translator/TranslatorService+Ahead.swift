import Logging
import ParlandoCore

/// Prefetching translations of common travel phrases.
extension TranslatorService {
    /// Prefetches the common phrases for the language pair, once, if the user allows it and no other request is
    /// waiting.
    func fetchAhead(_ options: TranslatorOptions) {
        let preferences = options.preferences
        let descriptor = preferences.service.descriptor
        guard preferences.fetchesAhead, descriptor.input == .text,
            descriptor.isLocal || preferences.agreedServices.contains(preferences.service.rawValue),
            let source = options.source,
            CommonPhrases.pairs.contains("\(source)-\(options.target)")
        else {
            return
        }
        let maker = TranslationMaker(preferences)
        guard pairsAhead.insert("\(source)-\(options.target) \(maker.service.rawValue) \(maker.model)").inserted else {
            return
        }
        let service = translationService(preferences)
        let task = Task { [archive = parts.archive, log] in
            do {
                for text in CommonPhrases.phrases(source) {
                    let phrase = Phrase(text, language: source)
                    let request = TranslationRequest(phrase, into: options.target)
                    guard await archive.remembered(request, by: maker) == nil else {
                        continue
                    }
                    try Task.checkCancellation()
                    for try await news in service.translate(phrase, into: options.target, priority: .ahead) {
                        if case .translated(let translation) = news {
                            try await archive.keepAhead(translation, of: request, by: maker)
                        }
                    }
                }
            } catch {
                // Prefetching may fail silently: the phrase is translated when it is needed.
                log.info("common phrases are not fetched: \(type(of: error))")
            }
        }
        fetching.append(task)
    }
}
