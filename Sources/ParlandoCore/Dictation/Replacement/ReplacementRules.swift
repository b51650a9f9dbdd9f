/// Rules, prepared for matching whole words. The longest matching rule applies, and each word is replaced at most once.
public struct ReplacementRules: Sendable, Equatable {
    /// A rule that was found.
    struct Match {
        let rule: ReplacementRule
        /// In parts.
        let length: Int
        /// Number of characters of a Korean particle after the words. The particle is not replaced.
        let particle: Int
    }

    /// By the key of the first word, the longest rule first.
    private let rules: [String: [(keys: [String], rule: ReplacementRule)]]
    let replacesPunctuation: Bool

    /// Leaves out unusable rules. Of several rules for the same words, the first one applies.
    public init(_ rules: [ReplacementRule] = []) {
        var known: Set<[String]> = []
        var found: [String: [(keys: [String], rule: ReplacementRule)]] = [:]
        for rule in rules where rule.isUsable {
            let keys = rule.keys
            if let first = keys.first, known.insert(keys).inserted {
                found[first, default: []].append((keys, rule))
            }
        }
        self.rules = found.mapValues { $0.sorted { $0.keys.count > $1.keys.count } }
        replacesPunctuation = found.values.joined().contains { $0.rule.effect.replacesPunctuation }
    }

    /// Whether both replace the same words with the same texts.
    public static func == (left: ReplacementRules, right: ReplacementRules) -> Bool {
        left.rules.keys == right.rules.keys
            && left.rules.allSatisfy { key, list in list.map(\.rule) == right.rules[key]?.map(\.rule) }
    }

    /// Whether there are no rules.
    public var isEmpty: Bool {
        rules.isEmpty
    }

    /// Returns the longest rule at the beginning of `parts`.
    ///
    /// - Parameter areJoined: whether each word follows the one before it with only a space or hyphen between them. The
    ///   first element is ignored.
    func match(_ parts: ArraySlice<WordPart>, areJoined: ArraySlice<Bool>) -> Match? {
        guard let first = parts.first else {
            return nil
        }
        for candidate in ([first.key] + first.stems).flatMap({ rules[$0] ?? [] }) {
            let length = candidate.keys.count
            let keys = [first.key] + parts.prefix(length).dropFirst().map(\.linked)
            guard keys.count == length, keys.dropLast() == candidate.keys.dropLast(),
                areJoined.dropFirst().prefix(length - 1).allSatisfy({ $0 }),
                let heard = keys.last, let wanted = candidate.keys.last
            else {
                continue
            }
            let isWord = candidate.rule.effect == .words && !candidate.rule.written.isEmpty
            if heard == wanted || isWord && parts[parts.startIndex + length - 1].stems.contains(wanted) {
                return Match(rule: candidate.rule, length: length, particle: heard.count - wanted.count)
            }
        }
        return nil
    }

    /// Whether further words may complete a longer rule.
    func canGrow(_ keys: ArraySlice<String>) -> Bool {
        guard let first = keys.first, let candidates = rules[first] else {
            return false
        }
        return candidates.contains { $0.keys.count > keys.count && $0.keys.starts(with: keys) }
    }

    /// Whether these words stand for an opening mark, such as a bracket.
    func isOpeningMark(_ keys: [String]) -> Bool {
        keys.first.flatMap { rules[$0] }?.contains { $0.keys == keys && $0.rule.effect == .openingMark } ?? false
    }

    /// In words.
    var longest: Int {
        rules.values.reduce(0) { max($0, $1.first?.keys.count ?? 0) }
    }
}

/// Applies replacement rules to the growing transcript of a session, final and interim words alike.
///
/// Only the last paragraph is processed again, so an event costs the same in the third hour. Final words that may begin
/// a rule stay interim until the next words decide. The final words of the result so never change, apart from
/// punctuation that `Transcript.lasting` leaves out.
public struct LiveReplacement: Sendable {
    private let rules: ReplacementRules
    /// The result of the first `spoken` paragraphs.
    private var done: [Paragraph]
    private var spoken: Int

    /// - Parameter former: at the beginning, and replaced already.
    public init(_ rules: ReplacementRules, after former: [Paragraph] = []) {
        self.rules = rules
        (done, spoken) = (former, former.count)
    }

    /// A line break among interim words is a word with a line feed.
    ///
    /// - Parameters:
    ///   - transcript: the next state; all paragraphs except the last must stay the same in later calls.
    ///   - isOver: whether no further words can follow.
    public mutating func apply(to transcript: Transcript, isOver: Bool = false) -> Transcript {
        guard !rules.isEmpty else {
            return transcript
        }
        let last = max(spoken, transcript.paragraphs.count - 1)
        for paragraph in transcript.paragraphs[spoken..<last] {
            done += paragraphs(of: paragraph.words)
        }
        spoken = last
        guard last < transcript.paragraphs.count else {
            return Transcript(paragraphs: done, interim: interim(transcript.interim), isParagraphOpen: false)
        }
        let words = transcript.paragraphs[last].words
        let mayGrow = transcript.isParagraphOpen && !isOver
        let held = mayGrow ? heldWords(of: words) : 0
        let finished = paragraphs(of: Array(words.dropLast(held)))
        return Transcript(
            paragraphs: done + finished,
            interim: interim(Array(words.suffix(held)) + transcript.interim),
            isParagraphOpen: transcript.isParagraphOpen && !finished.isEmpty,
            isEndReplaceable: mayGrow && !finished.isEmpty && rules.replacesPunctuation)
    }

    /// Returns a paragraph for each line; none if all words are held back or deleted.
    private func paragraphs(of words: [Word]) -> [Paragraph] {
        let lines = lines(of: words)
        return lines == [[]] ? [] : lines.map { Paragraph(words: $0) }
    }

    private func lines(of words: [Word]) -> [[Word]] {
        var replacing = Replacing(rules)
        replacing.add(words)
        replacing.finish()
        return replacing.lines
    }

    private func interim(_ words: some Sequence<Word>) -> [Word] {
        let words = Array(words)
        guard let first = words.first else {
            return []
        }
        let lines = lines(of: words)
        let feed = Word(text: "\n", start: first.start, end: first.start, probability: 1)
        return Array(lines.joined(separator: [feed]))
    }

    /// How many words at the end are held back: a rule may begin with them, or they are opening marks, which belong
    /// before the next word.
    private func heldWords(of words: [Word]) -> Int {
        var held = end(of: words) { rules.canGrow($0[...]) || rules.isOpeningMark($0) }
        while true {
            let mark = end(of: words.dropLast(held), where: rules.isOpeningMark)
            guard mark > 0 else {
                return held
            }
            held += mark
        }
    }

    /// Returns the largest number of words at the end whose keys meet a condition.
    private func end(of words: some BidirectionalCollection<Word>, where condition: ([String]) -> Bool) -> Int {
        let parts = words.suffix(rules.longest).map { WordPart.parts(of: $0.text).map(\.linked) }
        return stride(from: parts.count, through: 1, by: -1).first { condition(parts.suffix($0).flatMap { $0 }) } ?? 0
    }
}
