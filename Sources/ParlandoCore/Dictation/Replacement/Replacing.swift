/// Applies replacement rules to the words of one paragraph.
///
/// Unchanged words keep their times. The words that a rule writes divide the time span of the words that they replace,
/// and take over their case: a rule for "foo" also matches "Foo" at the beginning of a sentence, and then writes a
/// capital letter too. Punctuation around the replaced words stays, unless the rule deletes the words or writes a
/// punctuation mark in their place.
struct Replacing {
    /// A part of a word, such as "art" in "state-of-the-art", with the index of the word in the paragraph.
    private struct Place {
        let word: Int
        let part: WordPart
    }

    /// A match of a rule: the rule, and the parts of the paragraph's words that it replaces.
    private struct Find {
        let rule: ReplacementRule
        let first: Place
        let last: Place
        /// The text of the replaced parts, as the recogniser wrote it.
        let heard: String
    }

    /// Punctuation marks at the end of a word that are removed if the user dictates a punctuation mark after the word.
    static let replaceableMarks = ",.;:?!"

    /// The words added so far, divided into lines. A rule that writes a line break begins a new line.
    private(set) var lines: [[Word]] = [[]]
    private let rules: ReplacementRules
    /// An opening mark, such as a bracket, that will be attached to the next word; nil if no mark is waiting.
    private var opening: Word?
    /// Whether to capitalise the next word, because a rule ended the previous sentence or line, or deleted a
    /// capitalised word before it.
    private var beginsSentence = false

    init(_ rules: ReplacementRules) {
        self.rules = rules
    }

    /// Adds words after the words of earlier calls. No rule applies across the boundary between two calls.
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

    /// Adds an opening mark that no word has followed. To be called after the last words have been added.
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

    /// Returns whether consecutive parts of words make up whole words, so that no part of their first or last word is
    /// missing. For example, "comma" in "comma-separated" is not a whole word.
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

    /// Adds the characters that follow the replaced parts within their last word, such as a comma. Adds nothing if the
    /// rule writes punctuation or line breaks, or deletes words.
    private mutating func finish(_ find: Find?, before next: Find?, in words: [Word]) {
        guard let find, next?.first.word != find.last.word, find.rule.effect == .words, !find.rule.written.isEmpty,
            let last = lines[lines.count - 1].indices.last
        else {
            return
        }
        lines[lines.count - 1][last].text += words[find.last.word].text[find.last.part.range.upperBound...]
    }

    // MARK: Replaced words

    /// Writes what a rule puts in place of the words that it matches.
    ///
    /// - Parameter former: the previous match, which may have replaced the beginning of the same word; nil for the
    ///   first match.
    private mutating func write(_ find: Find, in words: [Word], after former: Find?) {
        var spoken = words[find.first.word]
        spoken.end = words[find.last.word].end
        // The alternative readings belong to the spoken words, not to the text that the rule writes.
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
        // The characters before the replaced part within its word, except those that the previous match replaced.
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

    /// Removes these punctuation marks from the end of the last word. The recogniser wrote them where the user dictated
    /// a punctuation mark or line break.
    private mutating func dropTrailing(_ marks: String) {
        if let last = lines[lines.count - 1].indices.last {
            lines[lines.count - 1][last].text.dropLast(marks)
        }
    }

    /// Returns the written text of a rule in the letter case of the words that it replaces. Text that contains capital
    /// letters is returned unchanged.
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
    /// Removes these punctuation marks from the end of the text. Text that consists only of such marks keeps its first
    /// one.
    mutating func dropLast(_ marks: String) {
        while count > 1, let mark = last, marks.contains(mark) {
            removeLast()
        }
    }
}
