import Foundation

/// Fits dictated text to the text before the caret.
public enum CaretSpacing {
    /// Opening brackets and quotation marks, which are followed by no space.
    private static let openers: Set<Character> = ["(", "[", "{", "«", "„", "“", "‘", "¿", "¡", "/", "-", "_", "@", "#"]
    /// Closing brackets and punctuation, which are preceded by no space.
    private static let closers: Set<Character> = [
        ".", ",", ";", ":", "!", "?", "…", ")", "]", "}", "»", "”", "’", "。", "，", "、", "！", "？",
    ]
    private static let enders: Set<Character> = [".", "!", "?", "…", "。", "！", "？"]
    private static let quotes: Set<Character> = ["\"", "'", "”", "’", "»", ")", "]"]

    /// Returns text with a space before it if it needs one.
    ///
    /// - Parameters:
    ///   - before: the last characters before the caret; empty if the caret is at the beginning of the field; nil if
    ///     that is not known.
    ///   - isGlued: whether the first word of the text is written without a space before it.
    public static func spaced(_ text: String, after before: String?, isGlued: Bool = false) -> String {
        guard let first = text.first, let last = before?.last, !isGlued else {
            return text
        }
        let isApart = last.isWhitespace || openers.contains(last) || first.isWhitespace || closers.contains(first)
        return isApart ? text : " " + text
    }

    /// Returns text whose first letter fits the text before it: a capital letter at the beginning of a sentence, and a
    /// small one in the middle of a sentence.
    ///
    /// In the middle of a sentence only a word that is no name becomes small (`FunctionWords`): a name in small letters
    /// is a worse fault than a capital letter too many.
    ///
    /// - Parameters:
    ///   - before: the last characters before the caret; nil if they are not known: the text stays as it is.
    ///   - language: ISO 639-1 code of the language; empty if it is not known: capital letters stay as they are.
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

    /// Returns whether a sentence ends with this text, or none has begun.
    private static func beginsSentence(after before: String) -> Bool {
        guard before.last?.isNewline != true else {
            return true
        }
        guard let last = before.last(where: { !$0.isWhitespace && !quotes.contains($0) }) else {
            // A field that holds only spaces, or whose text before the caret is longer than what is known.
            return before.count < CaretSurroundings.reach
        }
        // "e.g." in front of the caret would count as well: capital letters are the smaller fault there.
        return enders.contains(last)
    }
}
