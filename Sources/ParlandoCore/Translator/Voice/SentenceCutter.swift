/// Splits a growing text into pieces to be spoken: sentences, or clauses of sentences. The first piece can be spoken
/// while the rest of the text is still being translated. Free of side effects.
///
/// No piece is returned twice. If the beginning of the text changes later, the cutter only counts: it skips as many
/// pieces of the new text as it has returned before.
public struct SentenceCutter: Sendable {
    /// Length in characters above which a sentence is split at the end of a clause, so that its beginning can be spoken
    /// early.
    static let longSentence = 220
    /// Minimum length in characters of the first clause of a text if clauses are spoken one by one. It is small, so
    /// that speech begins early.
    static let firstClause = 8
    /// Minimum length in characters of any clause but the first if clauses are spoken one by one. Longer clauses sound
    /// better, and there is time to synthesize them while the first is played.
    static let laterClause = 40
    /// Length in characters from which a clause is split between two words even without a punctuation mark, because a
    /// voice cannot be stopped within a piece of text that it was given.
    static let longClause = 160
    /// Minimum number of letters of a word whose full stop ends a sentence. The full stop after a shorter word counts
    /// as part of an abbreviation ("Dr.", "z. B.").
    static let shortWord = 3

    private let longest: Int
    private let cutsClauses: Bool
    private var given = 0

    /// - Parameters:
    ///   - longest: maximum number of characters in a piece, that is, a text that is synthesized at once.
    ///   - cutsClauses: whether sentences are split at the end of each clause. Otherwise only long sentences are split.
    public init(longest: Int = 1000, cutsClauses: Bool = false) {
        self.longest = max(1, longest)
        self.cutsClauses = cutsClauses
    }

    /// Returns the pieces of the text (sentences or clauses) that are complete and have not been returned before.
    ///
    /// - Parameters:
    ///   - text: the whole text so far.
    ///   - isWhole: whether the text is complete, so that its remainder is the last piece.
    public mutating func take(_ text: String, isWhole: Bool = false) -> [String] {
        let all = pieces(of: Array(text), isWhole: isWhole)
        defer { given = max(given, all.count) }
        return Array(all.dropFirst(given))
    }

    private func pieces(of letters: [Character], isWhole: Bool) -> [String] {
        var result: [String] = []
        var start = 0
        // Index of the last character that is not a closing mark. It is updated in the loop, because a backward search
        // at every quotation mark could take a thousand steps each time.
        var body: Int?
        for index in letters.indices {
            let earlier = body
            if !Self.closing.contains(letters[index]) {
                body = index
            }
            if isEnd(index, since: start, body: body, earlier: earlier, in: letters) {
                append(letters[start...index], to: &result)
                start = index + 1
                body = nil
            }
        }
        if isWhole {
            append(letters[start...], to: &result)
        }
        return result
    }

    private func append(_ letters: ArraySlice<Character>, to result: inout [String]) {
        let sentence = letters.trimmed
        guard sentence.contains(where: \.isSpoken) else {
            return
        }
        result.append(String(sentence))
    }

    /// Returns whether the character at `index` ends a piece, that is, a sentence or clause that is spoken at once.
    /// Only this character, the next one and earlier ones decide, so that a growing text is split in the same way as
    /// the complete one.
    ///
    /// - Parameters:
    ///   - start: index of the first character of the current piece.
    ///   - body: index of the last character in `start...index` that is not a closing mark, such as a bracket; nil if
    ///     all of them are closing marks.
    ///   - earlier: the same for `start..<index`, which leaves out the character at `index`.
    private func isEnd(_ index: Int, since start: Int, body: Int?, earlier: Int?, in letters: [Character]) -> Bool {
        let letter = letters[index]
        let length = index - start + 1
        guard letters.indices.contains(index + 1) else {
            return false
        }
        let next = letters[index + 1]
        if letter.isNewline || length >= longest {
            return true
        }
        if Self.wideEnds.contains(letter) {
            return !Self.closing.contains(next) && !Self.wideEnds.contains(next)
        }
        if Self.closing.contains(letter), let earlier, Self.wideEnds.contains(letters[earlier]) {
            return !Self.closing.contains(next)
        }
        guard next.isWhitespace else {
            return false
        }
        let last = body ?? index
        if Self.ends.contains(letters[last]) {
            return letters[last] != "." || last < index || !isAbbreviation(letters[start..<last])
        }
        if cutsClauses {
            let isPause = Self.pauses.contains(letters[last])
            return isPause && length >= (start == 0 ? Self.firstClause : Self.laterClause) || length >= Self.longClause
        }
        return length > Self.longSentence && Self.clauseEnds.contains(letters[last])
    }

    private func isAbbreviation(_ before: ArraySlice<Character>) -> Bool {
        let word = before.reversed().prefix { $0.isLetter }
        return !word.isEmpty && word.count < Self.shortWord
    }

    /// Punctuation marks that end a sentence if white space follows.
    private static let ends: Set<Character> = [".", "!", "?", "…", "؟", "۔", "।", "॥"]
    /// Full-width punctuation marks, which end a sentence even if no white space follows.
    private static let wideEnds: Set<Character> = ["。", "！", "？", "．"]
    /// Punctuation marks at which a long sentence is split.
    private static let clauseEnds: Set<Character> = [",", ";", ":", "–", "—", "،", "؛"]
    /// Punctuation marks that end a clause if clauses are spoken one by one. A dash is not among them, because it may
    /// stand between two numbers.
    private static let pauses: Set<Character> = [",", ";", ":", "،", "؛"]
    /// Closing quotation marks and brackets. After the end of a sentence, they still belong to this sentence.
    private static let closing: Set<Character> = [
        "\"", "'", "”", "’", "»", "›", ")", "]", "}", "）", "］", "」", "』", "》", "〉", "】", "〕",
    ]
}

extension Character {
    /// Whether a voice pronounces the character: a letter, a number, an emoji or a currency sign.
    fileprivate var isSpoken: Bool {
        isLetter || isNumber || unicodeScalars.contains { $0.properties.isEmojiPresentation } || isCurrencySymbol
    }
}

extension ArraySlice<Character> {
    fileprivate var trimmed: Self {
        let rest = drop { $0.isWhitespace }
        return rest[..<((rest.lastIndex { !$0.isWhitespace } ?? rest.startIndex - 1) + 1)]
    }
}
