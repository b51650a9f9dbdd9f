/// Simplifies a text that a voice has failed to speak. Free of side effects.
public enum SimplerText {
    /// Returns the text without anything that may have made the voice fail: web addresses, emoji, formatting marks,
    /// brackets and control characters. Nil if the text would not change or nothing to speak would be left.
    public static func make(of text: String) -> String? {
        let words = text.split(whereSeparator: \.isWhitespace).filter { !isAddress($0) }
        let kept = words.map { word in String(word.filter(isKept)) }.filter { !$0.isEmpty }
        let result = kept.joined(separator: " ")
        guard result != text, result.contains(where: { $0.isLetter || $0.isNumber }) else {
            return nil
        }
        return result
    }

    private static func isAddress(_ word: Substring) -> Bool {
        ["http://", "https://", "www."].contains { word.lowercased().hasPrefix($0) }
    }

    private static func isKept(_ letter: Character) -> Bool {
        letter.isLetter || letter.isNumber || marks.contains(letter)
            || letter.unicodeScalars.allSatisfy { $0.properties.isDiacritic }
    }

    private static let marks: Set<Character> = [
        ".", ",", "!", "?", ":", ";", "'", "’", "-", "%", "…", "。", "、", "！", "？", "，", "؟", "،", "।", "¿", "¡", "$",
        "€", "£", "¥", "₽", "₹",
    ]
}
