public import ParlandoRecognition

/// Corrects misheard words to entries of the user's vocabulary.
///
/// The text is decoded without it, because a logit bias would have to be applied before the rest of a word is known.
/// Words that are spelled like an entry are then compared with it by the probability of the whole text. Nothing is
/// computed if no words are similar.
extension WhisperDecoder {
    private struct Correction {
        let tokens: Range<Int>
        let replacement: [Int32]
        /// Natural logarithm of the ratio of the text's probability with the entry to that without it.
        let gain: Double
    }

    /// Replacements that are compared in an interim decoding and in a review.
    private static let mostCandidates = (quick: 6, full: 16)
    /// Tokens after the replaced words that are included in the comparison.
    private static let followingTokens = 16

    /// - Parameter prefix: the tokens before those of the search.
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
            let spaces = words[candidate.words].dropFirst().count { !$0.isGlued }
            let further = max(0, spaces - candidate.text.count { $0 == " " })
            if gain
                >= -VocabularyRule.mostLoss(doubt: doubt, difference: candidate.difference, furtherWords: further)
            {
                corrections.append(Correction(tokens: range, replacement: new, gain: gain))
            }
        }
        witness?.decoder(didWeigh: weighed, in: words)
        apply(corrections, to: &search)
    }

    /// The log probability of the text from `range` on, with the replacement or, if nil, as it is. −∞ if the text would
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

    /// Applies the most probable corrections that do not overlap.
    private func apply(_ corrections: [Correction], to search: inout TokenSearch) {
        var applied: [Correction] = []
        for correction in corrections.sorted(by: { $0.gain > $1.gain })
        where !applied.contains(where: { $0.tokens.overlaps(correction.tokens) }) {
            applied.append(correction)
        }
        for correction in applied.sorted(by: { $0.tokens.lowerBound > $1.tokens.lowerBound }) {
            // The new tokens have the total probability of the replaced ones, so that later decisions do not depend on
            // the vocabulary.
            let sum = search.chosen[correction.tokens].reduce(0) { $0 + $1.logProbability }
            search.replace(
                correction.tokens,
                by: correction.replacement.map {
                    GreedySearch.Choice(token: $0, logProbability: sum / Double(correction.replacement.count))
                })
        }
    }
}

/// Decides how much less probable an entry may be than the recognised words. A loss is the natural logarithm of the
/// ratio of the text's probability without the entry to that with it.
///
/// `scripts/bench vocabulary` fits the constants on half of its recordings and measures them on the other half;
/// `bench/dictation/vocabulary-rule.json` has the scores.
enum VocabularyRule {
    /// With less doubt, the model is sure of words with other letters.
    private static let leastDoubt = 0.5
    /// Maximum loss without doubt.
    private static let base = 3.0
    /// Maximum loss for each unit of doubt.
    private static let slope = 4.0
    private static let most = 12.0
    /// For an entry that differs only in capitals, spaces or signs.
    private static let mostOfSameLetters = 2.0
    /// Fraction of differing letters that does not reduce the maximum loss.
    private static let freeDifference = 0.3
    /// Relative reduction for each unit beyond `freeDifference`.
    private static let differenceWeight = 1.0
    /// Reduction for each recognised word beyond the number of the entry's words: several other words in a row resemble
    /// an entry by chance. Not fitted yet.
    private static let furtherWord = 0.0

    /// The maximum loss at which an entry is written. If it is negative, the entry has to win by as much.
    ///
    /// - Parameters:
    ///   - doubt: negative log probability of the recognised words, high for names that the model does not know.
    ///   - difference: fraction of the letters that differ, 0…1.
    ///   - furtherWords: recognised words beyond the number of the entry's words.
    static func mostLoss(doubt: Double, difference: Double, furtherWords: Int = 0) -> Double {
        guard difference > 0 else {
            return mostOfSameLetters
        }
        let margin = furtherWord * Double(furtherWords)
        guard doubt >= leastDoubt else {
            return -margin
        }
        let excess = max(0, difference - freeDifference)
        return min(most, base + slope * doubt) * max(0, 1 - differenceWeight * excess) - margin
    }
}

/// Receives the entries that a decoder compares with its text, so that `VocabularyRule` can be fitted without decoding
/// again.
public protocol VocabularyWitness: AnyObject, Sendable {
    /// Called on the decoder's thread, before `VocabularyRule` decides which entries are written.
    func decoder(didWeigh entries: [WeighedEntry], in words: [DecodedWord])
}

/// An entry that was compared with words of a text.
public struct WeighedEntry: Sendable, Equatable {
    /// Indices of the words.
    public let words: Range<Int>
    /// The entry with the punctuation of the words.
    public let text: String
    /// Fraction of letters that differ, 0…1.
    public let difference: Double
    /// Negative log probability of the words.
    public let doubt: Double
    /// Natural logarithm of the ratio of the text's probability with the entry to that without it.
    public let gain: Double
}
