extension Word {
    /// Whether the word ends a sentence, judging by its punctuation.
    public var endsSentence: Bool {
        Self.last(of: text, isIn: ".!?…。！？؟।")
    }

    /// Whether the word ends a clause, judging by its punctuation.
    public var endsClause: Bool {
        Self.last(of: text, isIn: ",;:–—、，；：،")
    }

    /// Whether the word has neither letters nor digits.
    public var isPunctuation: Bool {
        !text.unicodeScalars.contains { $0.properties.isAlphabetic || $0.properties.numericType != nil }
    }

    /// The word in a form for comparison: lower case, letters and digits only.
    public var key: String {
        Self.key(of: text)
    }

    /// Returns the letters and digits of a text in lower case, or the text itself if it has none.
    public static func key(of text: some StringProtocol) -> String {
        let bare = text.lowercased().unicodeScalars.filter { scalar in
            scalar.properties.isAlphabetic || scalar.properties.numericType != nil
        }
        return bare.isEmpty ? String(text) : String(String.UnicodeScalarView(bare))
    }

    /// Returns whether the last character is one of `signs`, ignoring closing quotes and brackets after it.
    private static func last(of text: String, isIn signs: String) -> Bool {
        guard let sign = text.last(where: { !"\"'”’»)]".contains($0) }) else {
            return false
        }
        return signs.contains(sign)
    }
}
