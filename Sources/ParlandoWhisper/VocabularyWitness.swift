public import ParlandoRecognition

/// Receives the entries of the user's vocabulary that a decoder compares with its text. With these data,
/// `VocabularyRule` can be fitted without decoding again.
public protocol VocabularyWitness: AnyObject, Sendable {
    /// Tells the receiver that a decoder has compared entries with words of a text. Called on the decoder's thread,
    /// before `VocabularyRule` decides which entries are written.
    func decoder(didWeigh entries: [WeighedEntry], in words: [DecodedWord])
}

/// An entry of the vocabulary that was compared with words of a text.
public struct WeighedEntry: Sendable, Equatable {
    /// Indices of the recognised words that were compared with the entry.
    public let words: Range<Int>
    /// Text that would be written in place of the recognised words: the entry with their punctuation.
    public let text: String
    /// Fraction of letters that differ between the entry and the recognised words, 0…1.
    public let difference: Double
    /// Negative log probability (natural logarithm) of the recognised words.
    public let doubt: Double
    /// Natural logarithm of the ratio of the text's probability with the entry to its probability without it.
    public let gain: Double
}
