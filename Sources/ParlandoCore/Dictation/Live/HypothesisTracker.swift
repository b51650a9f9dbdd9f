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
    /// The last settled words, as `essence`: an echo may repeat them.
    private var settledWords: [String] = []
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
    mutating func update(_ words: [DecodedWord], end: Int, isFinal: Bool) {
        candidates = HypothesisMerge.merge(
            words, into: candidates, end: end, isFinal: isFinal,
            overrulingProbability: policy.overrulingProbability)
    }

    /// Removes and returns the words that are now settled: probable, heard often enough, and long enough ago.
    ///
    /// - Parameter trusted: how many words the last decoding is to be believed, whatever was heard before.
    mutating func settle(end: Int, trusted: Int) -> [Candidate] {
        let firstEcho = restartCount > 0 ? 0 : candidates.count - echoCount
        let settled = candidates.enumerated().prefix { index, candidate in
            index < firstEcho && !candidate.isContested && (index < trusted || isAgreed(candidate, end: end))
        }
        .map(\.element)
        guard let last = settled.last else {
            return []
        }
        settledWords = (settledWords + settled.map(\.word.essence)).suffix(Self.longestEcho)
        settledTokens += settled.flatMap(\.word.tokens)
        settledUpTo = last.firstHeard
        candidates.removeFirst(settled.count)
        return settled
    }

    private func isAgreed(_ candidate: Candidate, end: Int) -> Bool {
        let probability = candidate.word.probability
        let age = Double(end - candidate.firstHeard) / Double(AudioBlock.sampleRate)
        return probability >= policy.settlingProbability && candidate.agreements >= policy.settlingAgreements
            && age >= (probability >= policy.sureProbability ? policy.sureAge : policy.settlingAge)
    }

    /// Takes back the end or the beginning of what the last decoding found where it only repeats the words before it, no
    /// decoding heard it before, and nobody could have said it in the sound that is new: a decoder that did not come to
    /// an end, or began the sentence anew.
    ///
    /// - Parameter newSound: seconds of sound that the decoding before did not have.
    mutating func dropEcho(newSound: Double) {
        let most = newSound * Self.fastestSpeech
        let (end, beginning) = (echoCount, restartCount)
        if Double(end) > most, candidates.suffix(end).allSatisfy({ $0.agreements == 0 }) {
            candidates.removeLast(end)
        }
        if Double(beginning) > most, candidates.prefix(beginning).allSatisfy({ $0.agreements == 0 }) {
            candidates.removeFirst(min(beginning, candidates.count))
        }
    }

    /// Words a second that people say when they say a phrase again.
    private static let fastestSpeech = 4.0

    private static let longestEcho = 16

    /// How many candidates at the end only repeat the words before them. At the end of the sound a decoder easily
    /// falls back and says a phrase again; a speaker who really does is believed at the next pause.
    private var echoCount: Int {
        let words = settledWords + candidates.map(\.word.essence)
        var longest = 0
        for period in 1...Self.longestEcho where words.count > period {
            let repeated = words.indices.reversed().prefix { $0 >= period && words[$0] == words[$0 - period] }.count
            if repeated >= 2 {
                longest = max(longest, period == 1 ? repeated - 1 : repeated)
            }
        }
        return min(longest, candidates.count)
    }

    /// How many candidates at the beginning only say the last settled words again.
    private var restartCount: Int {
        let words = candidates.map(\.word.essence)
        return (Self.shortestRestart...Self.longestEcho).last { length in
            length <= settledWords.count && words.starts(with: settledWords.suffix(length))
        } ?? 0
    }

    /// People do say one or two words twice.
    private static let shortestRestart = 3

    /// How many candidates to show while the speaker speaks on: not those the next sound will probably change.
    var stableCount: Int {
        let whole = candidates.count - echoCount
        let count = stableCount(of: whole, allowance: 0)
        return count > 0 ? count : stableCount(of: whole, allowance: policy.firstSignAllowance)
    }

    private func stableCount(of whole: Int, allowance: Double) -> Int {
        let stable = (0..<whole).last { index in
            let needed = index == whole - 1 ? policy.lastWordProbability : policy.newWordProbability
            return candidates[index].agreements > 0 || candidates[index].word.probability >= needed - allowance
        }
        return stable.map { $0 + 1 } ?? 0
    }
}
