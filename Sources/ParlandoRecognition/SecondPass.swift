import ParlandoCore

/// Decodes a window of sound again in two parts if its text contains a repetition.
///
/// A decoder that loops, repeating a phrase, misses the speech that follows. Each part is decoded separately, so no
/// text of the other part can be repeated. A phrase that was really spoken twice is recognised in both parts, and a
/// loop disappears. Only the first part includes the sound of final words, which are the prefix of its text.
struct SecondPass {
    /// Decodes a window once, without handling repetitions.
    let decodeOnce: (DecodeRequest) throws -> Hypothesis

    /// Minimum length of a part, in samples. Shorter parts are not recognised well enough to contradict the whole
    /// window: at 2 s there are twice as many errors as at 6 s.
    private static let shortestPart = 2 * AudioBlock.sampleRate
    /// Maximum distance between the cut and the middle of the repetition, in samples.
    private static let choice = AudioBlock.sampleRate
    /// Minimum mean log probability (natural logarithm) at which a part of a window counts as well recognised.
    private static let leastLogProbability = -1.0
    /// Maximum amount by which the mean log probability of a part may be below that of the whole window. Below that,
    /// the part was not recognised well.
    private static let mostDoubt = 0.5

    /// Checks the hypothesis `whole`, the result of the first decoding of a window. Returns `whole`, or a corrected
    /// hypothesis if a repetition in `whole` was not spoken.
    func checked(_ whole: Hypothesis, of request: DecodeRequest) throws -> Hypothesis {
        let repetitions = Repetition.all(in: whole.tokens)
        guard whole.isLooped || !repetitions.isEmpty,
            request.samples.count - request.prefixSamples >= 2 * Self.shortestPart
        else {
            return whole
        }
        let parts = try Self.parts(of: request, whole).map { part in
            var heard = try decodeOnce(part)
            heard.words = HallucinationGuard.withoutAnnotations(heard.words)
            // If a part contains little besides repeated speech, a decoder easily mistakes the speech for music.
            heard.isLooped =
                heard.isLooped || whole.isLooped && heard.meanLogProbability < Self.leastLogProbability
            return whole.isLooped || heard.isLooped ? try checked(heard, of: part) : heard
        }
        let joined = Hypothesis(joining: parts, after: whole)
        let isWhole = whole.isLooped ? joined.saysLess(than: whole) : isRight(whole, parts, joined, repetitions)
        guard isWhole else {
            return joined
        }
        var answer = whole
        answer.cost = joined.cost
        return answer
    }

    /// Returns whether the hypothesis (result of decoding) of the whole window is preferred to the joined hypotheses of
    /// its parts, for a text that contains repetitions but was ended by the model itself.
    private func isRight(
        _ whole: Hypothesis, _ parts: [Hypothesis], _ joined: Hypothesis, _ repetitions: [Repetition]
    ) -> Bool {
        // The whole hypothesis stands if a part was not recognised well, or if the parts lack more text than the
        // repetition.
        let isClear = parts.allSatisfy { $0.meanLogProbability >= whole.meanLogProbability - Self.mostDoubt }
        let copies = repetitions.reduce(0) { $0 + whole.letters(of: $1.firstCopyEnd..<$1.end).count }
        guard isClear, joined.letters.count >= whole.letters.count - copies else {
            return true
        }
        // The whole hypothesis is preferred if its probability is at least as high or it has more text, because each
        // word was recognised with its full context.
        let isBetter =
            whole.meanLogProbability >= joined.meanLogProbability || joined.letters.count < whole.letters.count
        return isBetter && repetitions.allSatisfy { joined.confirms($0, in: whole) }
    }

    /// Returns the two parts of a window. The cut is at the quietest position near the middle of the repetition, so
    /// that both parts contain some of it. If the decoder was in a loop, the cut is after the beginning of the loop.
    private static func parts(of request: DecodeRequest, _ whole: Hypothesis) -> [DecodeRequest] {
        let samples = request.samples
        let (known, new) = (request.prefixSamples, samples.count - request.prefixSamples)
        // A part needs four seconds of sound or nearly half of the new sound to contradict the whole hypothesis.
        let least = whole.isLooped ? shortestPart : max(shortestPart, min(2 * shortestPart, new * 9 / 20))
        let possible = known + least...samples.count - least
        let range: ClosedRange<Int>
        if whole.isLooped {
            let begin = known + Int(Double(whole.tokens.count) * samplesPerToken(request, prefix: whole.prefix))
            range = begin...begin + new / 2
        } else {
            let longest = Repetition.all(in: whole.tokens).max { $0.length < $1.length }
            let middle = longest.map { $0.start + $0.length / 2 } ?? 0
            let position = known + new * middle / max(1, whole.tokens.count)
            let nearest = min(max(position, possible.lowerBound), possible.upperBound)
            range = nearest - choice...nearest + choice
        }
        let near = range.clamped(to: possible)
        let middle = QuietestCut.position(in: near.lowerBound..<near.upperBound + 1, of: samples)
        let before = DecodeRequest(
            samples: Array(samples[..<middle]), prefixes: [whole.prefix], prefixSamples: known,
            language: request.language, effort: request.effort)
        let behind = DecodeRequest(
            samples: Array(samples[middle...]), language: request.language, effort: request.effort)
        return [before, behind]
    }

    /// Returns the average number of samples per token. It is measured on the prefix (the text that is already known)
    /// if the prefix is long enough. Otherwise it is an average for English.
    private static func samplesPerToken(_ request: DecodeRequest, prefix: [Int32]) -> Double {
        prefix.count >= 10
            ? Double(request.prefixSamples) / Double(prefix.count) : Double(AudioBlock.sampleRate) / 3.5
    }
}

extension Hypothesis {
    /// Joins the hypotheses (results of decoding) of two parts of a window.
    ///
    /// - Parameter whole: the hypothesis of the whole window.
    fileprivate init(joining parts: [Hypothesis], after whole: Hypothesis) {
        let tokens = parts.map { Double($0.tokens.count) }
        let sum = zip(parts, tokens).reduce(0) { $0 + $1.0.meanLogProbability * $1.1 }
        let count = tokens.reduce(0, +)
        self.init(
            words: parts.reduce([]) { Self.join($0, $1.words) }, prefix: whole.prefix,
            noSpeech: parts.map(\.noSpeech).min() ?? 0,
            meanLogProbability: count > 0 ? sum / count : 0, isLooped: whole.isLooped, language: whole.language,
            cost: whole.cost + parts.reduce(0) { $0 + $1.cost })
    }

    /// Joins the words of two parts of a window. If the language is written without spaces, there is no space between
    /// the parts.
    private static func join(_ before: [DecodedWord], _ after: [DecodedWord]) -> [DecodedWord] {
        var after = after
        if before.last?.isGlued == true, after.dropFirst().first?.isGlued == true {
            after[0].isGlued = true
        }
        return before + after
    }

    fileprivate var tokens: [Int32] {
        words.flatMap(\.tokens)
    }

    /// Returns whether this hypothesis lacks much of the text of the hypothesis `whole`: more than a few short words.
    fileprivate func saysLess(than whole: Hypothesis) -> Bool {
        whole.letters.count - letters.count > Self.forgivenLetters
    }

    /// Maximum number of letters that may be missing from the text of a hypothesis: as many as in a few short words.
    private static let forgivenLetters = 20

    /// Returns whether this hypothesis confirms a repeated phrase in the hypothesis `whole`. It does so if it contains
    /// the phrase about as often, or if it contains other words of about the same total length instead.
    fileprivate func confirms(_ repetition: Repetition, in whole: Hypothesis) -> Bool {
        let phrase = whole.letters(of: repetition.start..<repetition.firstCopyEnd)
        let copies = whole.letters.count(of: phrase)
        let found = letters.count(of: phrase)
        let missing = whole.letters.count - letters.count
        let more = whole.letters(of: repetition.firstCopyEnd..<repetition.end).count
        // One copy less is accepted if at most half of a long phrase is missing, because the cut may have divided that
        // copy. If the whole copy is missing, it was never spoken.
        let forgiven = max(phrase.count / 2, min(more / 2, Self.forgivenLetters))
        if !phrase.isEmpty, found >= copies || copies > 2 && found == copies - 1 && missing <= forgiven {
            return true
        }
        // The number of letters is evidence of a repetition only if the repetition is a large part of the text.
        return more * 6 >= whole.letters.count && missing <= min(more / 2, forgiven)
    }

    fileprivate var letters: String {
        words.map(\.essence).joined()
    }

    /// Returns the letters of the words that overlap a range of tokens.
    fileprivate func letters(of range: Range<Int>) -> String {
        var result = ""
        var end = 0
        for word in words {
            let start = end
            end += word.tokens.count
            if (start..<end).overlaps(range) {
                result += word.essence
            }
        }
        return result
    }
}

extension String {
    /// Returns the number of times that a text occurs in the string, without overlap.
    fileprivate func count(of text: String) -> Int {
        text.isEmpty ? 0 : ranges(of: text).count
    }
}

/// A part of a text in which one phrase is repeated. The speaker may have repeated it, or the decoder may have entered
/// a loop.
public struct Repetition: Sendable, Equatable {
    /// Index of the first token of the first copy of the repeated phrase.
    public let start: Int
    /// Number of tokens in the phrase.
    public let period: Int
    /// Number of tokens of all copies together. The last copy may be incomplete.
    public let length: Int

    /// Index of the token after the first copy.
    public var firstCopyEnd: Int { start + period }

    /// Index of the token after the last copy.
    public var end: Int { start + length }

    /// Number of complete copies.
    var copies: Int { length / period }

    private static let longestPeriod = 30

    /// Returns the minimum number of copies that make a repetition, for a phrase of this many tokens: two copies for
    /// five or more tokens, three for two to four, and five for a single token.
    static func leastCopies(period: Int) -> Int {
        period >= 5 ? 2 : period >= 2 ? 3 : 5
    }

    /// Returns the number of tokens to remove from the end of a text so that one copy of a repeated phrase is left; 0
    /// if the text does not end with a repetition. If the phrase occurs more often than a repetition requires, the
    /// earlier copies are ignored.
    public static func copies(atEndOf tokens: [Int32]) -> Int {
        for period in 1...longestPeriod {
            let length = period * leastCopies(period: period)
            let end = tokens.suffix(length)
            if end.count == length, zip(end, end.dropFirst(period)).allSatisfy({ $0 == $1 }) {
                return length - period
            }
        }
        return 0
    }

    /// Returns all repetitions in a text, in order and without overlap.
    public static func all(in tokens: [Int32]) -> [Repetition] {
        var found: [Repetition] = []
        for period in 1...longestPeriod where period < tokens.count {
            var index = period
            while index < tokens.count {
                let same = (index..<tokens.count).prefix { tokens[$0] == tokens[$0 - period] }.count
                let length = same + period
                if same > 0, length >= period * leastCopies(period: period) {
                    found.append(Repetition(start: index - period, period: period, length: length))
                }
                index += same + 1
            }
        }
        var all: [Repetition] = []
        // A phrase of two tokens also repeats with periods of four and six tokens. The shortest period is used.
        for repetition in found.sorted(by: { ($0.start, $0.period) < ($1.start, $1.period) })
        where repetition.start >= all.last?.end ?? 0 {
            all.append(repetition)
        }
        return all
    }

    /// Returns the indices of the tokens that do not belong to a second or later copy of a repeated phrase.
    public static func indicesWithoutCopies(of tokens: [Int32]) -> [Int] {
        let copies = all(in: tokens).map { $0.firstCopyEnd..<$0.end }
        return tokens.indices.filter { index in !copies.contains { $0.contains(index) } }
    }

    /// Returns the last repetition if the decoder is in a loop. Returns nil if there is no repetition, or if the model
    /// ended the text itself, because then it was not in a loop.
    ///
    /// A speaker who repeats a phrase stops at some point. A decoder in a loop continues beyond the sound, until it has
    /// produced more text than the sound can contain.
    ///
    /// - Parameter isEnded: whether the model itself ended the text. Otherwise the text reached the maximum number of
    ///   tokens for its sound.
    public static func loop(in tokens: [Int32], isEnded: Bool) -> Repetition? {
        isEnded ? nil : all(in: tokens).last
    }
}
