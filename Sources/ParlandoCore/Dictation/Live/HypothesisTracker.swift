/// Follows the words behind the final ones through one decoding after another.
///
/// Interim decodings hear little sound before a word, reviews hear much. Words that several agree on stand until they are
/// clearly contradicted (local agreement: Liu et al., "Low-Latency Sequence-to-Sequence Speech Recognition and
/// Translation by Partial Hypothesis Selection", Interspeech 2020).
struct HypothesisTracker {
    /// A word that may still change.
    struct Candidate: Equatable {
        var word: DecodedWord
        /// Position of the end of the sound when the word was first heard at this place.
        var firstHeard: Int
        /// Decodings since then that agreed.
        var agreements: Int
        /// Reviews in a row that heard it.
        var reviews = 0
        /// Whether an interim decoding has to leave it alone: the last review heard it with enough sound behind it.
        var isProtected = false
        /// Whether the last decoding heard something else here, and was not believed.
        var isContested = false

        /// The word at its time, in seconds.
        func spoken(_ time: (start: Double, end: Double)) -> Word {
            Word(
                text: word.text, start: time.start, end: time.end, probability: word.probability,
                isGlued: word.isGlued)
        }
    }

    private let policy: LivePolicy
    private(set) var candidates: [Candidate] = []

    init(policy: LivePolicy) {
        self.policy = policy
    }

    /// How many words at the beginning are protected: what an interim decoding is given as the beginning of its text.
    var protectedCount: Int {
        candidates.prefix { $0.isProtected }.count
    }

    /// Tokens of the words, those of the first `count` left out.
    func tokens(after count: Int = 0) -> [Int32] {
        candidates.dropFirst(count).flatMap(\.word.tokens)
    }

    /// Takes in what an interim decoding found in the sound up to `end`, behind the first `kept` words.
    mutating func update(_ words: [DecodedWord], behind kept: Int, end: Int, isCalm: Bool) {
        let merged = HypothesisMerge.merge(
            words, into: Array(candidates.dropFirst(kept)), end: end, kind: isCalm ? .endOfSpeech : .interim,
            overrulingProbability: policy.overrulingProbability)
        candidates = candidates.prefix(kept) + merged
    }

    /// Takes in what a review found in the sound up to `end`.
    mutating func review(_ words: [DecodedWord], end: Int) {
        candidates = HypothesisMerge.merge(
            words, into: candidates, end: end, kind: .review, overrulingProbability: policy.overrulingProbability)
    }

    /// Protects the first `count` words from interim decodings until the next review.
    mutating func protect(_ count: Int) {
        for index in candidates.indices {
            candidates[index].isProtected = index < count
        }
    }

    /// Removes and returns the first words: they are final.
    mutating func take(_ count: Int) -> [Candidate] {
        let taken = Array(candidates.prefix(count))
        candidates.removeFirst(taken.count)
        return taken
    }

    /// How many candidates at the end only repeat the words before them and are not protected. At the end of the sound a
    /// decoder easily falls back and says a phrase again; the next review hears whether the speaker did.
    ///
    /// - Parameter final: the last final words, as `essence`.
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
