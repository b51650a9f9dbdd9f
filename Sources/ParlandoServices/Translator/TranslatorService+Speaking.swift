public import ParlandoCore
import Synchronization

extension TranslatorService {
    /// A sentence cutter that suits the chosen voice.
    func sentenceCutter(_ language: String, _ options: TranslatorOptions) async -> SentenceCutter {
        await voices.cutter(VoicePlan(language: language, options.preferences))
    }

    /// Loads voices while the user is still speaking or the text is being translated.
    func prepareVoices(_ options: TranslatorOptions) {
        let languages = [options.target] + (options.isConversation ? [options.source].compactMap { $0 } : [])
        for language in languages {
            Task { [voices] in await voices.prepare(VoicePlan(language: language, options.preferences)) }
        }
    }

    /// Nil if nothing may be spoken: the microphone must not hear the loudspeaker, and the program may be ending.
    func beginSpeaking(
        _ cues: AsyncStream<SpeechCue>, language: String, of id: Exchange.ID?, _ options: TranslatorOptions
    ) -> Task<Void, any Error>? {
        guard !isHearing, !isEnding else {
            return nil
        }
        let plan = VoicePlan(language: language, options.preferences, of: id)
        let task = Task { try await speak(cues, plan, of: id, on: options.loudspeaker) }
        speaking = task
        return task
    }

    func finishSpeaking(_ speech: Task<Void, any Error>?) async {
        _ = await speech?.result
        speaking = nil
    }

    /// Reports the failure if the speech failed.
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

    /// Returns once the text has been spoken, at once if nothing may be spoken.
    func speakWhole(
        _ text: String, language: String, of id: Exchange.ID?, _ options: TranslatorOptions
    ) async {
        let (cues, feed) = AsyncStream.makeStream(of: SpeechCue.self)
        guard let speech = beginSpeaking(cues, language: language, of: id, options) else {
            return
        }
        enter(.speaking)
        var cutter = await sentenceCutter(language, options)
        cutter.take(text, isWhole: true).forEach { feed.yield(.sentence($0)) }
        feed.finish()
        await awaitSpeech(speech, language: language, of: id)
    }

    /// Sentences are played as they are synthesized. Throws `SynthesisError`, `AudioError` or `CancellationError`.
    private nonisolated func speak(
        _ cues: AsyncStream<SpeechCue>, _ plan: VoicePlan, of id: Exchange.ID?, on loudspeaker: AudioDevice.ID?
    ) async throws {
        let making = SpeechMaking()
        try await withThrowingTaskGroup(of: SynthesisError?.self) { group in
            group.addTask { [voices] in
                do {
                    try await making.make(cues, with: voices, plan) { self.notice($0) }
                    return nil
                } catch let error as SynthesisError {
                    return error
                }
            }
            group.addTask {
                try await self.play(making, of: id, on: loudspeaker)
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

    private nonisolated func play(
        _ making: SpeechMaking, of id: Exchange.ID?, on loudspeaker: AudioDevice.ID?
    ) async throws {
        for await _ in making.begins {
            for try await seconds in parts.player.play(making.sounds, on: loudspeaker) {
                if let id {
                    let total = making.total
                    outbox.post(.played(id, seconds: seconds, of: total))
                }
            }
            break
        }
        try Task.checkCancellation()
    }

    /// Writes the spoken text to a WAV file.
    public func save(
        _ text: Private<String>, language: String, to path: String, _ options: TranslatorOptions
    ) async throws(TranslatorFailure) {
        let sound: SpokenSound
        let making = Task { [voices] in
            try await voices.speakWhole(text.revealed, VoicePlan(language: language, options.preferences))
        }
        saves.insert(making)
        defer { saves.remove(making) }
        do {
            let spoken = try await making.value
            spoken.notices.forEach { notice($0) }
            sound = spoken.sound
        } catch {
            throw .synthesis(error as? SynthesisError ?? SynthesisError(.interrupted, detail: "cancelled"))
        }
        do throws(TextSaveError) {
            try await parts.saver.save(sound, to: path)
        } catch {
            throw .saving(error)
        }
    }
}

/// What the speech learns while a translation arrives.
enum SpeechCue: Sendable {
    /// The loudspeaker is opened already, which may take as long as synthesizing a sentence.
    case soon
    case sentence(String)
}

/// Synthesizes sentences as they arrive, for a single playback.
final class SpeechMaking: Sendable {
    private struct State {
        var seconds = 0.0
        var isWhole = false
    }

    /// The sounds in order. Only one task may read the stream.
    let sounds: AsyncStream<SpokenSound>
    let begins: AsyncStream<Void>
    private let door: AsyncStream<SpokenSound>.Continuation
    private let bell: AsyncStream<Void>.Continuation
    private let state = Mutex(State())

    init() {
        (sounds, door) = AsyncStream.makeStream(of: SpokenSound.self)
        (begins, bell) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingOldest(1))
    }

    /// Seconds; nil while sentences are still being synthesized.
    var total: Double? {
        state.withLock { $0.isWhole ? $0.seconds : nil }
    }

    /// Returns after the last sentence. Throws `SynthesisError` or `CancellationError`.
    func make(
        _ cues: AsyncStream<SpeechCue>, with voices: VoiceService, _ plan: VoicePlan,
        notice: @Sendable (TranslatorNotice) -> Void
    ) async throws {
        defer {
            state.withLock { $0.isWhole = true }
            door.finish()
            bell.finish()
        }
        var plan = plan
        var silent = false
        for await cue in cues {
            bell.yield()
            guard case .sentence(let sentence) = cue else {
                continue
            }
            guard let spoken = try await voices.speakIfPossible(sentence, plan) else {
                silent = true
                continue
            }
            plan = spoken.plan
            spoken.notices.forEach(notice)
            state.withLock { $0.seconds += spoken.sound.duration }
            door.yield(spoken.sound)
        }
        try Task.checkCancellation()
        if silent, state.withLock({ $0.seconds == 0 }) {
            throw SynthesisError(.nothingToSay)
        }
    }
}
