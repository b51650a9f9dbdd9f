/// A stretch of speech between pauses, with a short silence before and after.
public struct Utterance: Sendable, Equatable {
    /// Index of the first sample in the sound of the session.
    public let start: Int
    /// Mono samples at `AudioBlock.sampleRate`.
    public let samples: [Float]
    /// Whether a long pause precedes the utterance.
    public let beginsParagraph: Bool

    public init(start: Int, samples: [Float], beginsParagraph: Bool) {
        self.start = start
        self.samples = samples
        self.beginsParagraph = beginsParagraph
    }

    /// Index after the last sample in the sound of the session.
    public var end: Int {
        start + samples.count
    }
}
