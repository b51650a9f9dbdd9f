import Foundation

/// Adapts the spaces and capital letters of dictated text to the text before the caret.
public enum CaretSpacing {
    /// Opening brackets, quotation marks and other characters that no space follows.
    private static let openers: Set<Character> = ["(", "[", "{", "«", "„", "“", "‘", "¿", "¡", "/", "-", "_", "@", "#"]
    /// Closing brackets and punctuation marks that no space precedes.
    private static let closers: Set<Character> = [
        ".", ",", ";", ":", "!", "?", "…", ")", "]", "}", "»", "”", "’", "。", "，", "、", "！", "？",
    ]
    private static let enders: Set<Character> = [".", "!", "?", "…", "。", "！", "？"]
    private static let quotes: Set<Character> = ["\"", "'", "”", "’", "»", ")", "]"]

    /// Returns a text, with a space in front of it if the text before the caret requires one.
    ///
    /// - Parameters:
    ///   - before: the last characters before the caret; empty if the caret is at the beginning of the field; nil if
    ///     unknown.
    ///   - isGlued: whether the first word of the text is written without a space before it.
    public static func spaced(_ text: String, after before: String?, isGlued: Bool = false) -> String {
        guard let first = text.first, let last = before?.last, !isGlued else {
            return text
        }
        let isApart = last.isWhitespace || openers.contains(last) || first.isWhitespace || closers.contains(first)
        return isApart ? text : " " + text
    }

    /// Returns a text whose first letter is a capital at the beginning of a sentence, and a small letter in the middle
    /// of a sentence.
    ///
    /// In the middle of a sentence, only function words such as articles and pronouns get a small letter
    /// (`FunctionWords`). Other words may be names, and a name with a small letter is a worse fault than a superfluous
    /// capital.
    ///
    /// - Parameters:
    ///   - before: the last characters before the caret; nil if unknown, in which case the text stays as it is.
    ///   - language: ISO 639-1 code of the language; empty if unknown, in which case capital letters stay as they are.
    public static func capitalised(_ text: String, after before: String?, language: String) -> String {
        guard let before, let first = text.first, first.isLetter else {
            return text
        }
        if beginsSentence(after: before) {
            return first.uppercased() + text.dropFirst()
        }
        let word = text.prefix { $0.isLetter || $0.isNumber || "'’-".contains($0) }
        let small = first.lowercased() + word.dropFirst()
        guard small == word.lowercased(), FunctionWords.contain(small, language: language) else {
            return text
        }
        return first.lowercased() + text.dropFirst()
    }

    /// Returns whether the text after `before` begins a sentence: `before` ends with a sentence or a line break, or
    /// contains only spaces.
    private static func beginsSentence(after before: String) -> Bool {
        guard before.last?.isNewline != true else {
            return true
        }
        guard let last = before.last(where: { !$0.isWhitespace && !quotes.contains($0) }) else {
            // There are only spaces. If `before` has its maximum length, other text may precede it.
            return before.count < CaretSurroundings.reach
        }
        // Abbreviations such as "e.g." also end a sentence here. A wrong capital letter is the smaller fault.
        return enders.contains(last)
    }
}
