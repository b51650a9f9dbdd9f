import ParlandoCore

/// Listens again, in two parts, to a window in whose text a phrase follows itself.
///
/// A loop of the decoder hides what was said behind it. Each part is heard by itself, with nothing to repeat from the
/// other: what was really said again is heard in both, and a loop is left behind. Sound whose words are final is only
/// heard with the first part, and these words begin its text.
struct SecondHearing {
    /// Hears a window once, and thinks nothing of repetitions.
    let decodeOnce: (DecodeRequest) throws -> Hypothesis

    /// A part shorter than this is not understood well enough to contradict: at 2 s the errors are twice those at 6 s.
    private static let shortestPart = 2 * AudioBlock.sampleRate
    /// The place where a window is parted is looked for in so many samples before and behind the middle.
    private static let choice = AudioBlock.sampleRate
    /// A part that is less probable on the mean is hardly understood, …
    private static let leastLogProbability = -1.0
    /// … and so is one that is so much less probable than the whole.
    private static let mostDoubt = 0.5

    /// What a window says of which a first hearing said `whole`.
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
            // What repeats itself is easily taken for music where little else is heard.
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

    /// Whether a text that repeats itself and came to its end is to be believed after its parts were heard.
    private func isRight(
        _ whole: Hypothesis, _ parts: [Hypothesis], _ joined: Hypothesis, _ repetitions: [Repetition]
    ) -> Bool {
        // Parts that were not understood contradict nothing, nor do those that lack more than what was repeated.
        let isClear = parts.allSatisfy { $0.meanLogProbability >= whole.meanLogProbability - Self.mostDoubt }
        let copies = repetitions.reduce(0) { $0 + whole.letters(of: $1.firstCopyEnd..<$1.end).count }
        guard isClear, joined.letters.count >= whole.letters.count - copies else {
            return true
        }
        // What is as probable as a whole, or says more, was heard with all that stands around each word.
        let isBetter =
            whole.meanLogProbability >= joined.meanLogProbability || joined.letters.count < whole.letters.count
        return isBetter && repetitions.allSatisfy { joined.confirms($0, in: whole) }
    }

    /// The two parts of a window, parted where it is quietest near the middle of what repeats itself, so that both hear of
    /// it; or behind the beginning of a loop.
    private static func parts(of request: DecodeRequest, _ whole: Hypothesis) -> [DecodeRequest] {
        let samples = request.samples
        let (known, new) = (request.prefixSamples, samples.count - request.prefixSamples)
        // Whoever contradicts has to have heard four seconds, or nearly half of what is new.
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
        let middle = QuietPlace.position(in: near.lowerBound..<near.upperBound + 1, of: samples)
        let before = DecodeRequest(
            samples: Array(samples[..<middle]), prefixes: [whole.prefix], prefixSamples: known,
            language: request.language, effort: request.effort)
        let behind = DecodeRequest(
            samples: Array(samples[middle...]), language: request.language, effort: request.effort)
        return [before, behind]
    }

    /// As this person spoke before, where that is long enough to tell; otherwise as people speak English.
    private static func samplesPerToken(_ request: DecodeRequest, prefix: [Int32]) -> Double {
        prefix.count >= 10
            ? Double(request.prefixSamples) / Double(prefix.count) : Double(AudioBlock.sampleRate) / 3.5
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
            words: parts.reduce([]) { Self.join($0, $1.words) }, prefix: whole.prefix,
            noSpeech: parts.map(\.noSpeech).min() ?? 0,
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

    /// Whether much of what the whole says is missing.
    fileprivate func saysLess(than whole: Hypothesis) -> Bool {
        whole.letters.count - letters.count > Self.forgivenLetters
    }

    /// Some short words.
    private static let forgivenLetters = 20

    /// Whether it says what repeats itself in `whole` about as often, or as much in other words.
    fileprivate func confirms(_ repetition: Repetition, in whole: Hypothesis) -> Bool {
        let phrase = whole.letters(of: repetition.start..<repetition.firstCopyEnd)
        let copies = whole.letters.count(of: phrase)
        let found = letters.count(of: phrase)
        let missing = whole.letters.count - letters.count
        let more = whole.letters(of: repetition.firstCopyEnd..<repetition.end).count
        // Half a long phrase fewer is a copy that was cut in two, a whole one fewer is one that nobody said.
        let forgiven = max(phrase.count / 2, min(more / 2, Self.forgivenLetters))
        if !phrase.isEmpty, found >= copies || copies > 2 && found == copies - 1 && missing <= forgiven {
            return true
        }
        // How many letters there are tells of a repetition only where it is much of the text.
        return more * 6 >= whole.letters.count && missing <= min(more / 2, forgiven)
    }

    fileprivate var letters: String {
        words.map(\.essence).joined()
    }

    /// The letters of the words that have a part in a range of tokens.
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
    /// How often a text stands in this one, without overlap.
    fileprivate func count(of text: String) -> Int {
        text.isEmpty ? 0 : ranges(of: text).count
    }
}
