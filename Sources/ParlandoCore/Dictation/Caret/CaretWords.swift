import Foundation

/// Keeps track of which words of a transcript have been written at the caret.
struct CaretWords: Sendable, Equatable {
    /// After the last written word.
    struct Position: Sendable, Equatable {
        var paragraph = 0
        /// How many words of the paragraph are written.
        var words = 0
        /// As it was written: punctuation may be attached later.
        var last = ""
        /// Words before this time, in seconds, count as written: the application has inserted them itself.
        var taken = 0.0
    }

    private var transcript = Transcript()
    private(set) var position = Position()

    mutating func skip(_ transcript: Transcript) {
        self.transcript = transcript
        position = end
    }

    /// Leaves out punctuation that a dictated mark may still replace.
    mutating func hear(_ transcript: Transcript) {
        self.transcript = transcript.lasting
    }

    mutating func advance(to position: Position) {
        let taken = max(position.taken, self.position.taken)
        self.position = position
        self.position.taken = taken
    }

    /// Treats words before this time as written, even if they change.
    mutating func take(until time: Double) {
        position.taken = max(position.taken, time)
    }

    /// After all final words.
    var end: Position {
        guard let last = transcript.paragraphs.indices.last else {
            return Position(taken: position.taken)
        }
        let words = transcript.paragraphs[last].words
        return Position(paragraph: last, words: words.count, last: words.last?.text ?? "", taken: position.taken)
    }

    /// Whether a position is after words that are not in the transcript any more.
    func isBeyond(_ position: Position) -> Bool {
        (position.paragraph, position.words) > (end.paragraph, end.words)
    }

    /// Whether no final words follow a position.
    func isEnd(_ position: Position) -> Bool {
        var words = self
        words.position = position
        return words.waiting.isEmpty
    }

    /// The final words that have not been written. A line feed separates paragraphs.
    var waiting: [Word] {
        portion(of: .max).words
    }

    /// Returns at most `most` words of `waiting`, and the position after them.
    func portion(of most: Int) -> (words: [Word], end: Position) {
        var result: [Word] = []
        for index in transcript.paragraphs.indices.dropFirst(position.paragraph) {
            let words = transcript.paragraphs[index].words
            var written = 0
            if index == position.paragraph {
                written = position.words
                if let mark = lateMark(in: words) {
                    result.append(mark)
                }
            } else if position.words > 0 || index > position.paragraph + 1 || !result.isEmpty {
                result.append(Word(text: "\n", start: 0, end: .infinity, probability: 1, isGlued: true))
            }
            for (number, word) in words.enumerated().dropFirst(written) where isLeft(word) {
                guard result.count < most else {
                    let last = number > 0 ? words[number - 1].text : ""
                    return (result, Position(paragraph: index, words: number, last: last, taken: position.taken))
                }
                result.append(word)
            }
        }
        return (result.contains { $0.text != "\n" } ? result : [], end)
    }

    /// Punctuation that was attached to the last word after it was written.
    private func lateMark(in words: [Word]) -> Word? {
        guard position.words > 0, words.indices.contains(position.words - 1) else {
            return nil
        }
        var mark = words[position.words - 1]
        guard mark.text != position.last, mark.text.hasPrefix(position.last), isLeft(mark) else {
            return nil
        }
        mark.text.removeFirst(position.last.count)
        mark.isGlued = true
        return mark
    }

    /// Without those that the application has inserted itself.
    var interim: [Word] {
        transcript.interim.filter(isLeft)
    }

    private func isLeft(_ word: Word) -> Bool {
        (word.start + word.end) / 2 >= position.taken
    }
}

/// Adapts the spaces and capital letters of dictated text to the text before the caret.
public enum CaretSpacing {
    /// No space follows them.
    private static let openers: Set<Character> = ["(", "[", "{", "«", "„", "“", "‘", "¿", "¡", "/", "-", "_", "@", "#"]
    /// No space precedes them.
    private static let closers: Set<Character> = [
        ".", ",", ";", ":", "!", "?", "…", ")", "]", "}", "»", "”", "’", "。", "，", "、", "！", "？",
    ]
    private static let enders: Set<Character> = [".", "!", "?", "…", "。", "！", "？"]
    /// Words that often begin what is dictated, and are hardly ever names, whatever the language.
    private static let small = Set(
        """
        and as because but he how if it or she so that the then there these they this we what when where which you
        aber das dass der die ein eine er es ich oder und weil wenn wie wir aunque cuando entonces pero porque que y
        comme donc et je mais nous parce puis quand vous e perché poi а вы где если и или как когда мы но он она они
        потом потому что это я
        """.split(whereSeparator: \.isWhitespace).map(String.init))
    private static let quotes: Set<Character> = ["\"", "'", "”", "’", "»", ")", "]"]

    /// Puts a space before the text if necessary.
    ///
    /// - Parameters:
    ///   - before: the last characters before the caret; empty at the beginning of the field; nil if unknown.
    ///   - isGlued: whether the first word is written without a space before it.
    public static func spaced(_ text: String, after before: String?, isGlued: Bool = false) -> String {
        guard let first = text.first, let last = before?.last, !isGlued else {
            return text
        }
        let isApart = last.isWhitespace || openers.contains(last) || first.isWhitespace || closers.contains(first)
        return isApart ? text : " " + text
    }

    /// Makes the first letter a capital at the beginning of a sentence. Within a sentence, where the recogniser begins
    /// with a capital all the same, it makes a few frequent words small; any other may be a name.
    ///
    /// - Parameter before: the last characters before the caret; nil if unknown.
    public static func capitalised(_ text: String, after before: String?) -> String {
        guard let before, let first = text.first, first.isLetter else {
            return text
        }
        if beginsSentence(after: before) {
            return first.uppercased() + text.dropFirst()
        }
        let word = text.prefix { !$0.isWhitespace && $0 != "," }
        return small.contains(first.lowercased() + word.dropFirst()) ? first.lowercased() + text.dropFirst() : text
    }

    /// Whether `before` ends with a sentence or a line break, or has only spaces.
    private static func beginsSentence(after before: String) -> Bool {
        guard before.last?.isNewline != true else {
            return true
        }
        guard let last = before.last(where: { !$0.isWhitespace && !quotes.contains($0) }) else {
            // At its maximum length, other text may precede it.
            return before.count < CaretSurroundings.reach
        }
        // Also after "e.g.": a wrong capital is the smaller fault.
        return enders.contains(last)
    }
}
