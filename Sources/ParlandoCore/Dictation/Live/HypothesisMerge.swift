/// Brings what a decoding found together with the words that stand, place by place.
///
/// A single decoding does not overrule words that several agreed on: they stand until a second one contradicts them,
/// unless this one is rather sure, or the last word on the matter. One such place does not keep out what was found at
/// the others, nor what is new.
struct HypothesisMerge {
    private typealias Candidate = HypothesisTracker.Candidate

    /// A word and the punctuation that stands by itself before it, which shares its fate.
    private struct Piece {
        var candidates: [Candidate] = []
        var essence = ""

        var isAgreed: Bool { candidates.contains { $0.agreements > 0 } }
        var isContested: Bool { candidates.contains { $0.isContested } }
    }

    private let isFinal: Bool
    private let overrulingProbability: Double
    private var result: [HypothesisTracker.Candidate] = []
    /// Whether something else was heard right before the next word, and not believed.
    private var isNextContested = false

    /// The words that stand afterwards.
    ///
    /// - Parameter end: position of the end of the sound in which `words` were heard.
    static func merge(
        _ words: [DecodedWord], into standing: [HypothesisTracker.Candidate], end: Int, isFinal: Bool,
        overrulingProbability: Double
    ) -> [HypothesisTracker.Candidate] {
        var merge = HypothesisMerge(isFinal: isFinal, overrulingProbability: overrulingProbability)
        let (old, _) = pieces(standing)
        let (new, rest) = pieces(words.map { Candidate(word: $0, firstHeard: end, agreements: 0) })
        var (oldStart, newStart) = (0, 0)
        let matches = SequenceAlignment.matches(of: new.map(\.essence), in: old.map(\.essence))
        for (newIndex, match) in matches.enumerated() {
            guard let oldIndex = match else {
                continue
            }
            merge.decide(
                between: Array(old[oldStart..<oldIndex]), and: Array(new[newStart..<newIndex]),
                before: (old[oldIndex], new[newIndex]))
            merge.agree(new[newIndex], with: old[oldIndex])
            (oldStart, newStart) = (oldIndex + 1, newIndex + 1)
        }
        let isTaken = merge.decide(between: Array(old[oldStart...]), and: Array(new[newStart...]), before: nil)
        return merge.result + (isTaken ? rest : [])
    }

    private init(isFinal: Bool, overrulingProbability: Double) {
        self.isFinal = isFinal
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
        let isBelieved =
            isFinal || probability >= overrulingProbability || !contradicted.contains(where: \.isAgreed)
            || contradicted.contains(where: \.isContested)
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

    /// Takes over a word that was heard again.
    private mutating func agree(_ piece: Piece, with old: Piece) {
        guard let known = old.candidates.last else {
            return
        }
        result += piece.candidates.map {
            Candidate(
                word: $0.word, firstHeard: known.firstHeard, agreements: known.agreements + 1,
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
