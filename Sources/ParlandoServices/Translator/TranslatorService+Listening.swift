import ParlandoCore

extension TranslatorService {
    /// Seconds after which the microphone is closed if no word is spoken. Not used in conversations.
    private static let patience = 30
    /// Most samples that are kept of an utterance: five minutes. Can be exceeded by one block.
    private static let mostSamples = 300 * AudioBlock.sampleRate

    private struct Heard {
        /// The beginning of the sound, so that recognition can be repeated.
        var sound: [Float] = []
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
        let exchange = Exchange(sourceLanguage: options.source, targetLanguage: options.target)
        let heard = await runSession(exchange, options, after: quiet)
        let seconds = Double(heard.sound.count) / Double(AudioBlock.sampleRate)
        _ = records.update(exchange.id) { $0.sound = heard.sound }
        let id = conclude(heard, exchange, options)
        return id.map { .words($0) } ?? .none(seconds: seconds, isSilent: heard.isSilent)
    }

    /// Returns once the microphone is free, even if the task is cancelled.
    private func runSession(
        _ exchange: Exchange, _ options: TranslatorOptions, after quiet: Double
    ) async -> Heard {
        let recognition = await parts.recognition(options, .speaker)
        guard !isFinishedEarly else {
            return Heard()
        }
        let (news, door) = AsyncStream.makeStream(of: DictationNews.self)
        let ear = DictationService(
            microphone: parts.microphone, recognizer: parts.recognizer, servers: parts.servers,
            recorders: [SessionListener(door: door)], clock: parts.clock)
        self.ear = ear
        let (sound, judge) = AsyncStream.makeStream(of: AudioBlock.self)
        let watch = SilenceWatch(gates: parts.gates, options.preferences)
        let watching = Task {
            if await watch.waitForSilence(in: sound) {
                await ear.stop()
            }
        }
        let limit: Int? = options.isConversation ? options.silenceStop : Self.patience
        let session = DictationOptions(
            microphone: options.microphone, recognition: recognition,
            silenceStop: limit.map { max(1, $0 - Int(quiet)) })
        var heard = Heard()
        await withTaskCancellationHandler {
            guard !Task.isCancelled else {
                return
            }
            await ear.start(session)
            if Task.isCancelled {
                await ear.abort()
            }
            for await step in news {
                if case .captured(let block) = step {
                    judge.yield(block)
                }
                take(step, of: exchange, &heard)
            }
        } onCancel: {
            Task { await ear.abort() }
        }
        await ear.waitForEnd()
        judge.finish()
        await watching.value
        self.ear = nil
        return heard
    }

    /// Words that were already spoken are still recognised.
    func stopEar() {
        guard let ear else {
            isFinishedEarly = true
            return
        }
        Task { await ear.stop() }
    }

    private func take(_ news: DictationNews, of exchange: Exchange, _ heard: inout Heard) {
        switch news {
        case .captured(let block):
            if heard.sound.count < Self.mostSamples {
                heard.sound += block.samples
            }
        case .reported(.level(let level)):
            outbox.post(.level(level))
        case .reported(.transcript(let transcript)):
            hear(transcript, exchange, &heard)
        case .reported(.language(let code, _)):
            heard.language = code
        case .reported(.phase(.finishing)):
            enterEar(.transcribing)
        case .reported(.phase(.deviceLost)), .reported(.halt(.some)):
            // The speech so far is translated. If a server has halted, recognition can be repeated.
            stopEar()
        case .reported(.silence):
            heard.isSilent = true
        case .reported(.warning(.noSound)):
            notice(.noSound)
        case .reported(.warning(.sound)):
            outbox.post(.sound)
        case .reported(.failure(let failure)):
            heard.failure = failure
        case .began, .unfinished, .reported:
            break
        }
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

    private func conclude(_ heard: Heard, _ exchange: Exchange, _ options: TranslatorOptions) -> Exchange.ID? {
        let hasWords = records[exchange.id] != nil
        guard !Task.isCancelled else {
            leave(exchange.id, at: .transcribing)
            return nil
        }
        if let failure = heard.failure {
            if case .recognition(let error) = failure {
                // Recognition can be repeated from the sound.
                if !hasWords, !heard.sound.isEmpty {
                    keep(ExchangeRecord(exchange: exchange, isSpoken: true, sound: heard.sound, isTranscribed: false))
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
        outbox.post(.stopped(id))
    }
}

/// Passes on the news of one session, and ends with it.
private struct SessionListener: DictationRecording {
    let door: AsyncStream<DictationNews>.Continuation

    func take(_ news: DictationNews) {
        door.yield(news)
        if case .reported(.phase(.idle)) = news {
            door.finish()
        }
    }
}

extension TranslatorFailure {
    init(_ error: RecognitionError) {
        self = error.kind == .modelMissing ? .modelMissing : .dictation(.recognition(error))
    }
}
