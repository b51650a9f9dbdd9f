/// Follows the words of a growing window through one decoding after another.
///
/// Words that several decodings agree on settle and become the prefix of those that follow (local agreement: Liu et
/// al., "Low-Latency Sequence-to-Sequence Speech Recognition and Translation by Partial Hypothesis Selection",
/// Interspeech 2020); an old word costs nothing to decode again and cannot change.
struct HypothesisTracker {
    /// A word that may still change.
    struct Candidate: Equatable {
        var word: DecodedWord
        /// Position of the end of the sound when the word was first heard at this place.
        var firstHeard: Int
        /// Decodings since then that agreed.
        var agreements: Int
    }

    private let policy: LivePolicy
    /// Tokens settled in this window.
    private(set) var settledTokens: [Int32] = []
    private(set) var candidates: [Candidate] = []
    /// Where the sound ended when the last settled word was first heard: the word lies before it.
    private(set) var settledUpTo: Int?

    init(policy: LivePolicy) {
        self.policy = policy
    }

    var expectedTokens: [Int32] {
        candidates.flatMap(\.word.tokens)
    }

    /// Takes in the words after the settled ones that a decoding found in the sound up to `end`.
    mutating func update(_ words: [DecodedWord], end: Int) {
        var agrees = true
        var next: [Candidate] = []
        for (index, word) in words.enumerated() {
            agrees = agrees && index < candidates.count && candidates[index].word.essence == word.essence
            if agrees {
                next.append(Candidate(
                    word: word, firstHeard: candidates[index].firstHeard, agreements: candidates[index].agreements + 1))
            } else {
                next.append(Candidate(word: word, firstHeard: end, agreements: 0))
            }
        }
        candidates = next
    }

    /// Removes and returns the words that are now settled: heard often enough, and long enough ago.
    mutating func settle(end: Int) -> [Candidate] {
        let age = Int(policy.settlingAge * Double(AudioBlock.sampleRate))
        let settled = candidates.prefix { candidate in
            candidate.agreements >= policy.settlingAgreements && end - candidate.firstHeard >= age
        }
        guard let last = settled.last else {
            return []
        }
        settledTokens += settled.flatMap(\.word.tokens)
        settledUpTo = last.firstHeard
        candidates.removeFirst(settled.count)
        return Array(settled)
    }

    /// How many candidates to show while the speaker speaks on: not those the next sound will probably change.
    var stableCount: Int {
        var count = candidates.count
        while count > 0 {
            let candidate = candidates[count - 1]
            let isLast = count == candidates.count
            let needed = isLast ? policy.lastWordProbability : policy.newWordProbability
            if candidate.agreements > 0 || candidate.word.probability >= needed {
                break
            }
            count -= 1
        }
        return count
    }
}
