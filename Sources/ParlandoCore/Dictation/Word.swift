/// A recognised word and where it lies in the session.
public struct Word: Sendable, Equatable, Codable {
    /// The word with its punctuation, without surrounding space.
    public var text: String
    /// Seconds since the first sample of the session.
    public var start: Double
    public var end: Double
    /// How sure the recogniser is, 0…1: the least probable of the word's tokens.
    public var probability: Double

    public init(text: String, start: Double, end: Double, probability: Double) {
        self.text = text
        self.start = start
        self.end = end
        self.probability = probability
    }
}
