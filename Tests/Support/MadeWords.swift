public import ParlandoCore

extension [Word] {
    /// The words of a text, one after the other.
    ///
    /// - Parameters:
    ///   - start: of the first one, in seconds.
    ///   - step: seconds from the beginning of each to that of the next.
    ///   - length: seconds of each.
    public init(
        of text: String, from start: Double = 0, every step: Double = 1, lasting length: Double = 0.5,
        probability: Double = 0.9
    ) {
        self = text.split(separator: " ").enumerated().map { index, word in
            let begin = start + Double(index) * step
            return Word(text: String(word), start: begin, end: begin + length, probability: probability)
        }
    }
}
