public import ParlandoRecognition

/// Receives what a decoder weighs for the user's vocabulary, so that the rule can be fitted without decoding again.
public protocol VocabularyWitness: AnyObject, Sendable {
    /// A decoder has compared entries with words of a text. Called on the decoder's thread, before the rule is applied.
    func decoder(didWeigh entries: [WeighedEntry], in words: [DecodedWord])
}

/// An entry of the vocabulary that was compared with words of a text.
public struct WeighedEntry: Sendable, Equatable {
    /// Positions of the words in the text.
    public let words: Range<Int>
    /// What would be written in their place.
    public let text: String
    /// Share of the letters that differ, 0…1.
    public let difference: Double
    /// Negative log probability of the recognised words.
    public let doubt: Double
    /// Logarithm of the ratio of the probabilities of the whole text with the entry and without it.
    public let gain: Double
}
