import ParlandoCore

/// Tracks the candidates, the words that may still change, from one decoding to the next. Positions count samples since
/// the session began.
///
/// A word that several decodings agree on stays until a decoding clearly contradicts it (local agreement: Liu et al.,
/// "Low-Latency Sequence-to-Sequence Speech Recognition and Translation by Partial Hypothesis Selection", Interspeech
/// 2020).
struct HypothesisTracker {
    struct Candidate: Equatable {
        var word: DecodedWord
        /// End of the decoded sound in which the word was first recognised here.
        var firstHeard: Int
        /// Decodings after the first one that recognised the word again.
        var agreements: Int
        /// Consecutive reviews that recognised the word.
        var reviews = 0
        /// Whether interim decodings must not change the word, because a review recognised it with enough sound after
        /// it.
        var isProtected = false
        /// Whether the last decoding recognised another word here, but was not confident enough.
        var isContested = false

        /// - Parameter time: in seconds.
        func spoken(_ time: (start: Double, end: Double)) -> Word {
            Word(
                text: word.text, start: time.start, end: time.end, probability: word.probability,
                isGlued: word.isGlued, readings: word.readings)
        }
    }

    private let policy: LivePolicy
    private(set) var candidates: [Candidate] = []

    init(policy: LivePolicy) {
        self.policy = policy
    }

    /// Number of protected words at the beginning, which an interim decoding receives as its fixed beginning.
    var protectedCount: Int {
        candidates.prefix { $0.isProtected }.count
    }

    /// The tokens of all candidates except the first `count`.
    func tokens(after count: Int = 0) -> [Int32] {
        candidates.dropFirst(count).flatMap(\.word.tokens)
    }

    /// - Parameters:
    ///   - kept: number of candidates that were given to the decoding as its beginning.
    ///   - end: end of the decoded sound.
    ///   - isCalm: whether the speaker has paused.
    mutating func update(_ words: [DecodedWord], behind kept: Int, end: Int, isCalm: Bool) {
        let merged = HypothesisMerge.merge(
            words, into: Array(candidates.dropFirst(kept)), end: end, kind: isCalm ? .endOfSpeech : .interim,
            overrulingProbability: policy.overrulingProbability)
        candidates = candidates.prefix(kept) + merged
    }

    /// - Parameter end: end of the decoded sound.
    mutating func review(_ words: [DecodedWord], end: Int) {
        candidates = HypothesisMerge.merge(
            words, into: candidates, end: end, kind: .review, overrulingProbability: policy.overrulingProbability)
    }

    /// Until the next review.
    mutating func protect(_ count: Int) {
        for index in candidates.indices {
            candidates[index].isProtected = index < count
        }
    }

    mutating func read(_ index: Int, as readings: [Reading]) {
        candidates[index].word.readings = readings
    }

    /// Removes the first `count` candidates, which have become final.
    mutating func take(_ count: Int) -> [Candidate] {
        let taken = Array(candidates.prefix(count))
        candidates.removeFirst(taken.count)
        return taken
    }

    /// The unprotected candidates at the end that only repeat the words before, as a decoder tends to do at the end of
    /// the sound. The next review decides whether the speaker did.
    ///
    /// - Parameter final: the latest final words, in lower case and without punctuation.
    func echoCount(after final: [String]) -> Int {
        let words = final + candidates.map(\.word.essence)
        var longest = 0
        for period in 1...Self.longestEcho where words.count > period {
            let repeated = words.indices.reversed().prefix { $0 >= period && words[$0] == words[$0 - period] }.count
            if repeated >= 2 {
                longest = max(longest, period == 1 ? repeated - 1 : repeated)
            }
        }
        return min(longest, candidates.count - protectedCount)
    }

    static let longestEcho = 16
}

/// Merges the words of a new decoding with the candidates.
///
/// A single decoding does not overrule words that several earlier ones agreed on, unless the new words are probable
/// enough, or it is a review or follows the end of speech. A contradiction at one place does not affect other places.
struct HypothesisMerge {
    private typealias Candidate = HypothesisTracker.Candidate

    /// Decides how much weight the words have.
    enum Kind {
        /// While the speaker is talking, with only a few seconds of sound.
        case interim
        /// After the speaker has paused.
        case endOfSpeech
        /// With as much sound as the model can use.
        case review
    }

    /// A word with any separate punctuation before it: they become final together.
    private struct Piece {
        var candidates: [Candidate] = []
        var essence = ""

        var isAgreed: Bool { candidates.contains { $0.agreements > 0 } }
        var isContested: Bool { candidates.contains { $0.isContested } }
        var isProtected: Bool { candidates.contains { $0.isProtected } }
    }

    private let kind: Kind
    private let overrulingProbability: Double
    private var result: [HypothesisTracker.Candidate] = []
    /// Whether the new decoding had words before the next word that were not accepted.
    private var isNextContested = false

    /// - Parameter end: end of the sound in which `words` were recognised.
    static func merge(
        _ words: [DecodedWord], into standing: [HypothesisTracker.Candidate], end: Int, kind: Kind,
        overrulingProbability: Double
    ) -> [HypothesisTracker.Candidate] {
        var merge = HypothesisMerge(kind: kind, overrulingProbability: overrulingProbability)
        let (old, _) = pieces(standing)
        let (new, rest) = pieces(
            words.map { Candidate(word: $0, firstHeard: end, agreements: 0, reviews: kind == .review ? 1 : 0) })
        var (oldStart, newStart) = (0, 0)
        let matches = SequenceAlignment.matches(of: new.map(\.essence), in: old.map(\.essence))
        for (newIndex, match) in matches.enumerated() {
            guard let oldIndex = match else {
                continue
            }
            let isTaken = merge.decide(
                between: Array(old[oldStart..<oldIndex]), and: Array(new[newStart..<newIndex]),
                before: (old[oldIndex], new[newIndex]))
            // After newly inserted words, a match is probably a second utterance of the same word, especially if the
            // old word was the last one.
            let added = (newIndex - newStart) - (oldIndex - oldStart)
            let isElsewhere = isTaken && added > (oldIndex == old.count - 1 ? 0 : 1)
            merge.agree(new[newIndex], with: old[oldIndex], isElsewhere: isElsewhere)
            (oldStart, newStart) = (oldIndex + 1, newIndex + 1)
        }
        let isTaken = merge.decide(between: Array(old[oldStart...]), and: Array(new[newStart...]), before: nil)
        return merge.result + (isTaken ? rest : [])
    }

    private init(kind: Kind, overrulingProbability: Double) {
        self.kind = kind
        self.overrulingProbability = overrulingProbability
    }

    /// Adds either the old or the new words. Returns whether the new ones were chosen.
    ///
    /// - Parameter next: the next word, which is the same in both; nil at the end.
    @discardableResult
    private mutating func decide(
        between old: [Piece], and new: [Piece], before next: (old: Piece, new: Piece)?
    ) -> Bool {
        guard !old.isEmpty || !new.isEmpty else {
            return true
        }
        // An insertion contradicts the word after it, because it separates words that stood together.
        let contradicted = old.isEmpty ? next.map { [$0.old] } ?? [] : old
        let probability = (new.first ?? next?.new)?.candidates.last?.word.probability ?? 0
        let isProtected = kind != .review && contradicted.contains(where: \.isProtected)
        let isBelieved =
            kind != .interim || probability >= overrulingProbability || !contradicted.contains(where: \.isAgreed)
            || contradicted.contains(where: \.isContested)
        guard !isProtected else {
            result += old.flatMap(\.candidates)
            return false
        }
        for piece in isBelieved ? new : old {
            result += piece.candidates.map { candidate in
                var candidate = candidate
                candidate.isContested = !isBelieved
                return candidate
            }
        }
        isNextContested = !isBelieved && old.isEmpty
        return isBelieved
    }

    /// An interim decoding cannot change the spelling of a protected word.
    ///
    /// - Parameter isElsewhere: whether the new word is a second utterance of the old one.
    private mutating func agree(_ piece: Piece, with old: Piece, isElsewhere: Bool) {
        guard let known = old.candidates.last else {
            return
        }
        guard kind == .review || !known.isProtected else {
            result += old.candidates
            return
        }
        guard !isElsewhere else {
            result += piece.candidates
            isNextContested = false
            return
        }
        result += piece.candidates.map {
            Candidate(
                word: $0.word, firstHeard: known.firstHeard, agreements: known.agreements + 1,
                reviews: known.reviews + (kind == .review ? 1 : 0), isProtected: known.isProtected,
                isContested: isNextContested)
        }
        isNextContested = false
    }

    /// Punctuation after the last word is the `rest`.
    private static func pieces(_ candidates: [Candidate]) -> (pieces: [Piece], rest: [Candidate]) {
        var pieces: [Piece] = []
        var piece = Piece()
        for candidate in candidates {
            piece.candidates.append(candidate)
            piece.essence = candidate.word.essence
            if !piece.essence.isEmpty {
                pieces.append(piece)
                piece = Piece()
            }
        }
        return (pieces, piece.candidates)
    }
}

/// The interim words on screen. Every change disturbs the reader, so a new word is shown only if it will probably not
/// change, and a word on screen stays until the one in its place will probably not. (On delay and flicker: Arivazhagan
/// et al., "Re-translation versus Streaming for Simultaneous Translation", IWSLT 2020.)
struct ShownWords {
    struct Heard {
        var word: Word
        /// Whether the word will probably not change any more.
        var isFirm: Bool
    }

    /// In spoken order.
    private(set) var words: [Word] = []
    /// Words that became final since the last call of `hear`.
    private var final: [Word] = []

    mutating func finish(_ words: [Word]) {
        final += words
    }

    /// Returns whether the words on screen changed.
    mutating func hear(_ heard: [Heard]) -> Bool {
        let now = final.map { Heard(word: $0, isFirm: true) } + heard
        let first = final.count
        var result: [Word] = []
        var (old, new) = (0, 0)
        for (index, match) in matches(in: now).enumerated() {
            guard let match else {
                continue
            }
            if index >= first {
                let isAsHeard = new < first || now[new..<index].allSatisfy(\.isFirm)
                result += isAsHeard ? now[max(new, first)..<index].map(\.word) : Array(words[old..<match])
                result.append(now[index].word)
            }
            (old, new) = (match + 1, index + 1)
        }
        let rest = now[max(new, first)...]
        let firm = rest.prefix(while: \.isFirm).map(\.word)
        // Uses the new words if nothing is recognised here any more or if they may be shown.
        let isAsHeard = rest.isEmpty || !firm.isEmpty || new < first
        result = Self.open(result + (isAsHeard ? firm : Array(words[old...])))
        // The receiver removes final words by their times, and might remove others with them.
        let isOther = !final.isEmpty || result.map(\.text) != words.map(\.text)
        final = []
        words = result
        return isOther
    }

    /// For each recognised word, the index of the same word on screen.
    private func matches(in now: [Heard]) -> [Int?] {
        SequenceAlignment.matches(of: now.map(\.word.text.essence), in: words.map(\.text.essence))
    }

    /// Without the punctuation after the last word: a decoder tends to take the end of the sound for the end of a
    /// sentence, and half of these marks disappear a moment later.
    private static func open(_ words: [Word]) -> [Word] {
        var result = words
        while var last = result.popLast() {
            last.text = String(last.text.reversed().drop(while: marks.contains).reversed())
            if !last.text.isEmpty {
                return result + [last]
            }
        }
        return []
    }

    private static let marks = Set(".,;:…!?-–—。、，；：！？")
}
