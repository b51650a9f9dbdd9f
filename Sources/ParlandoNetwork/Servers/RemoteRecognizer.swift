public import ParlandoCore
public import ParlandoRecognition
import Synchronization

/// Speech recogniser on a server. Speech is cut into pieces at pauses, and each piece is sent once and in order; it
/// becomes final when its response arrives. If a piece fails with `RecognitionError.Kind.server`, the audio from there
/// on is kept (`unsent`), and sent again only at the user's request.
public final class RemoteRecognizer: SpeechRecognizer {
    private struct Running {
        let door: AsyncStream<RemoteSession.Event>.Continuation
        let end: Task<UnsentSpeech, Never>
    }

    private let server: SpeechServer
    private let gates: any SpeechGateMaker
    private let halts: Bool
    private let latest = Mutex<Running?>(nil)

    /// - Parameter halts: whether a session waits for `sendAgain` after a failure and keeps the audio recorded
    ///   meanwhile; otherwise a failure ends it.
    public init(server: SpeechServer, gates: any SpeechGateMaker, halts: Bool = false) {
        self.server = server
        self.gates = gates
        self.halts = halts
    }

    /// Returns the audio of the latest session that the server has not accepted. Waits until the session has ended and
    /// the microphone is closed, because audio is added until then.
    public func unsent() async -> SpeechRecording {
        await unsentSpeech().recording
    }

    /// With its position in the session. Waits like `unsent`.
    public func unsentSpeech() async -> UnsentSpeech {
        await latest.withLock { $0?.end }?.value ?? UnsentSpeech()
    }

    /// Continues a halted session with the piece that failed.
    public func sendAgain() {
        latest.withLock { _ = $0?.door.yield(.sendAgain) }
    }

    public func transcribe(
        _ blocks: AsyncStream<AudioBlock>, options: RecognitionOptions
    ) -> AsyncThrowingStream<RecognitionEvent, any Error> {
        let (events, door) = AsyncThrowingStream.makeStream(of: RecognitionEvent.self)
        let sound = UnsentSound()
        let (news, inbox) = AsyncStream.makeStream(of: RemoteSession.Event.self)
        // Never cancelled, because all audio must be kept, whatever happens to the session.
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

/// One session with a server. If `halts` is true, a piece that fails halts the session: the following pieces are kept
/// until the user asks to continue. Used by one task.
struct RemoteSession {
    enum Event: Sendable {
        case speech(Utterance)
        /// Up to this sample of the session.
        case silence(upTo: Int)
        case ended((any Error)?)
        case sendAgain
    }

    /// Range of the session's samples that is sent in one request. Its audio is kept in `sound` alone.
    private struct Piece {
        let range: Range<Int>
        let beginsParagraph: Bool
    }

    let server: SpeechServer
    let options: RecognitionOptions
    let sound: UnsentSound
    let halts: Bool
    let door: AsyncThrowingStream<RecognitionEvent, any Error>.Continuation

    /// Position in samples up to which everything has been recognised or is silence.
    private(set) var done = 0
    private var pieces: [Piece] = []
    private var failure: RecognitionError?
    private var speechEnd = 0

    init(
        server: SpeechServer, options: RecognitionOptions, sound: UnsentSound, halts: Bool,
        door: AsyncThrowingStream<RecognitionEvent, any Error>.Continuation
    ) {
        self.server = server
        self.options = options
        self.sound = sound
        self.halts = halts
        self.door = door
    }

    /// Returns once all has been recognised. Throws the last failure, or `CancellationError`.
    mutating func run(_ events: AsyncStream<Event>) async throws {
        try await checkKey()
        for await event in events {
            switch event {
            case .speech(let utterance):
                speechEnd = utterance.end
                pieces.append(
                    Piece(range: utterance.start..<utterance.end, beginsParagraph: utterance.beginsParagraph))
                try await goOn(upTo: utterance.end)
            case .silence(let position):
                try await goOn(upTo: position)
            case .sendAgain where failure != nil:
                failure = nil
                door.yield(.wentOn)
                try await sendPieces()
            case .sendAgain:
                break
            case .ended(let error):
                if let error = error ?? failure {
                    throw error
                }
                return
            }
        }
        throw CancellationError()
    }

    /// The user should learn before speaking that the keyring must be unlocked.
    private mutating func checkKey() async throws {
        do throws(ServerError) {
            try await server.checkKey()
        } catch {
            try halt(RecognitionError(.server(error.kind), detail: error.detail))
        }
    }

    private mutating func halt(_ error: RecognitionError) throws {
        try Task.checkCancellation()
        guard halts else {
            throw error
        }
        failure = error
        door.yield(.halted(error))
    }

    private mutating func goOn(upTo position: Int) async throws {
        guard failure == nil else {
            door.yield(.kept(seconds: Self.seconds(position), speechEnd: Self.seconds(speechEnd)))
            return
        }
        try await sendPieces()
        if failure == nil {
            advance(to: position)
        }
    }

    private mutating func sendPieces() async throws {
        while let piece = pieces.first {
            do throws(RecognitionError) {
                try await send(piece)
            } catch {
                return try halt(error)
            }
            pieces.removeFirst()
            advance(to: piece.range.upperBound)
        }
    }

    private mutating func advance(to position: Int) {
        done = max(done, position)
        sound.drop(before: done)
        door.yield(.progress(seconds: Self.seconds(done)))
    }

    private func send(_ piece: Piece) async throws(RecognitionError) {
        let answer: SpeechAnswer
        do throws(ServerError) {
            answer = try await server.recognize(sound.recording(of: piece.range), options: options, isLive: true)
        } catch {
            throw RecognitionError(.server(error.kind), detail: error.detail)
        }
        let words = answer.words.map { $0.moved(by: Self.seconds(piece.range.lowerBound)) }
        if piece.beginsParagraph {
            door.yield(.paragraphEnded)
        }
        if !words.isEmpty {
            door.yield(.final(words))
        }
    }

    private static func seconds(_ samples: Int) -> Double {
        Double(samples) / Double(AudioBlock.sampleRate)
    }
}

/// Cuts audio into utterances. It has its own thread, because voice activity detection takes processor time.
actor UtteranceFeed {
    private let executor = BlockingExecutor(label: "parlando.utterances")
    private let gates: any SpeechGateMaker

    nonisolated var unownedExecutor: UnownedSerialExecutor {
        executor.asUnownedSerialExecutor()
    }

    init(gates: any SpeechGateMaker) {
        self.gates = gates
    }

    /// Keeps all audio in `sound`, even after an error.
    func run(
        _ blocks: AsyncStream<AudioBlock>, keeping sound: UnsentSound,
        into session: AsyncStream<RemoteSession.Event>.Continuation
    ) async {
        var blocks = blocks.makeAsyncIterator()
        do {
            var cutter = UtteranceCutter(gate: try await gates.makeGate(isolation: self))
            var told = 0
            while let block = await blocks.next() {
                sound.append(block.samples)
                let utterances = try cutter.append(block.samples)
                utterances.forEach { session.yield(.speech($0)) }
                told = max(told, utterances.last?.end ?? 0)
                // At most twice a second; the session's progress depends on it.
                if cutter.doneUpTo - told >= AudioBlock.sampleRate / 2 {
                    told = cutter.doneUpTo
                    session.yield(.silence(upTo: told))
                }
            }
            for utterance in try cutter.finish() {
                session.yield(.speech(utterance))
            }
            session.yield(.ended(nil))
        } catch {
            session.yield(.ended(error))
            while let block = await blocks.next() {
                sound.append(block.samples)
            }
        }
    }
}

/// Audio of a session that the server has not acknowledged yet. Positions are in samples.
final class UnsentSound: Sendable {
    private struct State {
        var recording = SpeechRecording()
        /// Position of the recording's first sample in the session.
        var start = 0
    }

    private let state = Mutex(State())

    func append(_ samples: [Float]) {
        state.withLock { $0.recording.append(samples) }
    }

    func drop(before position: Int) {
        state.withLock { state in
            let count = min(position - state.start, state.recording.count)
            // At least a second at a time, because removal moves all following samples.
            if count >= AudioBlock.sampleRate {
                state.recording.removeFirst(count)
                state.start += count
            }
        }
    }

    /// None of the range may have been discarded.
    func recording(of range: Range<Int>) -> SpeechRecording {
        state.withLock { $0.recording.stretch(range.lowerBound - $0.start..<range.upperBound - $0.start) }
    }

    func recording(from position: Int) -> SpeechRecording {
        state.withLock { state in
            var result = state.recording
            result.removeFirst(position - state.start)
            return result
        }
    }
}
