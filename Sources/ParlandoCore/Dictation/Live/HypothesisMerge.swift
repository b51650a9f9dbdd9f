/// Brings what a decoding found together with the words that stand, place by place.
///
/// A single decoding does not overrule words that several agreed on: they stand until a second one contradicts them,
/// unless this one is rather sure, or the last word on the matter. One such place does not keep out what was found at
/// the others, nor what is new.
struct HypothesisMerge {
    private typealias Candidate = HypothesisTracker.Candidate

    /// How much a decoding is to be believed.
    enum Kind {
        /// The sound goes on, and little of it before the words was heard.
        case interim
        /// The same, but the speaker has paused.
        case endOfSpeech
        /// All sound that the model can use was heard.
        case review
    }

    /// A word and the punctuation that stands by itself before it, which shares its fate.
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
    /// Whether something else was heard right before the next word, and not believed.
    private var isNextContested = false

    /// The words that stand afterwards.
    ///
    /// - Parameter end: position of the end of the sound in which `words` were heard.
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
            // Behind words that are new it is probably said for the second time, above all what was the last word.
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

    /// Chooses what stands at a place where other words were heard. True: those.
    @discardableResult
    private mutating func decide(
        between old: [Piece], and new: [Piece], before next: (old: Piece, new: Piece)?
    ) -> Bool {
        guard !old.isEmpty || !new.isEmpty else {
            return true
        }
        // Where something is put in, it separates words that stand together.
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

    /// Takes over a word that was heard again. As a review wrote it, it stands until the next one.
    ///
    /// - Parameter isElsewhere: it is the same word, but at another place.
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

    /// Divides words into pieces. Punctuation after the last word is left over.
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
