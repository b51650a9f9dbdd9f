import ParlandoCore
import Synchronization

/// A message to the speech synthesis, sent while a translation arrives.
enum SpeechCue: Sendable {
    /// A sentence will follow soon. The loudspeaker is opened already, because opening it may take as long as
    /// synthesizing a sentence.
    case soon
    case sentence(String)
}

/// Synthesizes the sentences of a translation as they arrive, for a single playback.
final class SpeechMaking: Sendable {
    private struct State {
        var seconds = 0.0
        var isWhole = false
    }

    /// The synthesized sounds, in order. Only one task may read the stream.
    let sounds: AsyncStream<SpokenSound>
    /// Yields one element once the first sentence has arrived or is announced.
    let begins: AsyncStream<Void>
    private let door: AsyncStream<SpokenSound>.Continuation
    private let bell: AsyncStream<Void>.Continuation
    private let state = Mutex(State())

    init() {
        (sounds, door) = AsyncStream.makeStream(of: SpokenSound.self)
        (begins, bell) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingOldest(1))
    }

    /// Total duration of the synthesized sound, in seconds; nil while sentences are still being synthesized.
    var total: Double? {
        state.withLock { $0.isWhole ? $0.seconds : nil }
    }

    /// Synthesizes all sentences, and returns after the last. Throws `SynthesisError` or `CancellationError`.
    ///
    /// - Parameter notice: called with notices for the user.
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
