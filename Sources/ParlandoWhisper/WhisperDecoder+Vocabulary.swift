import ParlandoRecognition

/// Corrects misheard words to entries of the user's vocabulary.
///
/// A logit bias for the tokens of the entries would have to be applied token by token during decoding, before the rest
/// of the word is known. Instead, the text is decoded without the vocabulary. Words that are spelled similarly to an
/// entry are then compared with the entry as a whole, by the probability of the text with the entry and without it. An
/// entry that the sound does not support is never written, and nothing is computed if no words are similar.
extension WhisperDecoder {
    /// A replacement of recognised words by an entry of the vocabulary.
    private struct Correction {
        let tokens: Range<Int>
        let replacement: [Int32]
        /// Natural logarithm of the ratio of the text's probability with the entry to its probability without it.
        let gain: Double
    }

    /// Maximum numbers of possible replacements that are compared in an interim decoding (`quick`) and in a review
    /// (`full`).
    private static let mostCandidates = (quick: 6, full: 16)
    /// Maximum number of tokens after the replaced words that are included when the texts with and without a vocabulary
    /// entry are compared.
    private static let followingTokens = 16

    /// Replaces misheard words in the result of a search by entries of the user's vocabulary.
    ///
    /// - Parameters:
    ///   - prefix: the tokens of the text before those of the search.
    func correct(_ search: inout TokenSearch, after prefix: [Int32], _ request: DecodeRequest) throws {
        guard let vocabulary, !search.chosen.isEmpty, search.countBeforeLoop(after: prefix) == nil else {
            return
        }
        let words = assemble(search.chosen[...], continues: !prefix.isEmpty)
        let candidates = vocabulary.candidates(in: words).prefix(
            request.effort == .quick ? Self.mostCandidates.quick : Self.mostCandidates.full)
        guard !candidates.isEmpty, words.flatMap(\.tokens) == search.chosen.map(\.token) else {
            return
        }
        let known =
            [context.startToken] + opening(language: request.language ?? search.language?.code) + prefix
        let starts = words.reduce(into: [0]) { $0.append(($0.last ?? 0) + $1.tokens.count) }
        var likelihoods: [Range<Int>: Double] = [:]
        var corrections: [Correction] = []
        var weighed: [WeighedEntry] = []
        for candidate in candidates {
            try checkCancellation()
            let range = starts[candidate.words.lowerBound]..<starts[candidate.words.upperBound]
            let space = words[candidate.words.lowerBound].isGlued ? "" : " "
            let new = context.encoder.tokens(of: space + candidate.text)
            guard !new.isEmpty, new != search.chosen[range].map(\.token) else {
                continue
            }
            let old = try likelihoods[range] ?? likelihood(of: nil, in: range, of: search, after: known)
            likelihoods[range] = old
            let gain = try likelihood(of: new, in: range, of: search, after: known) - old
            let doubt = -search.chosen[range].reduce(0) { $0 + $1.logProbability }
            weighed.append(
                WeighedEntry(
                    words: candidate.words, text: candidate.text, difference: candidate.difference, doubt: doubt,
                    gain: gain))
            if gain >= -VocabularyRule.mostLoss(doubt: doubt, difference: candidate.difference) {
                corrections.append(Correction(tokens: range, replacement: new, gain: gain))
            }
        }
        witness?.decoder(didWeigh: weighed, in: words)
        apply(corrections, to: &search)
    }

    /// Returns the log probability (natural logarithm) of the text from the beginning of `range` on, with `replacement`
    /// in place of the tokens in the range. If `replacement` is nil, these tokens stay. Returns −∞ if the text would
    /// exceed the decoder's context.
    private func likelihood(
        of replacement: [Int32]?, in range: Range<Int>, of search: TokenSearch, after known: [Int32]
    ) throws -> Double {
        let chosen = search.chosen.map(\.token)
        let following = chosen[range.upperBound...].prefix(Self.followingTokens)
        let isWhole = search.isEnded && following.endIndex == chosen.endIndex
        let tokens = (replacement ?? Array(chosen[range])) + following + (isWhole ? [context.endOfText] : [])
        let before = known + chosen[..<range.lowerBound]
        guard let last = before.last, before.count + tokens.count <= context.textLength else {
            return -.infinity
        }
        return try logProbability(of: tokens, after: last, at: before.count - 1)
    }

    private func logProbability(of tokens: [Int32], after last: Int32, at position: Int) throws -> Double {
        isSearchOverwritten = true
        let fed = [last] + tokens.dropLast()
        if context.givesAllLogits {
            return try context.decode(fed, at: position, threads: threads) { logits in
                tokens.indices.reduce(0) { $0 + GreedySearch.logProbability(of: tokens[$1], in: logits.after($1)) }
            }
        }
        return try tokens.indices.reduce(0) { sum, index in
            try context.decode([fed[index]], at: position + index, threads: threads) {
                sum + GreedySearch.logProbability(of: tokens[index], in: $0.last)
            }
        }
    }

    /// Applies the most probable corrections that do not overlap to the result of a search.
    private func apply(_ corrections: [Correction], to search: inout TokenSearch) {
        var applied: [Correction] = []
        for correction in corrections.sorted(by: { $0.gain > $1.gain })
        where !applied.contains(where: { $0.tokens.overlaps(correction.tokens) }) {
            applied.append(correction)
        }
        for correction in applied.sorted(by: { $0.tokens.lowerBound > $1.tokens.lowerBound }) {
            // The new tokens have the total probability of the replaced ones, so that later decisions based on
            // probabilities do not depend on the vocabulary.
            let sum = search.chosen[correction.tokens].reduce(0) { $0 + $1.logProbability }
            search.replace(
                correction.tokens,
                by: correction.replacement.map {
                    GreedySearch.Choice(token: $0, logProbability: sum / Double(correction.replacement.count))
                })
        }
    }
}

/// Decides how much less probable a word of the user's vocabulary may be than the words that were recognised.
///
/// `scripts/bench vocabulary` fits the constants on half of its recordings and measures them on the other half;
/// `bench/dictation/vocabulary-rule.json` has the scores.
enum VocabularyRule {
    /// Minimum doubt (the negative log probability of the recognised words, see `mostLoss`) at which a vocabulary entry
    /// with other letters may replace words that are more probable than the entry. With less doubt, the model is
    /// considered sure of the words.
    private static let leastDoubt = 0.5
    /// Constant term of the maximum loss. All losses are natural logarithms of the ratio of the text's probability
    /// without the entry to its probability with it.
    private static let base = 3.0
    /// Constant term of the maximum loss (see `mostLoss`). A loss is the natural logarithm of the ratio of the text's
    /// probability without the vocabulary entry to its probability with it.
    private static let slope = 4.0
    private static let most = 12.0
    /// Maximum loss (see `mostLoss`) for an entry that differs from the words only in capitals, spaces or signs.
    private static let mostOfSameLetters = 2.0
    /// Maximum fraction of differing letters, 0…1, that does not reduce the maximum loss (see `mostLoss`).
    private static let freeDifference = 0.3
    /// Relative reduction of the maximum loss (see `mostLoss`) for each unit by which the fraction of differing letters
    /// exceeds `freeDifference`.
    private static let differenceWeight = 1.0

    /// Returns the maximum loss at which an entry is written. The loss is the natural logarithm of the ratio of the
    /// text's probability without the entry to its probability with it.
    ///
    /// - Parameters:
    ///   - doubt: negative log probability (natural logarithm) of the recognised words. It is high for names that the
    ///     model does not know.
    ///   - difference: fraction of the letters that differ, 0…1.
    static func mostLoss(doubt: Double, difference: Double) -> Double {
        guard difference > 0 else {
            return mostOfSameLetters
        }
        guard doubt >= leastDoubt else {
            return 0
        }
        let excess = max(0, difference - freeDifference)
        return min(most, base + slope * doubt) * max(0, 1 - differenceWeight * excess)
    }
}
