public import ParlandoCore

/// Plays translations as speech, and saves them to files.
extension TranslatorService {
    /// Returns a sentence cutter, which divides a text into pieces that suit the chosen voice.
    func sentenceCutter(_ language: String, _ options: TranslatorOptions) async -> SentenceCutter {
        await voices.cutter(VoicePlan(language: language, options.preferences))
    }

    /// Prepares the voices that may speak, while the user is still speaking or the text is being translated.
    func prepareVoices(_ options: TranslatorOptions) {
        let languages = [options.target] + (options.isConversation ? [options.source].compactMap { $0 } : [])
        for language in languages {
            Task { [voices] in await voices.prepare(VoicePlan(language: language, options.preferences)) }
        }
    }

    /// Starts and returns a task that synthesizes and plays sentences as they arrive.
    func beginSpeaking(
        _ cues: AsyncStream<SpeechCue>, language: String, of id: Exchange.ID?, _ options: TranslatorOptions
    ) -> Task<Void, any Error> {
        let plan = VoicePlan(language: language, options.preferences, of: id)
        let task = Task { try await speak(cues, plan, of: id) }
        speaking = task
        return task
    }

    /// Waits until a speech has ended, successfully or not, and the loudspeaker is free.
    func finishSpeaking(_ speech: Task<Void, any Error>?) async {
        _ = await speech?.result
        speaking = nil
    }

    /// Waits until a speech has ended, and reports its failure if it failed.
    func awaitSpeech(_ speech: Task<Void, any Error>, language: String, of id: Exchange.ID?) async {
        let result = await withTaskCancellationHandler {
            await speech.result
        } onCancel: {
            speech.cancel()
        }
        speaking = nil
        guard case .failure(let error) = result else {
            if let id {
                _ = records.update(id) { $0.failedStage = nil }
            }
            return
        }
        switch error {
        case let error as SynthesisError where error.kind == .languageRefused:
            notice(.unspoken(language: language))
        case let error as SynthesisError where error.kind == .scriptRefused:
            notice(.unreadable(language: language))
        case let error as SynthesisError: fail(.synthesis(error), of: id)
        case let error as AudioError: fail(.playback(error), of: id)
        case let error as TranslatorFailure: fail(error, of: id)
        default: break
        }
    }

    /// Synthesizes and plays a complete text, sentence by sentence. Returns once it has been spoken.
    func speakWhole(
        _ text: String, language: String, of id: Exchange.ID?, _ options: TranslatorOptions
    ) async {
        enter(.speaking)
        let (cues, feed) = AsyncStream.makeStream(of: SpeechCue.self)
        var cutter = await sentenceCutter(language, options)
        cutter.take(text, isWhole: true).forEach { feed.yield(.sentence($0)) }
        feed.finish()
        let speech = beginSpeaking(cues, language: language, of: id, options)
        await awaitSpeech(speech, language: language, of: id)
    }

    /// Synthesizes sentences as they arrive, and plays them at the same time. Throws `SynthesisError`, `AudioError` or
    /// `CancellationError`.
    private nonisolated func speak(
        _ cues: AsyncStream<SpeechCue>, _ plan: VoicePlan, of id: Exchange.ID?
    ) async throws {
        let making = SpeechMaking()
        try await withThrowingTaskGroup(of: SynthesisError?.self) { group in
            group.addTask { [voices] in
                do {
                    try await making.make(cues, with: voices, plan) { self.notice($0) }
                    return nil
                } catch let error as SynthesisError {
                    // The sentences synthesized before the error are still played.
                    return error
                }
            }
            group.addTask {
                try await self.play(making, of: id)
                return nil
            }
            var failure: SynthesisError?
            for try await result in group {
                failure = failure ?? result
            }
            if let failure {
                throw failure
            }
        }
    }

    private nonisolated func play(_ making: SpeechMaking, of id: Exchange.ID?) async throws {
        for await _ in making.begins {
            for try await seconds in parts.player.play(making.sounds, on: nil) {
                if let id {
                    let total = making.total
                    outbox.post(.played(id, seconds: seconds, of: total))
                }
            }
            break
        }
        try Task.checkCancellation()
    }

    public func save(
        _ text: Private<String>, language: String, to path: String, _ options: TranslatorOptions
    ) async throws(TranslatorFailure) {
        let sound: SpokenSound
        do {
            let spoken = try await voices.speakWhole(
                text.revealed, VoicePlan(language: language, options.preferences))
            spoken.notices.forEach { notice($0) }
            sound = spoken.sound
        } catch {
            throw .synthesis(error as? SynthesisError ?? SynthesisError(.interrupted, detail: "cancelled"))
        }
        do throws(AudioFileError) {
            try await parts.saver.save(sound, to: path)
        } catch {
            throw .saving(error)
        }
    }
}
