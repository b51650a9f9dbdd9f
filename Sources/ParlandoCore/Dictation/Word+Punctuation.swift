extension Word {
    /// Whether a sentence ends with this word, as far as its punctuation tells.
    public var endsSentence: Bool {
        Self.last(of: text, isIn: ".!?…。！？؟।")
    }

    /// Whether a part of a sentence ends with this word.
    public var endsClause: Bool {
        Self.last(of: text, isIn: ",;:–—、，；：،")
    }

    /// Whether it holds no letter and no digit.
    public var isPunctuation: Bool {
        !text.unicodeScalars.contains { $0.properties.isAlphabetic || $0.properties.numericType != nil }
    }

    /// The word as it is compared: lower case, letters and digits only.
    public var key: String {
        Self.key(of: text)
    }

    /// The letters and digits of a text in lower case; the text itself where it has none.
    public static func key(of text: some StringProtocol) -> String {
        let bare = text.lowercased().unicodeScalars.filter { scalar in
            scalar.properties.isAlphabetic || scalar.properties.numericType != nil
        }
        return bare.isEmpty ? String(text) : String(String.UnicodeScalarView(bare))
    }

    /// Closing quotes and brackets after the sign do not hide it.
    private static func last(of text: String, isIn signs: String) -> Bool {
        guard let sign = text.last(where: { !"\"'”’»)]".contains($0) }) else {
            return false
        }
        return signs.contains(sign)
    }
}
