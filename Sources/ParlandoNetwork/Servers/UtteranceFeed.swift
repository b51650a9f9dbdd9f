import ParlandoCore
import ParlandoRecognition

/// Cuts the audio of one session into utterances. It has its own thread, because voice activity detection takes
/// processor time.
actor UtteranceFeed {
    /// Utterance or silence that was found in the audio.
    enum News: Sendable {
        case speech(Utterance)
        /// There is no speech up to this position, in samples from the start of the session.
        case silence(upTo: Int)

        /// Index after the last sample of the session that this result covers.
        var end: Int {
            switch self {
            case .speech(let utterance): utterance.end
            case .silence(let position): position
            }
        }
    }

    private let executor = BlockingExecutor(label: "parlando.utterances")
    private let gates: any SpeechGateMaker

    nonisolated var unownedExecutor: UnownedSerialExecutor {
        executor.asUnownedSerialExecutor()
    }

    init(gates: any SpeechGateMaker) {
        self.gates = gates
    }

    /// Cuts the audio into utterances until it ends, and reports them to the session. Keeps all audio in `sound`, even
    /// after an error.
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
                utterances.forEach { session.yield(.heard(.speech($0))) }
                told = max(told, utterances.last?.end ?? 0)
                // Silence is reported, at most twice a second, because the session's progress depends on it.
                if cutter.doneUpTo - told >= AudioBlock.sampleRate / 2 {
                    told = cutter.doneUpTo
                    session.yield(.heard(.silence(upTo: told)))
                }
            }
            for utterance in try cutter.finish() {
                session.yield(.heard(.speech(utterance)))
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
