/// Applies replacement rules to the words of one paragraph.
///
/// Words that a rule writes divide the time of the words that they replace, and take over their case: "Foo" at the
/// beginning of a sentence becomes a capitalised text. Punctuation around the replaced words stays, unless the rule
/// deletes words or writes punctuation.
struct Replacing {
    /// A part of a word, with the index of the word.
    private struct Place {
        let word: Int
        let part: WordPart
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

    /// Call after the last words.
    mutating func finish() {
        if let opening {
            lines[lines.count - 1].append(opening)
        }
        opening = nil
    }

    // MARK: Finding

    private func finds(in words: [Word]) -> [Find] {
        let places = words.enumerated().flatMap { index, word in
            WordPart.parts(of: word.text).map { Place(word: index, part: $0) }
        }
        let keys = places.map(\.part.key)
        let areJoined = places.indices.map { $0 > 0 && Self.areJoined(places[$0 - 1], places[$0], in: words) }
        var finds: [Find] = []
        var next = 0
        while next < places.count {
            if let match = rules.match(keys[next...], areJoined: areJoined[next...]),
                match.rule.effect == .words || Self.areWhole(places[next..<(next + match.length)], of: places)
            {
                let found = places[next..<(next + match.length)]
                let heard = found.map { String(words[$0.word].text[$0.part.range]) }.joined(separator: " ")
                finds.append(
                    Find(rule: match.rule, first: found[next], last: found[found.endIndex - 1], heard: heard))
                next += match.length
            } else {
                next += 1
            }
        }
        return finds
    }

    private static func areJoined(_ first: Place, _ second: Place, in words: [Word]) -> Bool {
        if first.word == second.word {
            let between = words[first.word].text[first.part.range.upperBound..<second.part.range.lowerBound]
            return between.allSatisfy { "-‐‑".contains($0) }
        }
        return second.word == first.word + 1
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
            dropTrailing(",;:")
            lines += Array(repeating: [], count: count)
            beginsSentence = true
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
        dropTrailing(Self.replaceableMarks)
        if let last = lines[lines.count - 1].indices.last {
            lines[lines.count - 1][last].text += mark
        } else {
            var word = spoken
            (word.text, word.isGlued) = (mark, true)
            lines[lines.count - 1].append(word)
        }
        beginsSentence = mark.last.map { ".!?…。！？".contains($0) } ?? false
    }

    /// The recogniser wrote them where a mark or line break was dictated.
    private mutating func dropTrailing(_ marks: String) {
        if let last = lines[lines.count - 1].indices.last {
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
/// "state-of-the-art" has four parts, "don't" one. In scripts without spaces each character is a part.
struct WordPart: Equatable {
    /// For comparison: only letters and digits, in lower case.
    let key: String
    let range: Range<String.Index>

    static func parts(of text: String) -> [WordPart] {
        var parts: [WordPart] = []
        var start: String.Index?
        func end(_ place: String.Index) {
            if let begin = start {
                parts.append(WordPart(key: Word.key(of: text[begin..<place]), range: begin..<place))
            }
            start = nil
        }
        for index in text.indices {
            let next = text.index(after: index)
            if standsAlone(text[index]) {
                end(index)
                start = index
                end(next)
            } else if isInWord(text[index]) {
                start = start ?? index
            } else if !(joinsLetters(text[index]) && start != nil && next < text.endIndex && isInWord(text[next])) {
                end(index)
            }
        }
        end(text.endIndex)
        return parts
    }

    private static func isInWord(_ character: Character) -> Bool {
        character.isLetter || character.isNumber || character == "_"
    }

    /// Like the apostrophe in "don't". Of Unicode's MidLetter and MidNumLet, only what recognisers write.
    private static func joinsLetters(_ character: Character) -> Bool {
        "'’·.".contains(character)
    }

    private static func standsAlone(_ character: Character) -> Bool {
        guard let scalar = character.unicodeScalars.first else {
            return false
        }
        switch scalar.value {
        case 0x0E00...0x0EFF, 0x1000...0x109F, 0x1780...0x17FF, 0x3040...0x30FF, 0x3400...0x4DBF, 0x4E00...0x9FFF,
            0xF900...0xFAFF, 0x20000...0x3FFFF:
            return character.isLetter || character.isNumber
        default:
            return false
        }
    }
}
