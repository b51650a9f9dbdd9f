public import ParlandoCore

/// A simulation of live dictation in virtual time, with the real models but a simulated machine of constant speed. It
/// allows comparing policies on any machine, even a busy one, and faster than real time.
///
/// Not thread-safe; every call blocks.
public final class LiveSimulation {
    /// An event with its virtual time.
    public struct Moment: Sendable {
        /// Virtual time in seconds since the first block arrived.
        public let time: Double
        /// The event that the recogniser reported.
        public let event: RecognitionEvent
    }

    /// The result of a simulated session.
    public struct Outcome: Sendable {
        /// Events in order.
        public var moments: [Moment] = []
        /// Records of the decodings in order.
        public var looks: [(time: Double, look: LookRecord)] = []
        /// Processor seconds of all decodings according to `DecodingCost`.
        public var processorSeconds = 0.0
    }

    private let context: WhisperContext
    private let voiceActivity: String
    private let policy: LivePolicy
    private let slowdown: Double

    /// - Parameters:
    ///   - weights: path of the speech model.
    ///   - voiceActivity: path of the voice activity model.
    ///   - slowdown: factor by which a decoding takes longer than on the reference machine of `DecodingCost`.
    /// - Throws: `RecognitionError` if a file is not a model.
    public init(weights: String, voiceActivity: String, policy: LivePolicy, slowdown: Double) throws(RecognitionError) {
        context = try WhisperContext(path: weights) { _ in }
        self.voiceActivity = voiceActivity
        self.policy = policy
        self.slowdown = slowdown
    }

    /// Transcribes mono samples at 16 kHz. They arrive in blocks of 100 ms, each at the virtual time at which its last
    /// sample would have been captured.
    public func run(_ samples: [Float], language: String? = nil) throws -> Outcome {
        let before = context.modelledSeconds
        let decoder = TimedDecoder(
            decoder: WhisperDecoder(
                context: context, threads: 1, cancel: CancelFlag(), clock: ModelledClock(slowdown: slowdown)))
        var transcriber = LiveTranscriber(
            decoder: decoder, gate: try SileroGate(path: voiceActivity), policy: policy,
            isMultilingual: context.isMultilingual, language: language)
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
        outcome.processorSeconds = context.modelledSeconds - before
        return outcome
    }

    private static let block = AudioBlock.sampleRate / 10

    /// A decoder that advances the virtual time.
    private final class TimedDecoder: SpeechDecoder {
        private let decoder: WhisperDecoder
        /// Virtual time at which the decoder has finished.
        var busy = 0.0

        init(decoder: WhisperDecoder) {
            self.decoder = decoder
        }

        func decode(_ request: DecodeRequest) throws -> Hypothesis {
            let hypothesis = try decoder.decode(request)
            busy += hypothesis.cost
            return hypothesis
        }
    }
}
