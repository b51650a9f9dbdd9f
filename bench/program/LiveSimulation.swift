import ParlandoCore
import ParlandoRecognition

/// Simulates live dictation in virtual time, with a real model on a machine of constant speed, so that values of
/// `LivePolicy` can be compared on any machine. Not thread-safe. Every call blocks.
final class LiveSimulation {
    struct Moment: Sendable {
        /// Virtual seconds since the first block arrived.
        let time: Double
        let event: RecognitionEvent
    }

    struct Outcome: Sendable {
        var moments: [Moment] = []
        /// One for each decoding.
        var looks: [(time: Double, look: LookRecord)] = []
        /// Total duration of all decodings, in virtual seconds.
        var decodingSeconds = 0.0
    }

    private let model: any LoadedModel
    private let gates: any SpeechGateReader
    private let files: ModelFiles
    private let policy: LivePolicy

    /// - Parameter engine: reports what each decoding takes on the simulated machine (`Hypothesis.cost`).
    init(
        _ files: ModelFiles, engine: any SpeechEngine, gates: any SpeechGateReader, policy: LivePolicy
    ) throws(RecognitionError) {
        model = try engine.read(files, progress: NoProgress())
        self.gates = gates
        self.files = files
        self.policy = policy
    }

    /// Simulates the dictation of mono samples at 16 kHz, which arrive in blocks of 100 ms. Virtual time begins when the
    /// first block arrives.
    ///
    /// - Parameter language: ISO 639-1 code; nil to detect the language.
    func run(_ samples: [Float], language: String? = nil) throws -> Outcome {
        let decoder = TimedDecoder(model.makeDecoder(RecognitionOptions(language: language), cancel: CancelFlag()))
        var transcriber = LiveTranscriber(
            decoder: decoder, gate: try gates.readGate(files.voiceActivity), policy: policy,
            isMultilingual: model.isMultilingual, language: language)
        var outcome = Outcome()
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

    private final class TimedDecoder: SpeechDecoder {
        private let decoder: any SpeechDecoder
        /// Virtual time at which the latest decoding ended, in seconds.
        var busy = 0.0
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
