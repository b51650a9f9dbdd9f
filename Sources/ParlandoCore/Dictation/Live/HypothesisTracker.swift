/// Tracks the candidates from one decoding to the next. Candidates are the words after the final ones: they may still
/// change.
///
/// Interim decodings use little sound before a word, reviews use much. Words that several decodings agree on stay until
/// they are clearly contradicted (local agreement: Liu et al., "Low-Latency Sequence-to-Sequence Speech Recognition and
/// Translation by Partial Hypothesis Selection", Interspeech 2020).
struct HypothesisTracker {
    /// A recognised word that may still change.
    struct Candidate: Equatable {
        var word: DecodedWord
        /// End of the decoded sound when the word was first recognised at this place, in samples since the session
        /// began.
        var firstHeard: Int
        /// Number of decodings since then that agreed.
        var agreements: Int
        /// Number of consecutive reviews that recognised the word.
        var reviews = 0
        /// Whether interim decodings may not change the word, because the last review recognised it with enough sound
        /// after it.
        var isProtected = false
        /// Whether the last decoding recognised another word here and was overruled.
        var isContested = false

        /// Returns the word with its times in seconds.
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

    /// Number of protected words at the beginning. An interim decoding receives them as the beginning of its text.
    var protectedCount: Int {
        candidates.prefix { $0.isProtected }.count
    }

    /// Returns the tokens of the words after the first `count`.
    func tokens(after count: Int = 0) -> [Int32] {
        candidates.dropFirst(count).flatMap(\.word.tokens)
    }

    /// Merges the result of an interim decoding of the sound up to `end`. The first `kept` candidates, which it
    /// received as the beginning of its text, stay.
    mutating func update(_ words: [DecodedWord], behind kept: Int, end: Int, isCalm: Bool) {
        let merged = HypothesisMerge.merge(
            words, into: Array(candidates.dropFirst(kept)), end: end, kind: isCalm ? .endOfSpeech : .interim,
            overrulingProbability: policy.overrulingProbability)
        candidates = candidates.prefix(kept) + merged
    }

    /// Merges the result of a review of the sound up to `end`.
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

    /// Removes and returns the first `count` words, which will no longer change.
    mutating func take(_ count: Int) -> [Candidate] {
        let taken = Array(candidates.prefix(count))
        candidates.removeFirst(taken.count)
        return taken
    }

    /// Returns the number of unprotected candidates at the end that only repeat the words before them. At the end of
    /// the sound a decoder tends to repeat a phrase; the next review decides whether the speaker did.
    ///
    /// - Parameter final: the latest words that will no longer change, in the form of `essence`.
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
