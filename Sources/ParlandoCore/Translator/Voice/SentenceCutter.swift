/// Splits a growing text into sentences or clauses to be spoken, while the rest is still being translated. Free of side
/// effects.
///
/// No piece is returned twice. If the beginning of the text changes later, as many pieces are skipped as were returned.
public struct SentenceCutter: Sendable {
    /// Characters above which a sentence is split at the end of a clause, so that its beginning is spoken early.
    static let longSentence = 220
    /// Minimum characters of the first clause, small so that speech begins early.
    static let firstClause = 8
    /// Minimum characters of later clauses. Longer ones sound better, and there is time to synthesize them.
    static let laterClause = 40
    /// Characters from which a clause is split even between words, because a voice cannot be stopped within a piece.
    static let longClause = 160
    /// Minimum letters of a word whose full stop ends a sentence; that of a shorter one is an abbreviation ("Dr.", "z.
    /// B.").
    static let shortWord = 3

    private let longest: Int
    private let cutsClauses: Bool
    private var given = 0

    /// - Parameter cutsClauses: whether sentences are split at each clause. Otherwise only long ones are split.
    public init(longest: Int = 1000, cutsClauses: Bool = false) {
        self.longest = max(1, longest)
        self.cutsClauses = cutsClauses
    }

    /// Returns the pieces that are complete and have not been returned before.
    ///
    /// - Parameter isWhole: whether the text is complete, so that its remainder is the last piece.
    public mutating func take(_ text: String, isWhole: Bool = false) -> [String] {
        let all = pieces(of: Array(text), isWhole: isWhole)
        defer { given = max(given, all.count) }
        return Array(all.dropFirst(given))
    }

    private func pieces(of letters: [Character], isWhole: Bool) -> [String] {
        var result: [String] = []
        var start = 0
        // Index of the last character that is not a closing mark, updated in the loop because searching backward at
        // every mark could take a thousand steps.
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

    /// Returns whether the character at `index` ends a piece. Only this character, the next one and earlier ones
    /// decide, so that a growing text is split like the complete one.
    ///
    /// - Parameters:
    ///   - body: index of the last character in `start...index` that is not a closing mark; nil if all are.
    ///   - earlier: the same for `start..<index`.
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
        let letters = before.suffix(Abbreviation.longest + 1).reversed().prefix { $0.isLetter }
        let word = String(letters.reversed()).lowercased()
        return !word.isEmpty && word.count < Self.shortWord
            || Abbreviation.titles.contains(word) || Abbreviation.numbered.contains(word)
    }

    /// End a sentence if white space follows.
    private static let ends: Set<Character> = [".", "!", "?", "…", "؟", "۔", "।", "॥"]
    /// Full-width marks, which end a sentence in any case.
    private static let wideEnds: Set<Character> = ["。", "！", "？", "．"]
    private static let clauseEnds: Set<Character> = [",", ";", ":", "–", "—", "،", "؛"]
    /// End a clause. A dash is not among them, because it may stand between two numbers.
    private static let pauses: Set<Character> = [",", ";", ":", "،", "؛"]
    /// Belong to the sentence before them.
    private static let closing: Set<Character> = [
        "\"", "'", "”", "’", "»", "›", ")", "]", "}", "）", "］", "」", "』", "》", "〉", "】", "〕",
    ]
}

extension Character {
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

/// Simplifies a text that a voice has failed to speak. Free of side effects.
public enum SimplerText {
    /// Returns the text without web addresses, emoji, formatting marks, brackets and control characters. Nil if it
    /// would not change, or nothing would be left.
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
