/// Aligns edited text with the recognised words, to give each word its times.
enum EditedWords {
    private struct Token {
        var text: String
        var isGlued: Bool
        var line: Int
    }

    /// In seconds, for each word that was typed where nothing was recognised.
    private static let insertedWord = 0.3

    static func paragraphs(of text: String, heard: [Word]) -> [Paragraph] {
        // Scripts without spaces have no word boundaries, so each character counts as a word.
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

    /// Returns the index of the recognised word for each word of the edited text. The identical words at the beginning
    /// and end, nearly all after an edit, are matched directly.
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
        /// After the last match.
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

    /// Returns the time, in seconds, of the words that were replaced. If there are none: of the gap, with at most
    /// `insertedWord` for each word.
    private static func span(of count: Int, replacing old: Range<Int>, heard: [Word]) -> (start: Double, end: Double) {
        if !old.isEmpty {
            return (heard[old.lowerBound].start, heard[old.upperBound - 1].end)
        }
        let start = old.lowerBound > 0 ? heard[old.lowerBound - 1].end : 0
        let room = old.lowerBound < heard.count ? heard[old.lowerBound].start - start : .infinity
        return (start, start + max(0, min(room, Double(count) * insertedWord)))
    }
}

/// Divides a time span among words without times.
enum TimeSpread {
    /// Divides the seconds in proportion to the numbers of characters.
    static func words(_ texts: [String], from start: Double, to end: Double, probability: Double) -> [Word] {
        let total = texts.reduce(0) { $0 + max(1, $1.count) }
        let span = max(0, end - start)
        var done = 0
        return texts.map { text in
            let begin = start + span * Double(done) / Double(total)
            done += max(1, text.count)
            return Word(
                text: text, start: begin, end: start + span * Double(done) / Double(total), probability: probability)
        }
    }
}

/// The places of words in a text, in Unicode scalars, as GTK counts characters.
public struct WordPlaces: Sendable, Equatable {
    /// The range of each word, in Unicode scalars.
    public private(set) var ranges: [Range<Int>] = []

    /// - Parameter words: all words of the text, in order.
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

    /// Returns the index of the word that contains the position or else ends there; nil if there is neither.
    public func index(at position: Int) -> Int? {
        ranges.firstIndex { $0.contains(position) } ?? ranges.firstIndex { $0.upperBound == position }
    }
}
