import Foundation

/// Applies replacement rules to the words of one paragraph.
///
/// Words that a rule writes divide the time of the words that they replace, and take over their case: "Foo" at the
/// beginning of a sentence becomes a capitalised text. Punctuation around the replaced words stays, unless the rule
/// deletes words or writes punctuation.
struct Replacing {
    /// A part of a word, with the index of the word.
    private struct Place {
        let word: Int
        var part: WordPart

        /// Leaves the last characters out.
        mutating func leave(_ count: Int, of words: [Word]) {
            let range = part.range
            part.range = range.lowerBound..<words[word].text.index(range.upperBound, offsetBy: -count)
        }
    }

    /// A rule, and the parts that it replaces.
    private struct Find {
        let rule: ReplacementRule
        let first: Place
        let last: Place
        /// As the recogniser wrote it.
        let heard: String
    }

    /// Marks that give way to a dictated mark.
    static let replaceableMarks = ",.;:?!"

    /// A rule that writes a line break begins a new line.
    private(set) var lines: [[Word]] = [[]]
    private let rules: ReplacementRules
    /// An opening mark that waits for the next word.
    private var opening: Word?
    /// Whether a rule ended the sentence or line, or deleted a capitalised word.
    private var beginsSentence = false
    /// Whether the last word ends with a dictated mark, which stays when another one follows.
    private var endsWithDictated = false

    init(_ rules: ReplacementRules) {
        self.rules = rules
    }

    /// No rule applies across two calls.
    mutating func add(_ words: [Word]) {
        var done = 0
        var find: Find?
        for next in finds(in: words) {
            finish(find, before: next, in: words)
            for word in words[done..<max(done, next.first.word)] {
                append(word)
            }
            write(next, in: words, after: find)
            done = next.last.word + 1
            find = next
        }
        finish(find, before: nil, in: words)
        words[done...].forEach { append($0) }
    }

    /// Writes an opening mark that waits. Call after the last words.
    mutating func finish() {
        if let opening {
            lines[lines.count - 1].append(opening)
            endsWithDictated = true
        }
        opening = nil
    }

    // MARK: Finding

    private func finds(in words: [Word]) -> [Find] {
        var places = words.enumerated().flatMap { index, word in
            WordPart.parts(of: word.text).map { Place(word: index, part: $0) }
        }
        let parts = places.map(\.part)
        let areJoined = places.indices.map { $0 > 0 && Self.areJoined(places[$0 - 1], places[$0], in: words) }
        var finds: [Find] = []
        var next = 0
        while next < places.count {
            if let match = rules.match(parts[next...], areJoined: areJoined[next...]),
                match.rule.effect == .words || Self.areWhole(places[next..<(next + match.length)], of: places)
            {
                let range = next..<(next + match.length)
                places[range.upperBound - 1].leave(match.particle, of: words)
                let heard = places[range].map { String(words[$0.word].text[$0.part.range]) }.joined(separator: " ")
                finds.append(
                    Find(rule: match.rule, first: places[next], last: places[range.upperBound - 1], heard: heard))
                next = range.upperBound
            } else {
                next += 1
            }
        }
        return finds
    }

    private static func areJoined(_ first: Place, _ second: Place, in words: [Word]) -> Bool {
        first.word == second.word
            || second.word == first.word + 1
                && words[first.word].text[first.part.range.upperBound...].isEmpty
                && words[second.word].text[..<second.part.range.lowerBound].isEmpty
    }

    /// Not for "comma" in "comma-separated".
    private static func areWhole(_ stretch: ArraySlice<Place>, of places: [Place]) -> Bool {
        let before = stretch.startIndex > 0 ? places[stretch.startIndex - 1].word : nil
        let after = stretch.endIndex < places.count ? places[stretch.endIndex].word : nil
        return before != stretch.first?.word && after != stretch.last?.word
    }

    // MARK: Unchanged words

    private mutating func append(_ word: Word) {
        var word = word
        if beginsSentence, !word.isPunctuation {
            word.text = word.text.prefix(1).uppercased() + word.text.dropFirst()
            beginsSentence = false
        }
        if let mark = opening {
            word.text = mark.text + word.text
            word.start = mark.start
            opening = nil
        }
        lines[lines.count - 1].append(word)
        endsWithDictated = false
    }

    /// Adds what follows the replaced parts within their last word, such as a comma.
    private mutating func finish(_ find: Find?, before next: Find?, in words: [Word]) {
        guard let find, next?.first.word != find.last.word, find.rule.effect == .words, !find.rule.written.isEmpty,
            let last = lines[lines.count - 1].indices.last
        else {
            return
        }
        lines[lines.count - 1][last].text += words[find.last.word].text[find.last.part.range.upperBound...]
    }

    // MARK: Replaced words

    /// - Parameter former: the previous match, which may have replaced the beginning of the same word.
    private mutating func write(_ find: Find, in words: [Word], after former: Find?) {
        var spoken = words[find.first.word]
        spoken.end = words[find.last.word].end
        // The readings belong to the spoken words.
        spoken.readings = []
        spoken.probability = words[find.first.word...find.last.word].map(\.probability).min() ?? spoken.probability
        switch find.rule.effect {
        case .words:
            beginsSentence = beginsSentence || find.rule.written.isEmpty && find.heard.first?.isUppercase == true
            writeWords(find, over: spoken, after: former)
        case .closingMark:
            attach(find.rule.written, over: spoken)
        case .openingMark:
            spoken.text = (opening?.text ?? "") + find.rule.written
            spoken.start = opening?.start ?? spoken.start
            opening = spoken
        case .lines(let count):
            finish()
            dropTrailing(",;:")
            lines += Array(repeating: [], count: count)
            (beginsSentence, endsWithDictated) = (true, false)
        }
    }

    private mutating func writeWords(_ find: Find, over spoken: Word, after former: Find?) {
        let continues = former?.last.word == find.first.word
        // What precedes the replaced part within its word, without what the previous match replaced.
        let begin = continues ? former?.last.part.range.upperBound : nil
        let before = String(spoken.text[(begin ?? spoken.text.startIndex)..<find.first.part.range.lowerBound])
        let written = find.rule.written.isEmpty ? "" : Self.inCase(of: find.heard, find.rule.written)
        if continues, let last = lines[lines.count - 1].indices.last {
            lines[lines.count - 1][last].text += before + written
            lines[lines.count - 1][last].end = spoken.end
            return
        }
        let texts = written.isEmpty ? [] : (before + written).split(whereSeparator: \.isWhitespace).map { String($0) }
        let timed = TimeSpread.words(texts, from: spoken.start, to: spoken.end, probability: spoken.probability)
        for (index, var word) in timed.enumerated() {
            word.isGlued = index == 0 && spoken.isGlued
            append(word)
        }
    }

    private mutating func attach(_ mark: String, over spoken: Word) {
        finish()
        dropTrailing(Self.replaceableMarks)
        // In French a space precedes the first of several marks.
        let isNext = endsWithDictated && lines.last?.last?.text.last.map { "!?:;".contains($0) } == true
        let mark = isNext ? String(mark.drop { "\u{202F}\u{A0}".contains($0) }) : mark
        if let last = lines[lines.count - 1].indices.last {
            lines[lines.count - 1][last].text += mark
        } else {
            var word = spoken
            (word.text, word.isGlued) = (mark, true)
            lines[lines.count - 1].append(word)
        }
        endsWithDictated = true
        let isClosing = mark.allSatisfy { "“”’»)]}".contains($0) }
        beginsSentence = mark.contains { ".!?…。！？".contains($0) } || isClosing && beginsSentence
    }

    /// The recogniser wrote them where a mark or line break was dictated.
    private mutating func dropTrailing(_ marks: String) {
        if !endsWithDictated, let last = lines[lines.count - 1].indices.last {
            lines[lines.count - 1][last].text.dropLast(marks)
        }
    }

    /// In the case of the replaced words; text with capitals stays as it is.
    private static func inCase(of heard: String, _ written: String) -> String {
        guard written == written.lowercased(), heard.first?.isUppercase == true else {
            return written
        }
        let letters = heard.filter(\.isLetter)
        if letters.count > 1, letters.allSatisfy(\.isUppercase) {
            return written.uppercased()
        }
        return written.prefix(1).uppercased() + written.dropFirst()
    }
}

extension String {
    /// Text that has only such marks keeps its first one.
    mutating func dropLast(_ marks: String) {
        while count > 1, let mark = last, marks.contains(mark) {
            removeLast()
        }
    }
}

/// A part of a word that counts as a whole word: what is between two Unicode word boundaries and has a letter or digit.
/// "state-of-the-art" has four parts, "don't" one. In scripts without spaces each character is a part. Signs after a
/// word belong to it, as in "C++", and so do the dots of ".NET" and "U.S.".
struct WordPart: Equatable {
    /// For comparison: letters, digits, dots and such signs, in lower case.
    let key: String
    var range: Range<String.Index>
    /// The signs that connect it with the part before it, such as & in "AT&T"; empty if a hyphen or space does.
    var link = ""

    /// The key with what connects it.
    var linked: String {
        link + key
    }

    /// What is before a particle, if the part may be a Korean word with one.
    var stems: [String] {
        guard let last = key.unicodeScalars.last, 0xAC00...0xD7A3 ~= last.value else {
            return []
        }
        return (1...3).filter { $0 < key.count && Self.particles.contains(String(key.suffix($0))) }
            .map { link + key.dropLast($0) }
    }

    private static let particles: Set = [
        "은", "는", "이", "가", "을", "를", "의", "에", "에서", "에게", "에는", "에도", "으로", "로", "와", "과", "도", "만",
        "까지", "부터", "처럼", "보다", "마다", "라고", "이라고", "이나", "이랑", "랑", "한테", "께서", "이다", "입니다", "이에요", "예요",
    ]

    static func parts(of text: String) -> [WordPart] {
        var parts: [WordPart] = []
        var start: String.Index?
        func end(_ place: String.Index) {
            if let begin = start {
                let link = parts.last.map { text[$0.range.upperBound..<begin] } ?? ""
                let isPlain = link.allSatisfy { "-‐‑".contains($0) } || link.contains(where: \.isWhitespace)
                let range = begin..<Self.end(of: text, from: begin, to: place)
                parts.append(WordPart(key: Self.key(of: text[range]), range: range, link: isPlain ? "" : String(link)))
            }
            start = nil
        }
        for index in text.indices {
            let next = text.index(after: index)
            if standsAlone(text[index]) {
                end(index)
                start = index
                end(next)
            } else if isInWord(text[index]) || text[index] == "." && beginsWord(text, at: index) {
                start = start ?? index
            } else if !(joinsLetters(text[index]) && start != nil && next < text.endIndex && isInWord(text[next])) {
                end(index)
            }
        }
        end(text.endIndex)
        return parts
    }

    /// Whether a dot belongs to the word after it, as in ".NET".
    private static func beginsWord(_ text: String, at dot: String.Index) -> Bool {
        let next = text.index(after: dot)
        let isFirst =
            dot == text.startIndex || !isInWord(text[text.index(before: dot)]) && text[text.index(before: dot)] != "."
        return isFirst && next < text.endIndex && text[next].isLetter
    }

    /// Returns the end of a part with the signs after it.
    private static func end(of text: String, from begin: String.Index, to place: String.Index) -> String.Index {
        let pieces = text[begin..<place].split(separator: ".", omittingEmptySubsequences: false)
        if pieces.count > 1, pieces.allSatisfy({ $0.count == 1 && $0.first?.isLetter == true }), place < text.endIndex,
            text[place] == "."
        {
            return text.index(after: place)
        }
        let end = text[place...].firstIndex { !"+#".contains($0) } ?? text.endIndex
        return end < text.endIndex && isInWord(text[end]) ? place : end
    }

    private static func key(of text: Substring) -> String {
        let bare = text.lowercased().precomposedStringWithCanonicalMapping.unicodeScalars.filter { scalar in
            scalar.properties.isAlphabetic || scalar.properties.numericType != nil
                || ".+#".unicodeScalars.contains(scalar)
        }
        let key = String(String.UnicodeScalarView(bare))
        // The last dot of an abbreviation may be left out.
        return key.isEmpty ? String(text) : key.hasSuffix(".") ? String(key.dropLast()) : key
    }

    private static func isInWord(_ character: Character) -> Bool {
        character.isLetter || character.isNumber || character == "_"
    }

    /// Like the apostrophe in "don't". Of Unicode's MidLetter and MidNumLet, only what recognisers write.
    private static func joinsLetters(_ character: Character) -> Bool {
        "'’·.".contains(character)
    }

    private static func standsAlone(_ character: Character) -> Bool {
        (character.isLetter || character.isNumber) && character.unicodeScalars.first?.isSpaceless == true
    }
}
