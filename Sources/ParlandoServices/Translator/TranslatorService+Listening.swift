import ParlandoCore

extension TranslatorService {
    private struct Heard {
        var text = ""
        /// Nil if the recogniser did not try to detect the language.
        var language: String?
        var failure: DictationFailure?
        var isSilent = false
    }

    private enum Utterance {
        /// There are words to be translated.
        case words(Exchange.ID)
        /// Seconds of sound without words. `isSilent`: the microphone was closed because nobody spoke.
        case none(seconds: Double, isSilent: Bool)
    }

    /// Hears one utterance, or in a conversation one after the other.
    func hearUtterances(_ options: TranslatorOptions) async {
        var quiet = 0.0
        repeat {
            if options.isConversation {
                await finishWork()
                guard goesOnListening, !Task.isCancelled else {
                    return
                }
            }
            let utterance = await hearUtterance(options, after: quiet)
            guard !Task.isCancelled else {
                return
            }
            switch utterance {
            case .words(let id):
                quiet = 0
                translateInTurn(id, options)
            case .none(let seconds, let isSilent):
                quiet += seconds
                endConversation(ifQuietFor: isSilent ? .infinity : quiet, options)
            }
        } while goesOnListening && !Task.isCancelled
    }

    private func endConversation(ifQuietFor seconds: Double, _ options: TranslatorOptions) {
        if goesOnListening, let limit = options.silenceStop, seconds >= Double(limit) {
            goesOnListening = false
            notice(.conversationEnded(seconds: limit))
        }
    }

    /// - Parameter quiet: seconds of sound without words before the utterance.
    private func hearUtterance(_ options: TranslatorOptions, after quiet: Double) async -> Utterance {
        isHearing = true
        defer { isHearing = false }
        enterEar(.listening)
        let ear = await UtteranceEar(parts, options, after: quiet)
        self.ear = ear
        let exchange = Exchange(sourceLanguage: options.source, targetLanguage: options.target)
        let heard = await follow(ear, exchange, options)
        await ear.waitForEnd()
        self.ear = nil
        let sound = ear.sound
        _ = records.update(exchange.id) { $0.sound = sound }
        let id = conclude(heard, exchange, sound: sound, options)
        return id.map { .words($0) }
            ?? .none(seconds: Double(sound.count) / Double(AudioBlock.sampleRate), isSilent: heard.isSilent)
    }

    private func follow(_ ear: UtteranceEar, _ exchange: Exchange, _ options: TranslatorOptions) async -> Heard {
        var heard = Heard()
        let recognition = await parts.recognition(options, .speaker)
        await withTaskCancellationHandler {
            await ear.listen(options, recognition)
            for await news in ear.news {
                switch news {
                case .level(let level): outbox.post(.level(level))
                case .heard(let transcript): hear(transcript, exchange, &heard)
                case .language(let code): heard.language = code
                case .closed: enterEar(.transcribing)
                case .silence: heard.isSilent = true
                case .failed(let failure): heard.failure = failure
                }
            }
        } onCancel: {
            Task { await ear.abort() }
        }
        return heard
    }

    private func hear(_ transcript: Transcript, _ exchange: Exchange, _ heard: inout Heard) {
        let words = transcript.words + transcript.interim
        guard !words.isEmpty else {
            return
        }
        heard.text = words.text
        if records[exchange.id] == nil {
            records.keep(ExchangeRecord(exchange: exchange, isSpoken: true, isTranscribed: false))
        }
        let text = heard.text
        advance(exchange.id) { $0.source = Private(text) }
    }

    private func conclude(
        _ heard: Heard, _ exchange: Exchange, sound: [Float], _ options: TranslatorOptions
    ) -> Exchange.ID? {
        let hasWords = records[exchange.id] != nil
        guard !Task.isCancelled else {
            leave(exchange.id, at: .transcribing)
            return nil
        }
        if let failure = heard.failure {
            if case .recognition(let error) = failure {
                // Recognition can be repeated from the sound.
                if !hasWords, !sound.isEmpty {
                    keep(ExchangeRecord(exchange: exchange, isSpoken: true, sound: sound, isTranscribed: false))
                }
                enterEar(.transcribing)
                fail(TranslatorFailure(error), in: earStage, of: records[exchange.id] == nil ? nil : exchange.id)
                goesOnListening = false
                return nil
            }
            fail(.dictation(failure), in: earStage, of: hasWords ? exchange.id : nil)
            goesOnListening = false
        }
        guard hasWords, heard.text.contains(where: { $0.isLetter || $0.isNumber }) else {
            if heard.failure == nil, !goesOnListening {
                fail(.nothingHeard, in: earStage, of: nil)
            }
            return nil
        }
        complete(exchange.id, language: heard.language, options)
        return exchange.id
    }

    private func complete(_ id: Exchange.ID, language: String?, _ options: TranslatorOptions) {
        let direction = TranslationDirection(options, heard: language)
        _ = records.update(id) {
            $0.isTranscribed = true
            $0.failedStage = nil
        }
        advance(id) {
            $0.sourceLanguage = direction.source
            $0.targetLanguage = direction.target
        }
    }

    /// Recognises the kept sound again. Returns whether there is text to translate.
    func recogniseAgain(_ id: Exchange.ID, _ options: TranslatorOptions) async -> Bool {
        guard let record = records[id], !record.sound.isEmpty else {
            fail(.nothingHeard, of: id)
            return false
        }
        enter(.transcribing)
        do {
            let recognition = await parts.recognition(options, .nobody)
            let heard = try await recognise(record.sound, with: parts.recognizer, recognition)
            guard !heard.text.isEmpty else {
                fail(.nothingHeard, of: id)
                return false
            }
            advance(id) { $0.source = Private(heard.text) }
            complete(id, language: heard.language, options)
            return true
        } catch let error as RecognitionError {
            fail(TranslatorFailure(error), of: id)
        } catch {
            leave(id, at: .transcribing)
        }
        return false
    }

    /// Throws `RecognitionError` or `CancellationError`.
    func recognise(
        _ sound: [Float], with recognizer: any SpeechRecognizer, _ options: RecognitionOptions
    ) async throws -> (text: String, language: String?) {
        let (blocks, door) = AsyncStream.makeStream(of: AudioBlock.self)
        door.yield(AudioBlock(samples: sound))
        door.finish()
        var transcript = Transcript()
        var language: String?
        for try await event in options.recognise(blocks, on: recognizer, or: parts.servers) {
            transcript.apply(event)
            if case .language(let code, _) = event {
                language = code
            }
        }
        try Task.checkCancellation()
        return (transcript.words.text, language)
    }

    func leave(_ id: Exchange.ID, at stage: TranslatorStage) {
        _ = records.update(id) { $0.failedStage = stage }
    }
}

extension TranslatorFailure {
    init(_ error: RecognitionError) {
        self = error.kind == .modelMissing ? .modelMissing : .dictation(.recognition(error))
    }
}
