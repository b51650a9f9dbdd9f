import ParlandoCore

/// Looks for the most probable text of an encoded window, token by token.
///
/// What the last decoding of the same window found is fed along with what is certain, in one call, and kept as far as
/// the model chooses it again (speculative decoding: Leviathan et al., "Fast Inference from Transformers via Speculative
/// Decoding", ICML 2023). A token more in a call costs a tenth of a call of its own, since the weights are read once;
/// the choices are the same. It needs the logits of every token fed.
struct TokenSearch {
    private let context: WhisperContext
    private let threads: Int32
    private let isCancelled: CancelFlag
    /// Tokens that are fed for good.
    private var position = 0
    /// The tokens to be fed next, for good.
    private var next: [Int32]
    /// The tokens chosen so far, without the end of the text.
    private(set) var chosen: [GreedySearch.Choice] = []
    /// Whether the model itself ended the text.
    private(set) var isEnded = false
    /// The probability that nobody speaks.
    private(set) var noSpeech = 0.0
    /// The language as the model hears it (multilingual models).
    private(set) var language: DetectedLanguage?
    /// The most tokens to choose.
    var limit = 0
    /// Logits that what is expected has in advance.
    var bonus: Float = 0
    /// How many tokens of what is expected are taken whatever the model says.
    var forced = 0
    /// Whether a text that begins to repeat itself ends there. Otherwise it goes on to its end: a person may have
    /// repeated.
    var endsAtRepetition = true

    /// The token of a single space.
    private static let space: Int32 = 220

    init(context: WhisperContext, threads: Int32, isCancelled: CancelFlag) {
        self.context = context
        self.threads = threads
        self.isCancelled = isCancelled
        next = [context.startToken]
    }

    /// How many of the chosen tokens stand before a loop that the decoder did not leave, its first round included; nil:
    /// it was in none.
    func countBeforeLoop(after prefix: [Int32]) -> Int? {
        let tokens = prefix + chosen.map(\.token)
        guard endsAtRepetition else {
            return Repetition.loop(in: tokens, isEnded: isEnded).map { max(0, $0.firstCopyEnd - prefix.count) }
        }
        let cut = GreedySearch.repetition(at: tokens)
        return cut > 0 ? max(0, chosen.count - cut) : nil
    }

    /// Feeds the start token alone: what comes after it may depend on the language.
    mutating func begin() throws {
        (noSpeech, language) = try context.decode(next, at: 0, threads: threads) { [context] in
            (GreedySearch.probability(of: context.noSpeechToken, in: $0.last), context.language(from: $0.last))
        }
        position = 1
        next = []
    }

    /// Chooses tokens until the text ends, is too long or repeats itself (`endsAtRepetition`).
    ///
    /// - Parameters:
    ///   - opening: says what is wanted.
    ///   - prefix: the text begins with it.
    ///   - expected: what the text after the prefix was found to be before.
    mutating func run(opening: [Int32], prefix: [Int32], expected: [Int32]) throws {
        next += opening + prefix
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

    /// Chooses a token after what is certain, and further ones as long as they are the guesses. False: the text ends.
    private mutating func take(
        _ logits: Logits, after certain: Int, guesses: [Int32], favoured: Int32?, prefix: [Int32]
    ) -> Bool {
        for index in 0...guesses.count {
            let isFirst = chosen.isEmpty && prefix.isEmpty
            let row = index == guesses.count ? logits.last : logits.after(certain - 1 + index)
            let choice = GreedySearch.choose(
                from: row, endOfText: context.endOfText, banned: isFirst ? [context.endOfText, Self.space] : [],
                favoured: index < guesses.count ? guesses[index] : guesses.isEmpty ? favoured : nil,
                bonus: chosen.count < forced ? .infinity : bonus)
            guard choice.token != context.endOfText else {
                isEnded = true
                return false
            }
            chosen.append(choice)
            let repeats = endsAtRepetition && GreedySearch.repetition(at: prefix + chosen.map(\.token)) > 0
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
