import ParlandoCore

/// Tracks the candidates, which are the recognised words that may still change, from one decoding to the next.
///
/// Interim decodings, which are for display, use little sound before a word. Reviews, which decide which words are
/// final, use much. A word that several decodings agree on stays until a decoding clearly contradicts it (local
/// agreement: Liu et al., "Low-Latency Sequence-to-Sequence Speech Recognition and Translation by Partial Hypothesis
/// Selection", Interspeech 2020).
struct HypothesisTracker {
    /// A recognised word that may still change.
    struct Candidate: Equatable {
        var word: DecodedWord
        /// End of the decoded sound when the word was first recognised at this place, in samples since the session
        /// began.
        var firstHeard: Int
        /// Number of decodings, after the first one, that recognised the word again.
        var agreements: Int
        /// Number of consecutive reviews (decodings with as much context as possible) that recognised the word.
        var reviews = 0
        /// Whether interim decodings must not change the word, because a review (a decoding with as much context as
        /// possible) recognised the word with enough sound after it.
        var isProtected = false
        /// Whether the last decoding recognised a different word here but was not confident enough to replace this
        /// word.
        var isContested = false

        /// Returns the candidate, whose word may still change, as a word with the given start and end, in seconds.
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

    /// Number of protected words at the beginning of `candidates`, which are the words that may still change. An
    /// interim decoding must not change the protected words. It receives them as the fixed beginning of its text.
    var protectedCount: Int {
        candidates.prefix { $0.isProtected }.count
    }

    /// Returns the tokens of all candidates (words that may still change) except the first `count`.
    func tokens(after count: Int = 0) -> [Int32] {
        candidates.dropFirst(count).flatMap(\.word.tokens)
    }

    /// Merges the words of an interim decoding into the candidates (words that may still change). The first `kept`
    /// candidates, which the decoding received as the beginning of its text, stay.
    ///
    /// - Parameters:
    ///   - end: end of the decoded sound, in samples since the session began.
    ///   - isCalm: whether the speaker has paused.
    mutating func update(_ words: [DecodedWord], behind kept: Int, end: Int, isCalm: Bool) {
        let merged = HypothesisMerge.merge(
            words, into: Array(candidates.dropFirst(kept)), end: end, kind: isCalm ? .endOfSpeech : .interim,
            overrulingProbability: policy.overrulingProbability)
        candidates = candidates.prefix(kept) + merged
    }

    /// Merges the words of a review (a decoding with as much context as possible) into the candidates (words that may
    /// still change).
    ///
    /// - Parameter end: end of the decoded sound, in samples since the session began.
    mutating func review(_ words: [DecodedWord], end: Int) {
        candidates = HypothesisMerge.merge(
            words, into: candidates, end: end, kind: .review, overrulingProbability: policy.overrulingProbability)
    }

    /// Protects the first `count` candidates (words that may still change) from being changed by interim decodings
    /// until the next review (a decoding with as much context as possible).
    mutating func protect(_ count: Int) {
        for index in candidates.indices {
            candidates[index].isProtected = index < count
        }
    }

    /// Replaces the alternative readings (`readings`) of the candidate (a word that may still change) at an index.
    mutating func read(_ index: Int, as readings: [Reading]) {
        candidates[index].word.readings = readings
    }

    /// Removes and returns the first `count` candidates (words that could still change), which have become final.
    mutating func take(_ count: Int) -> [Candidate] {
        let taken = Array(candidates.prefix(count))
        candidates.removeFirst(taken.count)
        return taken
    }

    /// Returns the number of unprotected candidates (words that may still change) at the end that only repeat the words
    /// before them. At the end of the sound, a decoder tends to repeat a phrase that was spoken once. The next review
    /// (a decoding with full context) decides whether the speaker really repeated the phrase.
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

/// Merges the words of a new decoding with the candidates, which are the earlier words that may still change. Wherever
/// the two differ, either the old or the new words are chosen.
///
/// A single decoding does not overrule words that several earlier decodings agreed on. These words stay until a second
/// decoding contradicts them, unless the new words are probable enough or the decoding is a review or follows the end
/// of speech. A contradiction at one place does not affect the words at other places, nor new words at the end.
struct HypothesisMerge {
    private typealias Candidate = HypothesisTracker.Candidate

    /// The kind of decoding, which decides how much weight its words have.
    enum Kind {
        /// Interim decoding while the speaker is talking, with only a few seconds of sound.
        case interim
        /// Interim decoding after the speaker has paused.
        case endOfSpeech
        /// Review: a decoding of as much sound as the model can use.
        case review
    }

    /// A word together with any separate punctuation before it. Both are kept or replaced together.
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
    /// Whether the new decoding had additional words before the next word, and these were not accepted.
    private var isNextContested = false

    /// Merges the words of a new decoding with the candidates `standing`. Returns the new candidates, which may still
    /// change.
    ///
    /// - Parameters:
    ///   - end: end of the sound in which `words` were recognised, in samples since the session began.
    ///   - overrulingProbability: see `LivePolicy`.
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
            // A match after newly inserted words is probably a second utterance of the same word, especially if the old
            // word was the last one.
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

    /// Adds either the old or the new words to the result, at a place where they differ. Returns whether the new words
    /// were chosen.
    ///
    /// - Parameter next: the next word, which is the same in the old and the new text; nil at the end of the text.
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

    /// Adds to the result a word that was recognised again. An interim decoding cannot change the spelling of a
    /// protected word.
    ///
    /// - Parameter isElsewhere: whether the new word is a second utterance of the old word, at another place.
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

    /// Divides words into pieces, each a word with the punctuation before it. Punctuation after the last word is
    /// returned as `rest`.
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
