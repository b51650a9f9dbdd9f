import ParlandoCore
import Synchronization

/// Turns sentences into sound as they come, for one playback.
final class SpeechMaking: Sendable {
    private struct State {
        var seconds = 0.0
        var isWhole = false
    }

    /// The sounds, in order; for one reader.
    let sounds: AsyncStream<SpokenSound>
    /// An element as soon as there is something to say.
    let begins: AsyncStream<Void>
    private let door: AsyncStream<SpokenSound>.Continuation
    private let bell: AsyncStream<Void>.Continuation
    private let state = Mutex(State())

    init() {
        (sounds, door) = AsyncStream.makeStream(of: SpokenSound.self)
        (begins, bell) = AsyncStream.makeStream(of: Void.self)
    }

    /// Seconds of sound in all, nil: still being made.
    var total: Double? {
        state.withLock { $0.isWhole ? $0.seconds : nil }
    }

    /// Returns when the last sentence was made. Throws `SynthesisError`, `CancellationError`.
    ///
    /// - Parameter notice: hears what the user should know.
    func make(
        _ sentences: AsyncStream<String>, with voices: VoiceService, _ plan: VoicePlan,
        notice: @Sendable (InterpreterNotice) -> Void
    ) async throws {
        defer {
            state.withLock { $0.isWhole = true }
            door.finish()
            bell.finish()
        }
        var plan = plan
        for await sentence in sentences {
            bell.yield()
            let spoken = try await voices.speak(sentence, plan)
            plan = spoken.plan
            spoken.notices.forEach(notice)
            state.withLock { $0.seconds += spoken.sound.duration }
            door.yield(spoken.sound)
        }
        try Task.checkCancellation()
    }
}
