public import ParlandoCore
import Synchronization

/// Recognises speech on a server: what is said is cut at pauses and sent piece by piece, each piece once and in order.
///
/// There is no tentative text: a piece settles when its answer comes. When a piece fails, with
/// `RecognitionError.Kind.server`, the sound from that piece on is kept (`unsent`), and only the user sends it again.
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
    ///   - gates: what tells speech from silence, one for each session.
    ///   - halts: whether a session waits for `sendAgain` after a failure, and keeps what is said meanwhile. Otherwise a
    ///     failure ends it.
    public init(server: SpeechServer, gates: any SpeechGateMaker, halts: Bool = false) {
        self.server = server
        self.gates = gates
        self.halts = halts
    }

    /// What the server did not take of the latest session; empty when it took everything. Waits for the session's end
    /// and that of its sound: what the microphone brings until it is closed belongs to it.
    public func unsent() async -> SpeechRecording {
        await unsentSpeech().recording
    }

    /// The same, with its place in the session.
    public func unsentSpeech() async -> UnsentSpeech {
        await latest.withLock { $0?.end }?.value ?? UnsentSpeech()
    }

    /// Lets a session that waits after a failure go on with the piece that failed.
    public func sendAgain() {
        latest.withLock { _ = $0?.door.yield(.sendAgain) }
    }

    /// Does nothing: the model is on the server.
    public func load(_ files: ModelFiles, progress: any LoadProgress) async throws(RecognitionError) {}

    /// Does nothing: the model is on the server.
    public func unload() async {}

    public func transcribe(
        _ blocks: AsyncStream<AudioBlock>, options: RecognitionOptions
    ) -> AsyncThrowingStream<RecognitionEvent, any Error> {
        let (events, door) = AsyncThrowingStream.makeStream(of: RecognitionEvent.self)
        let sound = UnsentSound()
        let (news, inbox) = AsyncStream.makeStream(of: RemoteSession.Event.self)
        // Never cancelled: whatever becomes of the session, its sound is kept to the end.
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
