import Logging
import ParlandoCore

extension TranslatorService {
    /// Reports every failure.
    func translateAndSpeak(_ id: Exchange.ID, _ options: TranslatorOptions) async {
        guard let record = records[id] else {
            return
        }
        enter(.translating)
        let (cues, feed) = AsyncStream.makeStream(of: SpeechCue.self)
        let target = record.exchange.targetLanguage
        let speech = options.speaks ? beginSpeaking(cues, language: target, of: id, options) : nil
        do {
            try await withTaskCancellationHandler {
                try await translate(record, options, into: feed)
            } onCancel: {
                speech?.cancel()
            }
        } catch {
            speech?.cancel()
            feed.finish()
            await finishSpeaking(speech)
            if Self.keepsOld(record.exchange, options) {
                restore(record.exchange)
            }
            report(error, of: id)
            return
        }
        feed.finish()
        _ = records.update(id) { $0.failedStage = nil }
        if let speech {
            enter(.speaking)
            await awaitSpeech(speech, language: target, of: id)
        }
        if let exchange = records[id]?.exchange {
            fetchAhead(like: exchange, options)
        }
    }

    /// Repeats the failed stage and the stages after it.
    func repeatStage(of id: Exchange.ID, _ options: TranslatorOptions) async {
        guard let record = records[id], let failed = record.failedStage else {
            return
        }
        if failed == .speaking {
            let exchange = record.exchange
            await speakWhole(
                exchange.translation.revealed, language: exchange.targetLanguage, of: id, options)
        } else if !record.isTranscribed {
            if await recogniseAgain(id, options) {
                await translateAndSpeak(id, options)
            }
        } else {
            await translateAndSpeak(id, options)
        }
    }

    /// Whether the earlier translation stays until the new one begins to arrive.
    private static func keepsOld(_ exchange: Exchange, _ options: TranslatorOptions) -> Bool {
        !options.usesMemory && exchange.isWhole
    }

    /// An attempt to replace the earlier translation failed.
    private func restore(_ old: Exchange) {
        advance(old.id) {
            $0.translation = old.translation
            $0.isWhole = old.isWhole
            $0.isRemembered = old.isRemembered
        }
    }

    private func report(_ error: any Error, of id: Exchange.ID) {
        switch error {
        case let error as TranslationError: fail(.translation(error), of: id)
        case let error as TranslatorFailure: fail(error, of: id)
        default: leave(id, at: .translating)
        }
    }

    // MARK: One translation

    private typealias Feed = AsyncStream<SpeechCue>.Continuation

    private func translate(
        _ record: ExchangeRecord, _ options: TranslatorOptions, into feed: Feed
    ) async throws {
        let exchange = record.exchange
        let id = exchange.id
        let phrase = Phrase(exchange.source.revealed, language: exchange.sourceLanguage)
        if record.sound.isEmpty || !phrase.text.revealed.isEmpty {
            try phrase.check()
        }
        var cutter = await sentenceCutter(exchange.targetLanguage, options)
        if !Self.keepsOld(exchange, options) {
            advance(id) {
                $0.translation = Private("")
                $0.isWhole = false
                $0.isRemembered = false
            }
        }
        if exchange.sourceLanguage == exchange.targetLanguage {
            finish(id, Translation(phrase.text.revealed), by: nil, &cutter, feed)
            return
        }
        let request = TranslationRequest(phrase, into: exchange.targetLanguage)
        let maker = TranslationMaker(options.preferences)
        if options.usesMemory, let translation = await parts.archive.remembered(request, by: maker) {
            finish(id, translation, by: maker.service, isRemembered: true, &cutter, feed)
            return
        }
        var kind = options.preferences.service
        let whole: Translation
        if let direct = await directSpeech(record, options) {
            notice(.translatedOffline)
            let spoken = try await translateSpeech(record.sound, from: exchange.sourceLanguage, into: direct)
            whole =
                exchange.targetLanguage == direct
                ? spoken
                : try await ask(record, Phrase(spoken.text.revealed, language: direct), options, &cutter, feed)
        } else {
            (whole, kind) = try await translateByService(record, phrase, options, &cutter, feed)
        }
        finish(id, whole, by: kind, &cutter, feed)
        await keepInArchive(id, by: TranslationMaker(kind, options.preferences))
    }

    private func finish(
        _ id: Exchange.ID, _ translation: Translation, by kind: TranslationServiceKind?, isRemembered: Bool = false,
        _ cutter: inout SentenceCutter, _ feed: Feed
    ) {
        cutter.take(translation.text.revealed, isWhole: true).forEach { feed.yield(.sentence($0)) }
        advance(id) {
            $0.translation = translation.text
            $0.sourceLanguage = $0.sourceLanguage ?? translation.detectedLanguage
            $0.service = kind
            $0.isWhole = true
            $0.isRemembered = isRemembered
        }
    }

    private func translateByService(
        _ record: ExchangeRecord, _ phrase: Phrase, _ options: TranslatorOptions, _ cutter: inout SentenceCutter,
        _ feed: Feed
    ) async throws -> (Translation, TranslationServiceKind) {
        let kind = options.preferences.service
        guard kind.descriptor.isLocal || options.preferences.agreedServices.contains(kind.rawValue) else {
            throw TranslatorFailure.consentMissing(kind)
        }
        while true {
            do {
                return (try await ask(record, phrase, options, &cutter, feed), kind)
            } catch let error as TranslationError where error.kind == .offline {
                // Waiting for the network would not help a server on this computer.
                let isHere =
                    kind.descriptor.hasAddress && SecureAddress.isThisMachine(options.preferences.address)
                guard !isHere, !kind.descriptor.isLocal, await !parts.network.isAvailable() else {
                    throw error
                }
                if let whole = await translateSpeechInstead(record) {
                    return (whole, .offline)
                }
                guard options.preferences.waitsForNetwork else {
                    throw error
                }
                try await waitForNetwork(error)
            }
        }
    }

    /// Reports partial translations and notices as they arrive.
    private func ask(
        _ record: ExchangeRecord, _ phrase: Phrase, _ options: TranslatorOptions, _ cutter: inout SentenceCutter,
        _ feed: Feed
    ) async throws -> Translation {
        let service = translationService(options.preferences)
        let exchange = record.exchange
        let stream = service.translate(
            phrase, into: exchange.targetLanguage, priority: record.isSpoken ? .spoken : .typed)
        var whole: Translation?
        for try await news in stream {
            switch news {
            case .queued: break
            case .partial(let text):
                advance(exchange.id) {
                    $0.translation = text
                    $0.isWhole = false
                    $0.isRemembered = false
                }
                feed.yield(.soon)
                cutter.take(text.revealed).forEach { feed.yield(.sentence($0)) }
            case .waiting(let wait, let error):
                if let error, error.kind == .offline, await !parts.network.isAvailable() {
                    throw error
                }
                notice(.waiting(wait, after: error))
            case .translated(let translation): whole = translation
            }
        }
        try Task.checkCancellation()
        guard let whole else {
            throw TranslationError(.interrupted, detail: "no end")
        }
        return whole
    }

    private func waitForNetwork(_ error: TranslationError) async throws {
        notice(.waitingForNetwork)
        let changes = await parts.network.changes()
        // The network may have come back before the stream of changes was opened.
        guard await !parts.network.isAvailable() else {
            return
        }
        for await _ in changes {
            if await parts.network.isAvailable() {
                return
            }
        }
        try Task.checkCancellation()
        throw error
    }

    private func keepInArchive(_ id: Exchange.ID, by maker: TranslationMaker) async {
        guard let exchange = records[id]?.exchange else {
            return
        }
        do throws(ArchiveError) {
            try await parts.archive.keep(exchange, by: maker)
        } catch {
            log.warning("not kept: \(error.kind) \(error.detail)")
            notice(.notKept(id, error))
        }
    }

    // MARK: On this machine

    /// Language into which the service is to translate the speech itself; nil if its transcript is to be translated. It
    /// does so if the result is in the target language, or can be translated into it and the transcript cannot. In a
    /// conversation, where the other person waits, a transcript that can be translated comes first.
    private func directSpeech(_ record: ExchangeRecord, _ options: TranslatorOptions) async -> String? {
        guard let direct = options.preferences.service.descriptor.speechTarget, !record.sound.isEmpty else {
            return nil
        }
        let (source, target) = (record.exchange.sourceLanguage, record.exchange.targetLanguage)
        if target == direct, !options.isConversation {
            return direct
        }
        guard source != direct else {
            return nil
        }
        let pairs = await pairs(options.preferences)
        let isText = source.map { pairs?.contains(from: $0, into: target) ?? false } ?? false
        let isReached = target == direct || pairs?.contains(from: direct, into: target) ?? false
        return !isText && isReached ? direct : nil
    }

    /// Whisper translates only into English. Throws `TranslationError` or `TranslatorFailure`.
    func translateSpeech(_ sound: [Float], from source: String?, into language: String) async throws -> Translation {
        guard let recognizer = parts.offlineRecognizer else {
            throw TranslatorFailure.modelMissing
        }
        guard language == "en", !sound.isEmpty else {
            throw TranslationError(.pairRefused, detail: "speech into English only")
        }
        var options = RecognitionOptions(language: source, audience: .nobody)
        options.translatesIntoEnglish = true
        options.needsMultilingualModel = true
        do {
            let (text, _) = try await recognise(sound, with: recognizer, options)
            guard !text.isEmpty else {
                throw TranslationError(.empty, detail: "offline")
            }
            return Translation(text)
        } catch let error as RecognitionError {
            throw TranslatorFailure(error)
        }
    }

    /// Translates speech here because the service cannot be reached. Returns nil if this is not possible.
    private func translateSpeechInstead(_ record: ExchangeRecord) async -> Translation? {
        guard parts.offlineRecognizer != nil, record.exchange.targetLanguage == "en", !record.sound.isEmpty else {
            return nil
        }
        do {
            notice(.translatedOffline)
            return try await translateSpeech(record.sound, from: record.exchange.sourceLanguage, into: "en")
        } catch {
            log.notice("no offline translation: \(type(of: error))")
            return nil
        }
    }
}

extension TranslatorService {
    /// Fetches common phrases of the pair in advance, once for each pair. A service on this computer answers at once
    /// and needs none.
    func fetchAhead(like exchange: Exchange, _ options: TranslatorOptions) {
        let preferences = options.preferences
        // The source language may have been detected.
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
                // A phrase is translated when it is needed; the rest is fetched when the pair is used again.
                log.info("common phrases are not fetched: \(type(of: error))")
                self.pairsAhead.remove(name)
            }
        }
        fetching.append(task)
    }
}
