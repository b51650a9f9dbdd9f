/// One window to decode.
public struct DecodeRequest: Sendable, Equatable {
    /// How much work an answer is worth.
    public enum Effort: Sendable, Equatable {
        /// Somebody waits, and a better answer follows soon.
        case quick
        /// Somebody waits, and the answer is final: more work.
        case careful
        /// Nobody waits, and the answer is final: much more work.
        case thorough
        /// A file: nobody waits at all.
        case full
    }

    /// Mono at 16 kHz, at most 30 s.
    public var samples: [Float]
    /// Tokens the answer must begin with: what is settled already. They are not part of the hypothesis.
    public var prefix: [Int32]
    /// The previous hypothesis, after the prefix. A quick answer is gently drawn to it; others are free, and only found
    /// sooner where they agree.
    public var expected: [Int32]
    /// ISO 639-1 code, or nil to take the most probable language (multilingual models).
    public var language: String?
    /// How much work the answer is worth.
    public var effort: Effort

    public init(
        samples: [Float], prefix: [Int32] = [], expected: [Int32] = [], language: String? = nil,
        effort: Effort = .quick
    ) {
        self.samples = samples
        self.effort = effort
        self.prefix = prefix
        self.expected = expected
        self.language = language
    }
}

/// Sound to words, one window at a time. Blocks the calling thread while it computes.
public protocol SpeechDecoder {
    func decode(_ request: DecodeRequest) throws -> Hypothesis

    /// The same answer, in pieces: other windows may be decoded between two of them.
    func deliberate(_ request: DecodeRequest) -> any Deliberation
}

extension SpeechDecoder {
    /// One piece.
    public func deliberate(_ request: DecodeRequest) -> any Deliberation {
        WholeDeliberation(decoder: self, request: request)
    }
}

/// Work on an answer, done piece by piece.
public protocol Deliberation {
    /// Does the next piece of work, until one says that it was the last. Blocks the calling thread while it computes.
    ///
    /// - Returns: the answer by now, and whether it is the last word.
    mutating func advance() throws -> (answer: Hypothesis, isFinal: Bool)
}

/// For decoders that do not stop on the way.
private struct WholeDeliberation: Deliberation {
    let decoder: any SpeechDecoder
    let request: DecodeRequest

    func advance() throws -> (answer: Hypothesis, isFinal: Bool) {
        (try decoder.decode(request), true)
    }
}

/// Tells speech from everything else, frame by frame. Blocks the calling thread while it computes.
public protocol SpeechGate {
    /// Samples in a frame.
    var frameLength: Int { get }

    /// Forgets what it heard. Call once before a session.
    func reset()

    /// The probability of speech in each frame, 0…1. Takes whole frames only.
    func probabilities(of samples: [Float]) throws -> [Float]
}

/// Port: gates for sessions. A gate remembers what it heard, so each session needs its own.
public protocol SpeechGateMaker: Sendable {
    /// Blocks while it reads the model. Throws `RecognitionError`.
    func makeGate() throws(RecognitionError) -> any SpeechGate
}
