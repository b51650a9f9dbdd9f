import ParlandoCore

/// Cuts the sound of one session, on a thread of its own: the gate computes.
actor UtteranceFeed {
    /// What has come of the sound so far.
    enum News: Sendable {
        case speech(Utterance)
        /// Nobody has spoken up to this position.
        case silence(upTo: Int)

        /// The position in the session up to which this says everything.
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

    /// Runs until the sound ends. Whatever fails, all the sound is kept.
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
                // Twice a second, as others wait for news of silence.
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
