import ParlandoCore

/// Decodes a window again in two parts if its text contains a repetition: a decoder that loops misses the speech that
/// follows.
///
/// A phrase that was really spoken twice is recognised in both parts, and a loop disappears. Only the first part
/// includes the sound of final words, the prefix of its text.
struct SecondPass {
    let decodeOnce: (DecodeRequest) throws -> Hypothesis

    /// In samples. Shorter parts are not recognised well enough: at 2 s there are twice as many errors as at 6 s.
    private static let shortestPart = 2 * AudioBlock.sampleRate
    /// Between the cut and the middle of the repetition, in samples.
    private static let choice = AudioBlock.sampleRate
    /// Mean log probability of a part that is well recognised.
    private static let leastLogProbability = -1.0
    /// How far the mean log probability of a part may be below that of the whole window.
    private static let mostDoubt = 0.5

    /// Returns the first hypothesis of a window, or a corrected one if a repetition in it was not spoken.
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
            // Repeated speech alone is easily mistaken for music.
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

    /// Whether the whole hypothesis is preferred to its parts, for a text with repetitions that the model itself ended.
    private func isRight(
        _ whole: Hypothesis, _ parts: [Hypothesis], _ joined: Hypothesis, _ repetitions: [Repetition]
    ) -> Bool {
        // It is if a part was not recognised well, or if the parts lack more text than the repetition.
        let isClear = parts.allSatisfy { $0.meanLogProbability >= whole.meanLogProbability - Self.mostDoubt }
        let copies = repetitions.reduce(0) { $0 + whole.letters(of: $1.firstCopyEnd..<$1.end).count }
        guard isClear, joined.letters.count >= whole.letters.count - copies else {
            return true
        }
        // If it is as probable or has more text, because each word was recognised with its full context.
        let isBetter =
            whole.meanLogProbability >= joined.meanLogProbability || joined.letters.count < whole.letters.count
        return isBetter && repetitions.allSatisfy { joined.confirms($0, in: whole) }
    }

    /// The cut is at the quietest position near the middle of the repetition, so that both parts contain some of it.
    /// After a loop, it is behind the loop's beginning.
    private static func parts(of request: DecodeRequest, _ whole: Hypothesis) -> [DecodeRequest] {
        let samples = request.samples
        let (known, new) = (request.prefixSamples, samples.count - request.prefixSamples)
        // A part needs four seconds or nearly half of the new sound to contradict the whole.
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

    /// Measured on the prefix if that is long enough, else an average for English.
    private static func samplesPerToken(_ request: DecodeRequest, prefix: [Int32]) -> Double {
        prefix.count >= 10
            ? Double(request.prefixSamples) / Double(prefix.count) : Double(AudioBlock.sampleRate) / 3.5
    }
}

extension Hypothesis {
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

    /// No space between the parts if the language is written without.
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

    /// Whether this hypothesis lacks more than a few short words of another.
    fileprivate func saysLess(than whole: Hypothesis) -> Bool {
        whole.letters.count - letters.count > Self.forgivenLetters
    }

    /// As in a few short words.
    private static let forgivenLetters = 20

    /// Whether this hypothesis has the phrase about as often, or other words of about the same length instead.
    fileprivate func confirms(_ repetition: Repetition, in whole: Hypothesis) -> Bool {
        let phrase = whole.letters(of: repetition.start..<repetition.firstCopyEnd)
        let copies = whole.letters.count(of: phrase)
        let found = letters.count(of: phrase)
        let missing = whole.letters.count - letters.count
        let more = whole.letters(of: repetition.firstCopyEnd..<repetition.end).count
        // The cut may have divided one copy, so one less is accepted if at most half of a long phrase is missing.
        let forgiven = max(phrase.count / 2, min(more / 2, Self.forgivenLetters))
        if !phrase.isEmpty, found >= copies || copies > 2 && found == copies - 1 && missing <= forgiven {
            return true
        }
        // Letters are evidence only if the repetition is a large part of the text.
        return more * 6 >= whole.letters.count && missing <= min(more / 2, forgiven)
    }

    fileprivate var letters: String {
        words.map(\.essence).joined()
    }

    /// Letters of the words that overlap a range of tokens.
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
    /// Without overlap.
    fileprivate func count(of text: String) -> Int {
        text.isEmpty ? 0 : ranges(of: text).count
    }
}

/// A part of a text in which one phrase is repeated, by the speaker or by a decoder in a loop.
public struct Repetition: Sendable, Equatable {
    /// First token of the first copy.
    public let start: Int
    /// Tokens of the phrase.
    public let period: Int
    /// Tokens of all copies. The last may be incomplete.
    public let length: Int

    /// The token after the first copy.
    public var firstCopyEnd: Int { start + period }

    /// The token after the last copy.
    public var end: Int { start + length }

    private static let longestPeriod = 30

    /// Copies that make a repetition.
    static func leastCopies(period: Int) -> Int {
        period >= 5 ? 2 : period >= 2 ? 3 : 5
    }

    /// The number of tokens to remove from the end so that one copy of a repeated phrase is left; 0 without a
    /// repetition. Copies before those that make a repetition are ignored.
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

    /// All repetitions, in order and without overlap.
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
        // A phrase of two tokens also repeats with periods of four and six. The shortest is used.
        for repetition in found.sorted(by: { ($0.start, $0.period) < ($1.start, $1.period) })
        where repetition.start >= all.last?.end ?? 0 {
            all.append(repetition)
        }
        return all
    }

    /// The tokens that do not belong to a second or later copy.
    public static func indicesWithoutCopies(of tokens: [Int32]) -> [Int] {
        let copies = all(in: tokens).map { $0.firstCopyEnd..<$0.end }
        return tokens.indices.filter { index in !copies.contains { $0.contains(index) } }
    }

    /// The last repetition of a decoder in a loop, which produces more text than the sound can contain; nil if the
    /// model ended the text itself.
    public static func loop(in tokens: [Int32], isEnded: Bool) -> Repetition? {
        isEnded ? nil : all(in: tokens).last
    }
}
