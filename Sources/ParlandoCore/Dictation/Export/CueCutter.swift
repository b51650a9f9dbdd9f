/// Divides a transcript into subtitles: at pauses, sentence ends and commas, in at most two lines, shown long enough to
/// be read and at most seven seconds.
///
/// Two lines and seven seconds are from the Netflix Timed Text Style Guide, General Requirements. `ReadingSpeed` has
/// the limits that depend on the script.
public struct CueCutter: Sendable {
    private static let longest = 7.0
    private static let shortest = 1.0
    /// Silence that always ends a subtitle, in seconds.
    private static let pause = 0.8

    private let speed: ReadingSpeed
    private let breaker: LineBreaker

    /// In order and without overlap. No subtitle spans two paragraphs.
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

    /// Returns how many words, which would all fit, form the next subtitle: up to the last comma or sentence end that
    /// leaves a third of them; or else up to the longest pause in the second half, of at least 0.25 s; or else all.
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

    /// Splits a word that is too long for a line, such as a web address.
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

    /// A subtitle stays on screen after its last word if there is time. It starts late if the previous one would be too
    /// short to notice.
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

/// A subtitle, in seconds since the recording began.
public struct Cue: Sendable, Equatable {
    public var start: Double
    public var end: Double
    /// One or two lines.
    public var lines: [String]

    public init(start: Double, end: Double, lines: [String]) {
        self.start = start
        self.end = end
        self.lines = lines
    }
}

/// Joins a subtitle that would be too short to notice with a neighbour. Such ones come from very fast speech, or from
/// servers that give words a duration of 0.
struct CueJoiner {
    /// Minimum time between the starts of subtitles, in seconds.
    static let glimpse = 0.5

    /// Whether words fit into one subtitle.
    let fits: ([Word]) -> Bool

    /// Takes and returns the words of each subtitle; none is empty.
    ///
    /// - Parameter next: start of the next paragraph, in seconds.
    func joined(_ groups: [[Word]], before next: Double) -> [[Word]] {
        var result: [[Word]] = []
        for group in groups {
            let start = result.last?.first?.start ?? -.infinity
            add(group, to: &result, isGlimpsed: group[0].start - start < Self.glimpse)
        }
        if let last = result.popLast() {
            add(last, to: &result, isGlimpsed: !result.isEmpty && next - last[0].start < Self.glimpse)
        }
        return result
    }

    /// - Parameter isGlimpsed: whether the group, or the last subtitle, would be too short to notice.
    private func add(_ group: [Word], to result: inout [[Word]], isGlimpsed: Bool) {
        guard isGlimpsed, let last = result.popLast() else {
            result.append(group)
            return
        }
        let words = last + group
        if fits(words) {
            result.append(words)
            return
        }
        // Too many for one subtitle: two of about equal length.
        let cuts = words.indices.dropFirst().filter { fits(Array(words[..<$0])) && fits(Array(words[$0...])) }
        let middle = words.count / 2
        let cut = cuts.min { abs($0 - middle) < abs($1 - middle) } ?? last.count
        result += [Array(words[..<cut]), Array(words[cut...])]
    }
}

/// Breaks words into lines of limited width.
struct LineBreaker {
    /// Maximum number of columns in a line.
    var width = ReadingSpeed.alphabetic.columns

    /// One line, or two of about equal length, preferably broken after punctuation; nil if the words do not fit.
    func lines(_ words: some Collection<Word>) -> [String]? {
        let words = Array(words)
        let whole = words.text
        if columns(whole) <= width {
            return [whole]
        }
        var best: (lines: [String], cost: Int)?
        for index in words.indices.dropFirst() {
            let (upper, lower) = (words[..<index].text, words[index...].text)
            let (upperColumns, lowerColumns) = (columns(upper), columns(lower))
            guard upperColumns <= width, lowerColumns <= width else {
                continue
            }
            let isAtPause = words[index - 1].endsClause || words[index - 1].endsSentence
            let cost = abs(upperColumns - lowerColumns) - (isAtPause ? 16 : 0)
            if cost < best?.cost ?? .max {
                best = ([upper, lower], cost)
            }
        }
        return best?.lines
    }

    /// A Chinese, Japanese or Korean character takes two columns.
    func columns(_ text: some StringProtocol) -> Int {
        text.reduce(0) { $0 + Self.columns($1) }
    }

    static func columns(_ character: Character) -> Int {
        character.unicodeScalars.contains { isWide($0.value) } ? 2 : 1
    }

    /// The wide ranges of Unicode's EastAsianWidth.txt that are used in running text.
    private static func isWide(_ scalar: UInt32) -> Bool {
        switch scalar {
        case 0x1100...0x115F, 0x2E80...0xA4CF, 0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE30...0xFE6F, 0xFF00...0xFF60,
            0xFFE0...0xFFE6, 0x1F300...0x1FAFF, 0x20000...0x3FFFD:
            true
        default:
            false
        }
    }
}

/// Limits for subtitles in a script.
///
/// From Netflix's Timed Text Style Guides for English (USA), Simplified Chinese, Japanese and Korean, "Character
/// Limitation" and "Reading Speed Limits" (adult programmes). A Latin letter, digit, space or punctuation mark in
/// Japanese and Korean counts as half a character.
struct ReadingSpeed: Equatable {
    /// In a line. A Chinese, Japanese or Korean character takes two columns.
    let columns: Int
    let columnsPerSecond: Double

    /// Latin, and all scripts that are not named here: 42 characters per line, 20 per second.
    static let alphabetic = ReadingSpeed(columns: 42, columnsPerSecond: 20)
    /// 16 characters per line, 9 per second.
    static let chinese = ReadingSpeed(columns: 32, columnsPerSecond: 18)
    /// 13 characters per line, 4 per second.
    static let japanese = ReadingSpeed(columns: 26, columnsPerSecond: 8)
    /// 16 characters per line, 12 per second.
    static let korean = ReadingSpeed(columns: 32, columnsPerSecond: 24)

    /// Fraction of kana among kana and Chinese characters from which a text is Japanese.
    private static let leastKana = 0.1

    /// A few words in another script make no difference.
    static func of(_ text: some Sequence<Character>) -> ReadingSpeed {
        var (kana, hangul, han, others) = (0, 0, 0, 0)
        for scalar in text.lazy.compactMap(\.unicodeScalars.first) {
            switch scalar.value {
            case 0x3040...0x30FF, 0x31F0...0x31FF, 0xFF66...0xFF9F: kana += 1
            case 0x1100...0x11FF, 0x3130...0x318F, 0xAC00...0xD7A3: hangul += 1
            case 0x3400...0x9FFF, 0xF900...0xFAFF, 0x20000...0x3FFFD: han += 1
            default: others += scalar.properties.isAlphabetic ? 1 : 0
            }
        }
        // A character of these scripts stands for about three letters.
        guard 3 * (kana + hangul + han) > others else {
            return .alphabetic
        }
        if hangul > kana + han {
            return .korean
        }
        return Double(kana) >= leastKana * Double(kana + han) && kana > 0 ? .japanese : .chinese
    }
}
