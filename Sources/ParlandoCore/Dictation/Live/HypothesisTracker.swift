import Foundation

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
        /// Decodings with care that found it.
        var carefulFinds: Int

        /// With its place in time, in seconds.
        func word(at time: (start: Double, end: Double)) -> Word {
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
    /// The same as decodings with more care alone tell it: what they agree on, nothing quicker contradicts.
    private var careful: [Candidate] = []
    /// Whether the candidates are what a decoding with more care found.
    private var isCarefulLast = false
    /// The first candidate that the last decoding contradicted, if it did.
    private var contestedFrom: Int?
    /// Where the sound ended when the last settled word was first heard: the word lies before it.
    private(set) var settledUpTo: Int?

    init(policy: LivePolicy) {
        self.policy = policy
    }

    var expectedTokens: [Int32] {
        candidates.flatMap(\.word.tokens)
    }

    /// Takes in the words after the settled ones that a decoding found in the sound up to `end`.
    ///
    /// A single decoding does not overrule words that several agreed on: they stand until a second one contradicts
    /// them, unless this one is the last word on the matter or bears out what was heard with care before.
    mutating func update(_ words: [DecodedWord], end: Int, isCareful: Bool, isFinal: Bool) {
        isCarefulLast = isCareful
        if isCareful {
            careful = Self.follow(careful, to: words, end: end, isCareful: true)
        }
        let agreed = zip(candidates, words).prefix { $0.word.essence == $1.essence }.count
        let overrules = candidates.dropFirst(agreed).contains { $0.agreements > 0 }
        let isSure = carefullyAgreedCount(end: end) > agreed
        guard !overrules || isFinal || isSure || contestedFrom != nil else {
            contestedFrom = agreed
            isCarefulLast = false
            return
        }
        contestedFrom = nil
        candidates = Self.follow(candidates, to: words, end: end, isCareful: isCareful)
    }

    /// A word keeps its history, whatever changes around it.
    private static func follow(
        _ candidates: [Candidate], to words: [DecodedWord], end: Int, isCareful: Bool
    ) -> [Candidate] {
        let origins = WordAlignment(from: candidates.map(\.word.essence), to: words.map(\.essence)).origins
        return zip(words, origins).map { word, origin in
            let before = origin.map { candidates[$0] }
            return Candidate(
                word: word, firstHeard: before?.firstHeard ?? end, agreements: before.map { $0.agreements + 1 } ?? 0,
                carefulFinds: (before?.carefulFinds ?? 0) + (isCareful ? 1 : 0))
        }
    }

    /// Of the words of the decoding that settles a window and those found before, the ones that are clearly more
    /// probable: at a cut the sound ends all of a sudden, and the decoder may stumble over it.
    ///
    /// - Parameter isWhole: whether the candidates tell of the same sound, and not of more.
    func believed(_ words: [DecodedWord], isWhole: Bool) -> [DecodedWord] {
        let found = candidates.map(\.word)
        let count =
            isWhole
            ? found.count
            : WordAlignment(from: words.map(\.essence), to: found.map(\.essence)).closestBeginning
        let earlier = Array(found.prefix(count))
        guard !words.isEmpty, !earlier.isEmpty else {
            return words
        }
        return Self.belief(earlier) > Self.belief(words) + policy.beliefMargin ? earlier : words
    }

    private static func belief(_ words: [DecodedWord]) -> Double {
        words.reduce(0) { $0 + log(max($1.probability, 0.01)) } / Double(words.count)
    }

    /// Removes and returns the words that are now settled: heard often enough, and long enough ago.
    mutating func settle(end: Int) -> [Candidate] {
        let count = min(max(agreedCount(end: end), carefullyAgreedCount(end: end)), candidates.count - echoCount)
        let settled = Array(candidates.prefix(count))
        guard let last = settled.last else {
            return []
        }
        settledWords = (settledWords + settled.map(\.word.essence)).suffix(Self.longestEcho)
        settledTokens += settled.flatMap(\.word.tokens)
        settledUpTo = last.firstHeard
        candidates.removeFirst(count)
        let isSame = zip(careful, settled).allSatisfy { $0.word.essence == $1.word.essence }
        careful = isSame ? Array(careful.dropFirst(count)) : []
        return settled
    }

    private func agreedCount(end: Int) -> Int {
        candidates.prefix(contestedFrom ?? candidates.count).prefix {
            $0.carefulFinds > 0 && isAgreed($0, by: policy.settlingAgreements, end: end)
        }
        .count
    }

    private func carefullyAgreedCount(end: Int) -> Int {
        isCarefulLast ? careful.prefix { isAgreed($0, by: 1, end: end) }.count : 0
    }

    private func isAgreed(_ candidate: Candidate, by agreements: Int, end: Int) -> Bool {
        let age = Double(end - candidate.firstHeard) / Double(AudioBlock.sampleRate)
        return candidate.agreements >= agreements
            && age >= policy.settlingAge + (1 - candidate.word.probability) * policy.doubtAge
    }

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

    /// How many candidates to show while the speaker speaks on: not those the next sound will probably change.
    var stableCount: Int {
        let whole = candidates.count - echoCount
        var count = whole
        while count > 0 {
            let candidate = candidates[count - 1]
            let isLast = count == whole
            let needed = isLast ? policy.lastWordProbability : policy.newWordProbability
            if candidate.agreements > 0 || candidate.word.probability >= needed {
                break
            }
            count -= 1
        }
        return count
    }
}
