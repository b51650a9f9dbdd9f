/// The positions of the words in a text, counted in Unicode scalars, as GTK counts characters.
public struct WordPlaces: Sendable, Equatable {
    /// The range of each word in the text, in Unicode scalars.
    public private(set) var ranges: [Range<Int>] = []

    /// Finds the position of each word in a text.
    ///
    /// - Parameters:
    ///   - text: the text.
    ///   - words: all words of the text, in order.
    public init(_ text: String, _ words: some Sequence<Word>) {
        let scalars = Array(text.unicodeScalars)
        var position = 0
        for word in words {
            while position < scalars.count, scalars[position].properties.isWhitespace {
                position += 1
            }
            let end = min(position + word.text.unicodeScalars.count, scalars.count)
            ranges.append(position..<end)
            position = end
        }
    }

    /// Returns the index of the word that contains a position or, if there is none, of the word that ends at the
    /// position; nil if there is neither.
    public func index(at position: Int) -> Int? {
        ranges.firstIndex { $0.contains(position) } ?? ranges.firstIndex { $0.upperBound == position }
    }
}
