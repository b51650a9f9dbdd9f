/// The sound of speech between two pauses, with a short silence before and after.
public struct Utterance: Sendable, Equatable {
    /// Position of the utterance's first sample in the sound of the session.
    public let start: Int
    /// Mono samples of the utterance at `AudioBlock.sampleRate`, full scale ±1.
    public let samples: [Float]
    /// Whether a long pause precedes the utterance, so that its text begins a new paragraph.
    public let beginsParagraph: Bool

    public init(start: Int, samples: [Float], beginsParagraph: Bool) {
        self.start = start
        self.samples = samples
        self.beginsParagraph = beginsParagraph
    }

    /// Position after the utterance's last sample in the sound of the session.
    public var end: Int {
        start + samples.count
    }
}
