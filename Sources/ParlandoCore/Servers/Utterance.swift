/// A stretch of speech, cut out at pauses, with a little silence around it.
public struct Utterance: Sendable, Equatable {
    /// Samples of the session before its first one.
    public let start: Int
    /// Mono at `AudioBlock.sampleRate`.
    public let samples: [Float]
    /// Whether a long pause stands before it.
    public let beginsParagraph: Bool

    public init(start: Int, samples: [Float], beginsParagraph: Bool) {
        self.start = start
        self.samples = samples
        self.beginsParagraph = beginsParagraph
    }

    /// Samples of the session up to its last one.
    public var end: Int {
        start + samples.count
    }
}
