/// The evidence on the words of one decoding, for fitting `WordStability`.
public struct LookRecord: Sendable {
    /// Number of decodings since the session began.
    public var number = 0
    /// Number of words that were already final before the first of `words`.
    public var firstIndex = 0
    /// The words, each with its evidence.
    public var words: [(text: String, evidence: WordStability.Evidence)] = []
}
