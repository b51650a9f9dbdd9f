import Foundation
import ParlandoCore
import ParlandoRecognition

/// Decodes the text of an encoded window greedily.
///
/// The text of the previous decoding is fed with the known tokens in one call, and accepted as far as the model chooses
/// the same (speculative decoding: Leviathan et al., "Fast Inference from Transformers via Speculative Decoding", ICML
/// 2023). An additional token in a call costs a tenth of a separate call. The result is the same. Needs the logits of
/// all tokens (`WhisperContext.givesAllLogits`).
struct TokenSearch {
    private let context: WhisperContext
    private let threads: Int32
    private let isCancelled: CancelFlag
    /// Accepted tokens in the decoder's context. Any after them were guesses that were rejected.
    private var position = 0
    /// Accepted tokens that the next call feeds.
    private var next: [Int32]
    /// Of the first chosen token, in the decoder's context.
    private(set) var base = 0
    /// Without the end-of-text token.
    private(set) var chosen: [GreedySearch.Choice] = []
    private(set) var isEnded = false
    /// 0…1.
    private(set) var noSpeech = 0.0
    /// Nil with English-only models.
    private(set) var language: DetectedLanguage?
    /// Maximum number of tokens to choose.
    var limit = 0
    /// Added to the logit of the token that the previous decoding chose at the same place.
    var bonus: Float = 0
    /// Whether the search ends at the first repetition. The speaker may have repeated a phrase.
    var endsAtRepetition = true

    /// Of the model's vocabulary.
    private static let space: Int32 = 220

    init(context: WhisperContext, threads: Int32, isCancelled: CancelFlag) {
        self.context = context
        self.threads = threads
        self.isCancelled = isCancelled
        next = [context.startToken]
    }

    /// The number of chosen tokens before a loop that the decoder did not leave, with the first round of it; nil
    /// without a loop.
    func countBeforeLoop(after prefix: [Int32]) -> Int? {
        let tokens = prefix + chosen.map(\.token)
        guard endsAtRepetition else {
            return Repetition.loop(in: tokens, isEnded: isEnded).map { max(0, $0.firstCopyEnd - prefix.count) }
        }
        let cut = Repetition.copies(atEndOf: tokens)
        return cut > 0 ? max(0, chosen.count - cut) : nil
    }

    mutating func replace(_ range: Range<Int>, by choices: [GreedySearch.Choice]) {
        chosen.replaceSubrange(range, with: choices)
    }

    /// Feeds the start token alone, because the next tokens may depend on the detected language. Sets `noSpeech` and
    /// `language`.
    mutating func begin() throws {
        (noSpeech, language) = try context.decode(next, at: 0, threads: threads) { [context] in
            (GreedySearch.probability(of: context.noSpeechToken, in: $0.last), context.language(from: $0.last))
        }
        position = 1
        next = []
    }

    /// Chooses tokens until the text ends, reaches the limit or repeats itself.
    ///
    /// - Parameters:
    ///   - opening: tokens for language and task.
    ///   - expected: text after the prefix in the previous decoding.
    mutating func run(opening: [Int32], prefix: [Int32], expected: [Int32]) throws {
        next += opening + prefix
        base = position + next.count
        var followsExpected = true
        var goesOn = limit > 0
        while goesOn {
            if isCancelled.isSet {
                throw CancellationError()
            }
            let rest = followsExpected ? expected.dropFirst(chosen.count).prefix(limit - chosen.count) : []
            let guesses = context.givesAllLogits ? rest : []
            let before = chosen.count
            let (position, next) = (position, next)
            goesOn = try context.decode(next + guesses, at: position, threads: threads) { logits in
                if position == 0 {
                    noSpeech = GreedySearch.probability(of: context.noSpeechToken, in: logits.after(0))
                }
                return take(
                    logits, after: next.count, guesses: Array(guesses), favoured: rest.first, prefix: prefix)
            }
            followsExpected = followsExpected && chosen.map(\.token).elementsEqual(expected.prefix(chosen.count))
            self.position += next.count + max(0, chosen.count - before - 1)
            self.next = chosen.suffix(1).map(\.token)
        }
    }

    /// Chooses a token, and further ones as long as they match the guesses. Returns false if the text ends.
    private mutating func take(
        _ logits: Logits, after certain: Int, guesses: [Int32], favoured: Int32?, prefix: [Int32]
    ) -> Bool {
        for index in 0...guesses.count {
            let isFirst = chosen.isEmpty && prefix.isEmpty
            let row = index == guesses.count ? logits.last : logits.after(certain - 1 + index)
            let choice = GreedySearch.choose(
                from: row, endOfText: context.endOfText, banned: isFirst ? [context.endOfText, Self.space] : [],
                favoured: index < guesses.count ? guesses[index] : guesses.isEmpty ? favoured : nil,
                bonus: bonus)
            guard choice.token != context.endOfText else {
                isEnded = true
                return false
            }
            chosen.append(choice)
            let repeats = endsAtRepetition && Repetition.copies(atEndOf: prefix + chosen.map(\.token)) > 0
            guard chosen.count < limit, !repeats else {
                return false
            }
            guard index < guesses.count, choice.token == guesses[index] else {
                return true
            }
        }
        return true
    }
}

enum GreedySearch {
    /// Its log probability is relative to all text tokens.
    struct Choice {
        var token: Int32
        var logProbability: Double
        /// The next most probable tokens, in order. Empty unless the token is doubtful.
        var others: [Candidate] = []

        /// Whether the probability is below `Word.doubt`.
        var isDoubtful: Bool {
            logProbability < log(Word.doubt)
        }
    }

    struct Candidate: Equatable {
        var token: Int32
        var logProbability: Double
    }

    /// The best text token (numbers up to `endOfText`). `bonus` is a logit bias for the token `favoured`.
    static func choose(
        from logits: UnsafeBufferPointer<Float>, endOfText: Int32, banned: [Int32], favoured: Int32?, bonus: Float
    ) -> Choice {
        var best = 0
        var highest = -Float.infinity
        for id in 0...Int(endOfText) where logits[id] > highest && !(banned.contains(Int32(id))) {
            (best, highest) = (id, logits[id])
        }
        if let favoured = favoured.map({ Int($0) }), favoured <= endOfText, logits[favoured] + bonus > highest {
            best = favoured
        }
        // Terms more than 20 below the maximum contribute less than 1e-4 in total.
        var sum = 0.0
        for id in 0...Int(endOfText) where logits[id] > highest - 20 {
            sum += Double(exp(logits[id] - highest))
        }
        var choice = Choice(token: Int32(best), logProbability: min(0, Double(logits[best] - highest) - log(sum)))
        if choice.isDoubtful {
            choice.others = others(than: best, in: logits, endOfText: endOfText, banned: banned).map { id in
                Candidate(token: Int32(id), logProbability: min(0, Double(logits[id] - highest) - log(sum)))
            }
        }
        return choice
    }

    /// For a doubtful token.
    private static let mostOthers = 6

    /// The text tokens with the highest logits, in descending order.
    private static func others(
        than best: Int, in logits: UnsafeBufferPointer<Float>, endOfText: Int32, banned: [Int32]
    ) -> [Int] {
        var found: [Int] = []
        for id in 0..<Int(endOfText) where id != best && !banned.contains(Int32(id)) {
            guard found.count < mostOthers || found.last.map({ logits[$0] < logits[id] }) ?? true else {
                continue
            }
            let place = found.firstIndex { logits[$0] < logits[id] } ?? found.count
            found.insert(id, at: place)
            found.removeLast(max(0, found.count - mostOthers))
        }
        return found
    }

    /// Among all tokens.
    static func probability(of token: Int32, in logits: UnsafeBufferPointer<Float>) -> Double {
        let highest = logits.max() ?? 0
        let sum = logits.reduce(0.0) { $0 + Double(exp($1 - highest)) }
        return Double(exp(logits[Int(token)] - highest)) / sum
    }

    /// Among all tokens.
    static func logProbability(of token: Int32, in logits: UnsafeBufferPointer<Float>) -> Double {
        let highest = logits.max() ?? 0
        let sum = logits.reduce(0.0) { $0 + Double(exp($1 - highest)) }
        return Double(logits[Int(token)] - highest) - log(sum)
    }
}

/// Limits the new tokens of a decoding. If there are more, the decoder is hallucinating.
enum TokenLimit {
    /// The vocabulary encodes scripts such as Devanagari, Thai and Khmer almost byte by byte, with three bytes per
    /// character, and people speak about ten characters a second.
    private static let tokensPerSecondOfAnyLanguage = 30.0
    /// For reviews, which must not cut off any text, even if a hallucinated repetition takes longer. Quickly spoken
    /// digits, each followed by a comma, take eight tokens per second.
    private static let mostTokensPerSecondOfEnglish = 12.0

    /// - Parameters:
    ///   - seconds: duration of the sound.
    ///   - prefix: tokens that are already final.
    ///   - opening: tokens before the first new one, including the prefix.
    ///   - room: size of the decoder's context in tokens (`n_text_ctx`).
    ///   - isPatient: whether the decoding is a review.
    static func newTokens(
        seconds: Double, prefix: Int, opening: Int, room: Int, isMultilingual: Bool, isPatient: Bool
    ) -> Int {
        let english = isPatient ? mostTokensPerSecondOfEnglish : LivePolicy.tokensPerSecond
        let rate = isMultilingual ? tokensPerSecondOfAnyLanguage : english
        let spoken = max(6, Int(seconds * rate) + 6 - prefix)
        // The start token also takes one place.
        return max(0, min(spoken, room - opening - 1))
    }
}
