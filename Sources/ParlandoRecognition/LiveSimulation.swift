public import ParlandoCore

/// Simulates live dictation in virtual time, with a real model on a simulated machine of constant speed. Values of
/// `LivePolicy` can thus be compared on any machine, even a busy one, and faster than in real time.
///
/// Not thread-safe. Every call blocks.
public final class LiveSimulation {
    /// An event of the simulated recogniser, with the virtual time at which it occurred.
    public struct Moment: Sendable {
        /// Virtual time in seconds since the first block arrived.
        public let time: Double
        /// The event that the recogniser reported.
        public let event: RecognitionEvent
    }

    /// The result of a simulated session.
    public struct Outcome: Sendable {
        /// The recogniser's events, in order.
        public var moments: [Moment] = []
        /// For each decoding, in order: the virtual time in seconds, and the evidence from which the stability of the
        /// words was estimated.
        public var looks: [(time: Double, look: LookRecord)] = []
        /// Total duration of all decodings, in virtual seconds.
        public var decodingSeconds = 0.0
    }

    private let model: any LoadedModel
    private let gates: any SpeechGateReader
    private let files: ModelFiles
    private let policy: LivePolicy

    /// - Parameter engine: a speech recognition engine that reports how long each decoding takes on the simulated
    ///   machine (`Hypothesis.cost`).
    /// - Throws: `RecognitionError` if a file is not a model.
    public init(
        _ files: ModelFiles, engine: any SpeechEngine, gates: any SpeechGateReader, policy: LivePolicy
    ) throws(RecognitionError) {
        model = try engine.read(files, progress: NoProgress())
        self.gates = gates
        self.files = files
        self.policy = policy
    }

    /// Simulates the dictation of mono samples at 16 kHz. The samples arrive in blocks of 100 ms. Each block arrives at
    /// the virtual time at which its last sample would have been captured.
    ///
    /// - Parameter language: ISO 639-1 code; nil to detect the language.
    public func run(_ samples: [Float], language: String? = nil) throws -> Outcome {
        let decoder = TimedDecoder(model.makeDecoder(RecognitionOptions(language: language), cancel: CancelFlag()))
        var transcriber = LiveTranscriber(
            decoder: decoder, gate: try gates.readGate(files.voiceActivity), policy: policy,
            isMultilingual: model.isMultilingual, language: language)
        var outcome = Outcome()
        // The virtual time begins when the first block arrives, which is when its last sample would have been captured.
        var taken = 0
        var isFinished = false
        while true {
            let now = decoder.busy
            let available = min(samples.count, (Int(now * 10 + 1e-6) + 1) * Self.block)
            if available > taken {
                try transcriber.append(Array(samples[taken..<available]))
                taken = available
            }
            if let events = try transcriber.step() {
                outcome.moments += events.map { Moment(time: decoder.busy, event: $0) }
                if transcriber.lastLook.number != outcome.looks.last?.look.number ?? 0 {
                    outcome.looks.append((decoder.busy, transcriber.lastLook))
                }
            } else if taken < samples.count {
                decoder.busy = max(now, Double(taken / Self.block) / 10)
            } else if !isFinished {
                isFinished = true
                try transcriber.finish()
            } else {
                break
            }
        }
        outcome.decodingSeconds = decoder.seconds
        return outcome
    }

    private static let block = AudioBlock.sampleRate / 10

    /// A decoder that advances the virtual time by the duration of each decoding.
    private final class TimedDecoder: SpeechDecoder {
        private let decoder: any SpeechDecoder
        /// Virtual time at which the decoder has finished its latest decoding, in seconds.
        var busy = 0.0
        /// Total duration of all decodings, in virtual seconds.
        private(set) var seconds = 0.0

        init(_ decoder: any SpeechDecoder) {
            self.decoder = decoder
        }

        func decode(_ request: DecodeRequest) throws -> Hypothesis {
            let hypothesis = try decoder.decode(request)
            busy += hypothesis.cost
            seconds += hypothesis.cost
            return hypothesis
        }

        func readings(of words: [DecodedWord], steps: Int) throws -> WeighedReadings {
            let weighed = try decoder.readings(of: words, steps: steps)
            busy += weighed.cost
            seconds += weighed.cost
            return weighed
        }
    }
}

/// Receives the progress of loading a model and ignores it.
public final class NoProgress: LoadProgress {
    public init() {}

    public func modelDidAdvance(to fraction: Double, phase: ModelState.Phase) {}
}
