public import ParlandoCore

/// A session of live dictation in virtual time: the real model and the real gate, on a machine that is always equally fast.
/// So policies can be compared on any machine, busy or not, and faster than people speak.
///
/// Not safe for concurrent use; every call blocks.
public final class LiveSimulation {
    /// Something that happened, in seconds since the first block arrived.
    public struct Moment: Sendable {
        /// Virtual time.
        public let time: Double
        /// What was told.
        public let event: RecognitionEvent
    }

    /// What came of a session.
    public struct Outcome: Sendable {
        /// In the order they happened.
        public var moments: [Moment] = []
        /// In the order they were done.
        public var looks: [(time: Double, look: LookRecord)] = []
        /// Processor seconds of all decodings by the model of cost.
        public var processorSeconds = 0.0
    }

    private let context: WhisperContext
    private let voiceActivity: String
    private let policy: LivePolicy
    private let slowdown: Double

    /// - Parameters:
    ///   - weights: path of the speech model.
    ///   - voiceActivity: path of the voice activity model.
    ///   - slowdown: how many times as long as on the machine of the model of cost a decoding takes.
    /// - Throws: `RecognitionError` when a file is no model.
    public init(weights: String, voiceActivity: String, policy: LivePolicy, slowdown: Double) throws(RecognitionError) {
        context = try WhisperContext(path: weights) { _ in }
        self.voiceActivity = voiceActivity
        self.policy = policy
        self.slowdown = slowdown
    }

    /// Hears samples, mono at 16 kHz, in blocks of 100 ms, each as soon as its last sample is spoken.
    public func run(_ samples: [Float], language: String? = nil) throws -> Outcome {
        let before = context.modelledSeconds
        let decoder = TimedDecoder(
            decoder: WhisperDecoder(
                context: context, threads: 1, cancel: CancelFlag(), clock: ModelledClock(slowdown: slowdown)))
        var transcriber = LiveTranscriber(
            decoder: decoder, gate: try SileroGate(path: voiceActivity), policy: policy,
            isMultilingual: context.isMultilingual, language: language)
        var outcome = Outcome()
        // The first block arrives when its last sample was spoken: that is where time begins.
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

    /// Counts the time that a decoder takes.
    private final class TimedDecoder: SpeechDecoder {
        private let decoder: WhisperDecoder
        /// Virtual time at which it is done.
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
