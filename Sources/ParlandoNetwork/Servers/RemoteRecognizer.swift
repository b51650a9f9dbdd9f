public import ParlandoCore
public import ParlandoRecognition
import Synchronization

/// Speech recogniser on a server. Speech is cut into pieces at pauses, and each piece is sent once and in order.
///
/// There are no interim results: a piece becomes final when its response arrives. If a piece fails with
/// `RecognitionError.Kind.server`, the audio from that piece on is kept (`unsent`), and it is sent again only at the
/// user's request.
public final class RemoteRecognizer: SpeechRecognizer {
    private struct Running {
        let door: AsyncStream<RemoteSession.Event>.Continuation
        let end: Task<UnsentSpeech, Never>
    }

    private let server: SpeechServer
    private let gates: any SpeechGateMaker
    private let halts: Bool
    private let latest = Mutex<Running?>(nil)

    /// - Parameters:
    ///   - gates: makes a voice activity detector for each session.
    ///   - halts: whether a session waits for `sendAgain` after a failure and keeps the audio recorded meanwhile;
    ///     otherwise a failure ends it.
    public init(server: SpeechServer, gates: any SpeechGateMaker, halts: Bool = false) {
        self.server = server
        self.gates = gates
        self.halts = halts
    }

    /// Returns the audio of the latest session that the server has not accepted, or an empty recording if it accepted
    /// everything. Waits until the session has ended and the microphone is closed, because audio is added until then.
    public func unsent() async -> SpeechRecording {
        await unsentSpeech().recording
    }

    /// Returns the audio of the latest session that the server has not accepted, with its position in the session.
    /// Waits like `unsent`.
    public func unsentSpeech() async -> UnsentSpeech {
        await latest.withLock { $0?.end }?.value ?? UnsentSpeech()
    }

    /// Makes a session that waits after a failure continue with the piece that failed.
    public func sendAgain() {
        latest.withLock { _ = $0?.door.yield(.sendAgain) }
    }

    public func transcribe(
        _ blocks: AsyncStream<AudioBlock>, options: RecognitionOptions
    ) -> AsyncThrowingStream<RecognitionEvent, any Error> {
        let (events, door) = AsyncThrowingStream.makeStream(of: RecognitionEvent.self)
        let sound = UnsentSound()
        let (news, inbox) = AsyncStream.makeStream(of: RemoteSession.Event.self)
        // This task is never cancelled, because all audio must be kept, whatever happens to the session.
        let feed = UtteranceFeed(gates: gates)
        let cutting = Task { await feed.run(blocks, keeping: sound, into: inbox) }
        let end = Task { [server, halts] in
            var session = RemoteSession(server: server, options: options, sound: sound, halts: halts, door: door)
            do {
                try await session.run(news)
                door.finish()
                return UnsentSpeech()
            } catch {
                door.finish(throwing: error)
                await cutting.value
                return UnsentSpeech(sound.recording(from: session.done), start: session.done)
            }
        }
        latest.withLock { $0 = Running(door: inbox, end: end) }
        door.onTermination = { reason in
            if case .cancelled = reason {
                end.cancel()
            }
        }
        return events
    }
}
