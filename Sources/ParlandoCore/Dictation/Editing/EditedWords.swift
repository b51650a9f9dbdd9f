/// Aligns hand-edited text with the recognised words, to give each word its times.
enum EditedWords {
    /// A word of the edited text, with the number of its line.
    private struct Token {
        var text: String
        var isGlued: Bool
        var line: Int
    }

    /// Maximum duration of a word that the user typed where nothing was recognised, in seconds.
    private static let insertedWord = 0.3

    static func paragraphs(of text: String, heard: [Word]) -> [Paragraph] {
        // In scripts without spaces the edited text has no word boundaries, so each character counts as a word.
        let isSpaceless = heard.contains(where: \.isGlued)
        let heard = isSpaceless ? heard.flatMap(characters) : heard
        let tokens = tokens(of: text, isSpaceless: isSpaceless)
        let matches = matches(of: tokens, in: heard)
        let words = timed(tokens.map(\.text), matches: matches, heard: heard)
        var paragraphs: [Paragraph] = []
        var line = -1
        for (token, var word) in zip(tokens, words) {
            word.isGlued = token.isGlued
            if token.line == line {
                paragraphs[paragraphs.count - 1].words.append(word)
            } else {
                paragraphs.append(Paragraph(words: [word]))
                line = token.line
            }
        }
        return paragraphs
    }

    /// Returns, for each word of the edited text, the index of the matching recognised word; nil if no word matches.
    /// The identical words at the beginning and at the end, which are nearly all words after an edit, are matched
    /// directly. Only the words between them are aligned.
    private static func matches(of tokens: [Token], in heard: [Word]) -> [Int?] {
        let start = zip(tokens, heard).prefix { $0.text == $1.text }.count
        let room = min(tokens.count, heard.count) - start
        let end = zip(tokens.reversed(), heard.reversed()).prefix(room).prefix { $0.text == $1.text }.count
        let middle = SequenceAlignment.matches(
            of: tokens[start..<(tokens.count - end)].map { Word.key(of: $0.text) },
            in: heard[start..<(heard.count - end)].map(\.key))
        return Array(0..<start) + middle.map { $0.map { $0 + start } } + Array((heard.count - end)..<heard.count)
    }

    private static func tokens(of text: String, isSpaceless: Bool) -> [Token] {
        text.split(separator: "\n").enumerated().flatMap { line, words in
            words.split(whereSeparator: \.isWhitespace).flatMap { word in
                let pieces = isSpaceless ? word.map { String($0) } : [String(word)]
                return pieces.enumerated().map { Token(text: $1, isGlued: $0 > 0, line: line) }
            }
        }
    }

    private static func characters(of word: Word) -> [Word] {
        guard word.text.count > 1 else {
            return [word]
        }
        return TimeSpread.words(
            word.text.map { String($0) }, from: word.start, to: word.end, probability: word.probability)
    }

    private static func timed(_ texts: [String], matches: [Int?], heard: [Word]) -> [Word] {
        var result: [Word] = []
        /// Index of the first recognised word after the last match.
        var next = 0
        var index = 0
        while index < texts.count {
            if let match = matches[index] {
                var word = heard[match]
                word.text = texts[index]
                result.append(word)
                next = match + 1
                index += 1
            } else {
                let end = matches[index...].firstIndex { $0 != nil } ?? texts.count
                let match = end < texts.count ? matches[end] : nil
                let span = span(of: end - index, replacing: next..<(match ?? heard.count), heard: heard)
                result += TimeSpread.words(Array(texts[index..<end]), from: span.start, to: span.end, probability: 1)
                index = end
            }
        }
        return result
    }

    /// Returns the time span of `count` words typed by hand, in seconds: the time span of the words that they replace.
    /// If they replace no words, the span is the gap between their neighbours, with at most `insertedWord` for each
    /// word.
    private static func span(of count: Int, replacing old: Range<Int>, heard: [Word]) -> (start: Double, end: Double) {
        if !old.isEmpty {
            return (heard[old.lowerBound].start, heard[old.upperBound - 1].end)
        }
        let start = old.lowerBound > 0 ? heard[old.lowerBound - 1].end : 0
        let room = old.lowerBound < heard.count ? heard[old.lowerBound].start - start : .infinity
        return (start, start + max(0, min(room, Double(count) * insertedWord)))
    }
}
