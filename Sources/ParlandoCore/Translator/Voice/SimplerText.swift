/// A text as the simplest voice can speak it. Pure.
public enum SimplerText {
    /// The text without what a voice may stumble over: addresses, emoji, marks of formatting, brackets, control signs.
    /// Nil where nothing would be simpler, or nothing would be left.
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
