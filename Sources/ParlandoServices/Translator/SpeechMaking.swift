import ParlandoCore
import Synchronization

/// What a voice is told while a translation grows.
enum SpeechCue: Sendable {
    /// Something to say is on its way: time to open the loudspeaker, which may take as long as making a sentence.
    case soon
    case sentence(String)
}

/// Turns sentences into sound as they come, for one playback.
final class SpeechMaking: Sendable {
    private struct State {
        var seconds = 0.0
        var isWhole = false
    }

    /// The sounds, in order; for one reader.
    let sounds: AsyncStream<SpokenSound>
    /// An element as soon as there is something to say, or soon will be.
    let begins: AsyncStream<Void>
    private let door: AsyncStream<SpokenSound>.Continuation
    private let bell: AsyncStream<Void>.Continuation
    private let state = Mutex(State())

    init() {
        (sounds, door) = AsyncStream.makeStream(of: SpokenSound.self)
        (begins, bell) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingOldest(1))
    }

    /// Seconds of sound in all, nil: still being made.
    var total: Double? {
        state.withLock { $0.isWhole ? $0.seconds : nil }
    }

    /// Returns when the last sentence was made. Throws `SynthesisError`, `CancellationError`.
    ///
    /// - Parameter notice: hears what the user should know.
    func make(
        _ cues: AsyncStream<SpeechCue>, with voices: VoiceService, _ plan: VoicePlan,
        notice: @Sendable (InterpreterNotice) -> Void
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
