import ParlandoCore

/// Listens again, in two parts, to a window in whose text a phrase follows itself.
///
/// A loop of the decoder hides what was said behind it. Each part is heard by itself, with nothing to repeat from the
/// other: what was really said again is heard in both, and a loop is left behind.
struct SecondHearing {
    /// Hears a window once, and thinks nothing of repetitions.
    let decodeOnce: (DecodeRequest) throws -> Hypothesis

    /// A part shorter than this is not understood well enough to contradict: at 2 s the errors are twice those at 6 s.
    private static let shortestPart = 2 * AudioBlock.sampleRate

    /// What a window says of which a first hearing said `whole`. It must have no prefix, for nobody knows in which part
    /// its words lie.
    func checked(_ whole: Hypothesis, of request: DecodeRequest) throws -> Hypothesis {
        let repetitions = Repetition.all(in: whole.tokens)
        guard whole.isLooped || !repetitions.isEmpty, request.samples.count >= 2 * Self.shortestPart else {
            return whole
        }
        let parts = try Self.parts(of: request).map { part in
            let heard = try decodeOnce(part)
            return whole.isLooped || heard.isLooped ? try checked(heard, of: part) : heard
        }
        let joined = Hypothesis(joining: parts, after: whole)
        // What is as probable as a whole was heard with all that stands around each word.
        let isWhole =
            !whole.isLooped && whole.meanLogProbability >= joined.meanLogProbability
            && repetitions.allSatisfy { joined.confirms($0, in: whole) }
        return isWhole ? whole : joined
    }

    /// The two parts of a window, parted where its middle third is quietest.
    private static func parts(of request: DecodeRequest) -> [DecodeRequest] {
        let samples = request.samples
        let middle = QuietPlace.position(
            in: max(samples.count / 3, shortestPart)..<min(samples.count * 2 / 3, samples.count - shortestPart) + 1,
            of: samples)
        return [samples[..<middle], samples[middle...]].map { part in
            var request = request
            request.samples = Array(part)
            request.expected = []
            return request
        }
    }
}

extension Hypothesis {
    /// What two parts of a window say, one behind the other.
    ///
    /// - Parameter whole: what was made of the window before.
    fileprivate init(joining parts: [Hypothesis], after whole: Hypothesis) {
        let tokens = parts.map { Double($0.tokens.count) }
        let sum = zip(parts, tokens).reduce(0) { $0 + $1.0.meanLogProbability * $1.1 }
        let count = tokens.reduce(0, +)
        self.init(
            words: parts.reduce([]) { Self.join($0, $1.words) }, noSpeech: parts.map(\.noSpeech).min() ?? 0,
            meanLogProbability: count > 0 ? sum / count : 0, isLooped: whole.isLooped, language: whole.language,
            cost: whole.cost + parts.reduce(0) { $0 + $1.cost })
    }

    /// In a language without spaces there is none between the parts either.
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

    /// Whether it says what repeats itself in `whole` about as often, or as much in other words.
    fileprivate func confirms(_ repetition: Repetition, in whole: Hypothesis) -> Bool {
        let phrase = whole.letters(of: repetition.start..<repetition.firstCopyEnd)
        let copies = whole.letters.count(of: phrase)
        // A copy that was cut in two is forgiven where there are more than two.
        if !phrase.isEmpty, letters.count(of: phrase) >= (copies > 2 ? copies - 1 : copies) {
            return true
        }
        let more = whole.letters(of: repetition.firstCopyEnd..<repetition.end).count
        // How many letters there are tells of a repetition only where it is much of the text.
        return more * 6 >= whole.letters.count && letters.count >= whole.letters.count - more / 2
    }

    private var letters: String {
        words.map(\.essence).joined()
    }

    /// The letters of the words that have a part in a range of tokens.
    private func letters(of range: Range<Int>) -> String {
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
    /// How often a text stands in this one, without overlap.
    fileprivate func count(of text: String) -> Int {
        text.isEmpty ? 0 : ranges(of: text).count
    }
}
