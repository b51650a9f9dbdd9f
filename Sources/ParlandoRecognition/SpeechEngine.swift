public import ParlandoCore
import Synchronization

/// An engine that recognises speech on this computer, with model files of its own format.
public protocol SpeechEngine: Sendable {
    /// Name in the catalogue of models (`SpeechModel.engine`), for example `whisper`.
    var name: String { get }

    /// Reports the fraction that was read, 0…1. Blocks.
    ///
    /// - Throws: `modelMissing`, `modelCorrupt` or `outOfMemory`.
    func read(_ files: ModelFiles, progress: any LoadProgress) throws(RecognitionError) -> any LoadedModel
}

/// A speech model in memory, which is freed with its last reference. Not thread-safe.
public protocol LoadedModel: AnyObject {
    /// Whether the model knows other languages besides English.
    var isMultilingual: Bool { get }

    /// A decoder for one session. Once `cancel` is set, it throws `CancellationError`, even during a computation.
    func makeDecoder(_ options: RecognitionOptions, cancel: CancelFlag) -> any SpeechDecoder
}

/// A flag that cancels a running computation. Thread-safe.
public final class CancelFlag: Sendable {
    private let flag = Atomic<Bool>(false)

    public init() {}

    /// Whether the computation should end.
    public var isSet: Bool {
        flag.load(ordering: .relaxed)
    }

    /// The computation ends when it next checks the flag.
    public func set() {
        flag.store(true, ordering: .relaxed)
    }
}

/// A window of sound to decode, with the text known so far. Tokens are numbers that only the engine interprets.
public struct DecodeRequest: Sendable, Equatable {
    /// How much computation to spend.
    public enum Effort: Sendable, Equatable {
        /// For display: the user is waiting, and a better result follows soon.
        case quick
        /// For a review, which decides which words are final.
        case full
    }

    /// Mono at 16 kHz, at most 30 s.
    public var samples: [Float]
    /// Token sequences of final words with which the text may begin, the most probable first. It is uncertain with
    /// which of these words the samples begin. The hypothesis does not repeat them. Never empty.
    public var prefixes: [[Int32]]
    /// Estimated number of samples at the beginning that contain the prefix.
    public var prefixSamples: Int
    /// Must follow the prefix unchanged. The hypothesis does not include them.
    public var forced: [Int32]
    /// What the previous decoding chose after the forced tokens. A quick decoding favours them slightly; a full one is
    /// faster if it chooses the same.
    public var expected: [Int32]
    /// ISO 639-1 code; nil to detect the language (multilingual models only).
    public var language: String?
    /// How much computation to spend.
    public var effort: Effort

    public init(
        samples: [Float], prefixes: [[Int32]] = [[]], prefixSamples: Int = 0, forced: [Int32] = [],
        expected: [Int32] = [], language: String? = nil, effort: Effort = .quick
    ) {
        self.samples = samples
        self.effort = effort
        self.prefixes = prefixes.isEmpty ? [[]] : prefixes
        self.prefixSamples = prefixSamples
        self.forced = forced
        self.expected = expected
        self.language = language
    }
}

/// Converts a window of sound to words. Blocks the calling thread while it computes.
public protocol SpeechDecoder {
    func decode(_ request: DecodeRequest) throws -> Hypothesis

    /// Alternative readings of doubtful words of the last hypothesis, in spoken order.
    ///
    /// - Parameter steps: maximum number of further computations, each of which takes about as long as a token.
    func readings(of words: [DecodedWord], steps: Int) throws -> WeighedReadings
}

extension SpeechDecoder {
    /// The readings that the words already have.
    public func readings(of words: [DecodedWord], steps: Int) throws -> WeighedReadings {
        WeighedReadings(words.map(\.readings))
    }
}

/// Alternative readings of several words, with the time that the search took.
public struct WeighedReadings: Sendable, Equatable {
    /// Of each word, the most probable first.
    public var readings: [[Reading]]
    /// In seconds.
    public var cost: Double

    public init(_ readings: [[Reading]], cost: Double = 0) {
        self.readings = readings
        self.cost = cost
    }
}

/// The result of decoding one window of sound.
public struct Hypothesis: Sendable, Equatable {
    /// In spoken order, without prefix and forced tokens.
    public var words: [DecodedWord]
    /// The one of the request's prefixes that fits the sound best.
    public var prefix: [Int32]
    /// Probability that the window has no speech, 0…1.
    public var noSpeech: Double
    /// Mean natural logarithm of the probability of the new tokens; 0 if there are none.
    public var meanLogProbability: Double
    /// Whether the decoder began to repeat itself. The repetitions have been removed.
    public var isLooped: Bool
    /// Nil with English-only models.
    public var language: DetectedLanguage?
    /// In seconds.
    public var cost: Double

    public init(
        words: [DecodedWord] = [], prefix: [Int32] = [], noSpeech: Double = 0, meanLogProbability: Double = 0,
        isLooped: Bool = false,
        language: DetectedLanguage? = nil, cost: Double = 0
    ) {
        self.words = words
        self.prefix = prefix
        self.noSpeech = noSpeech
        self.meanLogProbability = meanLogProbability
        self.isLooped = isLooped
        self.language = language
        self.cost = cost
    }
}

/// The language that a multilingual model detected.
public struct DetectedLanguage: Sendable, Equatable {
    /// ISO 639-1 code.
    public var code: String
    /// Probability, 0…1.
    public var probability: Double

    public init(code: String, probability: Double) {
        self.code = code
        self.probability = probability
    }
}

/// A word with its tokens.
public struct DecodedWord: Sendable, Equatable {
    /// With its punctuation, without surrounding space.
    public var text: String
    /// In order.
    public var tokens: [Int32]
    /// Of the least probable token, 0…1.
    public var probability: Double
    /// Whether the word is written without a space before it.
    public var isGlued: Bool
    /// Alternatives to a doubtful word, the most probable first, as far as they are known.
    public var readings: [Reading]

    public init(
        text: String, tokens: [Int32], probability: Double, isGlued: Bool = false, readings: [Reading] = []
    ) {
        self.text = text
        self.tokens = tokens
        self.probability = probability
        self.isGlued = isGlued
        self.readings = readings
    }

    /// Whether the probability is below `Word.doubt`.
    public var isDoubtful: Bool {
        probability < Word.doubt
    }

    /// In lower case without punctuation, for comparison.
    public var essence: String {
        text.essence
    }
}

extension String {
    /// Letters and digits, in lower case.
    var essence: String {
        let kept = lowercased().unicodeScalars.filter {
            $0.properties.isAlphabetic || $0.properties.numericType != nil
        }
        return String(String.UnicodeScalarView(kept))
    }
}

/// A voice activity detector (VAD). Blocks the calling thread while it computes.
public protocol SpeechGate {
    /// Samples in a frame.
    var frameLength: Int { get }

    /// Must be called once before each session.
    func reset()

    /// The probability of speech in each frame, 0…1. Accepts whole frames only.
    func probabilities(of samples: [Float]) throws -> [Float]
}

/// Makes voice activity detectors. Each session needs its own, because a detector has internal state.
public protocol SpeechGateMaker: Sendable {
    /// Verifies the checksum of the model and loads it. Throws `modelMissing`, `modelCorrupt` or `engineFailed`.
    ///
    /// - Parameter isolation: the actor that uses the detector; the model is read on its thread.
    func makeGate(isolation: isolated (any Actor)?) async throws(RecognitionError) -> any SpeechGate
}

/// Reads a voice activity detector from a file whose checksum has been verified.
public protocol SpeechGateReader: Sendable {
    /// Blocks. Throws `modelCorrupt` if the file is not a model of a detector.
    func readGate(_ path: String) throws(RecognitionError) -> any SpeechGate
}
