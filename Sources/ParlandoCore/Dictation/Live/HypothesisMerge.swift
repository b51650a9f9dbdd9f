/// Merges the words of a new decoding with the current candidates, place by place.
///
/// A single decoding does not overrule words that several earlier ones agreed on. They stay until a second decoding
/// contradicts them, unless the new words are probable enough or the decoding is a review or follows the end of speech.
/// A contradiction at one place does not affect the words found at other places, nor new words at the end.
struct HypothesisMerge {
    private typealias Candidate = HypothesisTracker.Candidate

    /// The kind of decoding, which decides how much weight its words have.
    enum Kind {
        /// Interim decoding while the speaker goes on, with little sound before the words.
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
    /// Whether the decoding inserted other words right before the next word, and they were rejected.
    private var isNextContested = false

    /// Returns the candidates, which are the words that may still change, after the merge.
    ///
    /// - Parameter end: position of the end of the sound in which `words` were recognised, in samples.
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

    /// Chooses between the old and the new words at a place where they differ. Returns whether the new ones were
    /// chosen.
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

    /// Adds a word that was recognised again. If it is protected by a review, only another review changes its spelling.
    ///
    /// - Parameter isElsewhere: whether the new word is a repetition of the old one at another place.
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

    /// Divides words into pieces. Punctuation after the last word is returned as `rest`.
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
