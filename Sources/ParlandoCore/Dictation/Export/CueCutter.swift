/// Divides a transcript into subtitles by the usual rules: at pauses, sentence ends and commas, in at most two lines,
/// shown long enough to be read and at most seven seconds.
///
/// The maximum of two lines and seven seconds is from the Netflix Timed Text Style Guide, General Requirements. Limits
/// that depend on the script are in `ReadingSpeed`.
public struct CueCutter: Sendable {
    private static let longest = 7.0
    private static let shortest = 1.0
    /// Minimum silence that always ends a subtitle, in seconds.
    private static let pause = 0.8

    private let speed: ReadingSpeed
    private let breaker: LineBreaker

    /// Returns the subtitles for paragraphs, in order and without overlap. No subtitle spans two paragraphs. The width
    /// and duration of the subtitles depend on the script of the text.
    public static func cues(of paragraphs: [Paragraph]) -> [Cue] {
        let letters = paragraphs.lazy.flatMap { $0.words.lazy.flatMap(\.text) }
        return CueCutter(ReadingSpeed.of(letters)).cues(of: paragraphs)
    }

    private init(_ speed: ReadingSpeed) {
        self.speed = speed
        breaker = LineBreaker(width: speed.columns)
    }

    private func cues(of paragraphs: [Paragraph]) -> [Cue] {
        let joiner = CueJoiner(fits: fits)
        let paragraphs = paragraphs.map { groups(of: $0.words.flatMap(pieces)) }.filter { !$0.isEmpty }
        let ends = paragraphs.dropFirst().map { $0[0][0].start } + [.infinity]
        return timed(zip(paragraphs, ends).flatMap { joiner.joined($0, before: $1) })
    }

    // MARK: Cutting

    private func groups(of words: [Word]) -> [[Word]] {
        var groups: [[Word]] = []
        var current: [Word] = []
        for word in words {
            if let last = current.last, isBoundary(after: last, before: word, in: current) {
                groups.append(current)
                current = []
            }
            while !current.isEmpty, !fits(current + [word]) {
                let cut = bestCut(of: current)
                groups.append(Array(current[..<cut]))
                current.removeFirst(cut)
            }
            current.append(word)
        }
        return current.isEmpty ? groups : groups + [current]
    }

    private func isBoundary(after last: Word, before next: Word, in group: [Word]) -> Bool {
        if next.start - last.end >= Self.pause {
            return true
        }
        return last.endsSentence && last.end - group[0].start >= Self.shortest
    }

    private func fits(_ words: [Word]) -> Bool {
        words[words.count - 1].end - words[0].start <= Self.longest && breaker.lines(words) != nil
    }

    /// Returns the number of words that form the next subtitle, out of words that would all fit. Cuts after the last
    /// comma or sentence end that leaves at least a third of the words in this subtitle. If there is none, cuts at the
    /// longest pause in the second half if that pause lasts at least 0.25 s, and otherwise after the last word.
    private func bestCut(of words: [Word]) -> Int {
        let third = max(1, words.count / 3)
        if let clause = (third..<words.count).last(where: { words[$0 - 1].endsClause || words[$0 - 1].endsSentence }) {
            return clause
        }
        let half = max(1, words.count / 2)
        let breath = (half..<words.count).max { gap(words, $0) < gap(words, $1) }
        if let breath, gap(words, breath) >= 0.25 {
            return breath
        }
        return words.count
    }

    private func gap(_ words: [Word], _ index: Int) -> Double {
        words[index].start - words[index - 1].end
    }

    /// Splits a word that is too long for a line, such as a web address, into pieces that fit. Returns a shorter word
    /// unchanged.
    private func pieces(of word: Word) -> [Word] {
        guard breaker.columns(word.text) > breaker.width else {
            return [word]
        }
        var texts = [""]
        for character in word.text {
            let last = texts.count - 1
            if breaker.columns(texts[last]) + LineBreaker.columns(character) > breaker.width {
                texts.append(String(character))
            } else {
                texts[last].append(character)
            }
        }
        var words = TimeSpread.words(texts, from: word.start, to: word.end, probability: word.probability)
        for index in words.indices {
            words[index].isGlued = index > 0 || word.isGlued
        }
        return words
    }

    // MARK: Timing

    /// Returns a subtitle for each group of words, in order and without overlap. If there is time before the next
    /// subtitle, a subtitle stays on screen after its last word, so that it can be read. A subtitle starts late if the
    /// previous one would otherwise be too short to notice.
    private func timed(_ groups: [[Word]]) -> [Cue] {
        var cues: [Cue] = []
        var earliest = 0.0
        for (index, words) in groups.enumerated() {
            let lines = breaker.lines(words) ?? [words.text]
            let start = max(words[0].start, earliest)
            let spoken = max(start, words[words.count - 1].end)
            let columns = Double(lines.reduce(0) { $0 + breaker.columns($1) })
            let readable = start + max(Self.shortest, columns / speed.columnsPerSecond)
            let next = index + 1 < groups.count ? groups[index + 1][0].start : .infinity
            let end = min(max(spoken, readable), max(next, start + CueJoiner.glimpse), start + Self.longest)
            cues.append(Cue(start: start, end: end, lines: lines))
            earliest = end
        }
        return cues
    }
}
