/// Cuts a text that still grows into sentences, so that the first can be spoken while the last is not yet made. Pure.
///
/// No sentence is given twice, even when the text is begun anew: then as many sentences as were given are left out.
public struct SentenceCutter: Sendable {
    /// A sentence of more letters than this is cut where a clause ends, so that its beginning need not wait for its end.
    static let longSentence = 220
    /// A full stop after a word of fewer letters than this is taken for an abbreviation ("Dr.", "z. B.").
    static let shortWord = 3

    private let longest: Int
    private var given = 0

    /// - Parameter longest: characters that a piece may have at most.
    public init(longest: Int = 1000) {
        self.longest = max(1, longest)
    }

    /// The sentences that are whole now and have not been given before.
    ///
    /// - Parameters:
    ///   - text: all of it so far.
    ///   - isWhole: nothing follows: what is left over is the last sentence.
    public mutating func take(_ text: String, isWhole: Bool = false) -> [String] {
        let all = pieces(of: Array(text), isWhole: isWhole)
        defer { given = max(given, all.count) }
        return Array(all.dropFirst(given))
    }

    private func pieces(of letters: [Character], isWhole: Bool) -> [String] {
        var result: [String] = []
        var start = 0
        for end in letters.indices where isEnd(end, since: start, in: letters) {
            append(letters[start...end], to: &result)
            start = end + 1
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

    /// Whether a sentence ends with this letter. Decided by this letter and the next ones only, so that what is cut
    /// while a text grows is cut the same when it is whole.
    private func isEnd(_ index: Int, since start: Int, in letters: [Character]) -> Bool {
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
        let before = letters[start..<index].last { !Self.closing.contains($0) }
        if Self.closing.contains(letter), let before, Self.wideEnds.contains(before) {
            return !Self.closing.contains(next)
        }
        guard next.isWhitespace else {
            return false
        }
        let last = letters[start...index].lastIndex { !Self.closing.contains($0) } ?? index
        if Self.ends.contains(letters[last]) {
            return letters[last] != "." || last < index || !isAbbreviation(letters[start..<last])
        }
        return length > Self.longSentence && Self.clauseEnds.contains(letters[last])
    }

    private func isAbbreviation(_ before: ArraySlice<Character>) -> Bool {
        let word = before.reversed().prefix { $0.isLetter }
        return !word.isEmpty && word.count < Self.shortWord
    }

    /// Signs that are followed by a space.
    private static let ends: Set<Character> = [".", "!", "?", "…", "؟", "۔", "।", "॥"]
    /// Signs of scripts without spaces.
    private static let wideEnds: Set<Character> = ["。", "！", "？", "．"]
    private static let clauseEnds: Set<Character> = [",", ";", ":", "–", "—", "،", "؛"]
    private static let closing: Set<Character> = ["\"", "'", "”", "’", "»", ")", "]", "」", "』", "）", "»"]
}

extension Character {
    /// Whether a voice makes a sound of it.
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
