/// What a decoding knew of the words it heard, for fitting `WordStability`.
public struct LookRecord: Sendable {
    /// Decodings since the session began.
    public var number = 0
    /// Final words before the first of these.
    public var firstIndex = 0
    /// The words, with what was known of each.
    public var words: [(text: String, evidence: WordStability.Evidence)] = []
}
