import Foundation
import ParlandoCore

/// What `ReadingSearch` needs of a model.
protocol ReadingModel {
    /// Tokens with lower numbers are text.
    var endOfText: Int32 { get }

    /// UTF-8, perhaps of an incomplete character.
    func bytes(of token: Int32) -> [UInt8]

    /// The most probable token after `token`, which is written to the decoder's context at `position`. Discards the
    /// context after it.
    func next(after token: Int32, at position: Int) throws -> GreedySearch.Choice
}

/// Finds alternative readings of doubtful words. Every alternative to an improbable token begins a reading (a draft),
/// which is continued greedily to the end of the word.
struct ReadingSearch<Model: ReadingModel> {
    /// Tokens that complete a reading. Few words need more.
    private static var mostContinued: Int { 4 }
    /// Drafts that are considered for each word, even if fewer calls of the model are allowed.
    private static var leastWeighed: Int { 3 }
    /// Of a token that begins a reading.
    private static var leastProbability: Double { 0.01 }

    /// A reading that may still be incomplete.
    private struct Draft {
        /// Index of the token that the draft replaces.
        var place: Int
        var tokens: [Int32]
        var bytes: [UInt8]
        var logProbability: Double
        /// Log probability of the least probable token, without punctuation.
        var lowest: Double
        /// Whether the draft replaces the last token of its word. Probably nothing is missing then.
        var isWhole: Bool

        mutating func add(_ token: Int32, _ bytes: [UInt8], _ logProbability: Double) {
            tokens.append(token)
            self.bytes += bytes
            self.logProbability += logProbability
            if !WordAssembler.isPunctuation(bytes) {
                lowest = min(lowest, logProbability)
            }
        }

        /// Without the punctuation around it; nil if the text is empty or not valid UTF-8.
        var reading: Reading? {
            guard let text = String(validating: bytes, as: UTF8.self) else {
                return nil
            }
            let word = Word(text: text.trimmingCharacters(in: .whitespaces), start: 0, end: 0, probability: 1)
            return word.text.isEmpty
                ? nil : Reading(text: word.bare, confidence: exp(lowest), likelihood: logProbability)
        }
    }

    private let model: Model
    private let chosen: [GreedySearch.Choice]
    private let base: Int
    /// Further calls of the model. Each computes one token.
    private(set) var steps: Int

    /// - Parameters:
    ///   - chosen: the tokens of the text.
    ///   - base: position of the first one in the decoder's context.
    init(_ model: Model, chosen: [GreedySearch.Choice], base: Int, steps: Int) {
        self.model = model
        self.chosen = chosen
        self.base = base
        self.steps = steps
    }

    /// The readings that are known without calling the model: those that differ only in the last token.
    func known(for word: Range<Int>, _ text: String) -> [Reading] {
        drafts(of: word).filter(\.isWhole).compactMap(\.reading).ranked(beside: text)
    }

    /// The words are in spoken order, with their ranges of tokens. The calls of the model are divided evenly. Throws
    /// the model's errors.
    mutating func readings(of words: [(range: Range<Int>, text: String)]) throws -> [[Reading]] {
        var result = Array(repeating: [Reading](), count: words.count)
        // Each call discards the context at later positions, so the last word comes first.
        for index in words.indices.reversed() {
            let word = words[index]
            var left = steps / (index + 1)
            steps -= left
            let drafts = drafts(of: word.range)
            let likely = drafts.prefix(min(left, Reading.most)).sorted { $0.place > $1.place }
            // If the steps suffice for only a few drafts, the next complete ones are taken as they are.
            let rest = max(0, Self.leastWeighed - likely.count)
            let whole = drafts.dropFirst(likely.count).prefix(rest).filter(\.isWhole)
            var found: [Reading] = []
            for draft in likely {
                found += try continued(draft, &left).map { [$0] } ?? []
            }
            result[index] = (found + whole.compactMap(\.reading)).ranked(beside: word.text)
            steps += left
        }
        return result
    }

    /// Continues a draft until the next word begins; nil if it is not reached within the limits.
    private func continued(_ draft: Draft, _ left: inout Int) throws -> Reading? {
        var draft = draft
        for _ in 0...Self.mostContinued {
            if standsAlone(draft.bytes) {
                return draft.reading
            }
            guard left > 0, let token = draft.tokens.last else {
                return draft.isWhole ? draft.reading : nil
            }
            left -= 1
            let choice = try model.next(after: token, at: base + draft.place + draft.tokens.count - 1)
            let bytes = choice.token < model.endOfText ? model.bytes(of: choice.token) : []
            if endsWord(bytes) {
                return draft.reading
            }
            draft.isWhole = false
            draft.add(choice.token, bytes, choice.logProbability)
        }
        return nil
    }

    /// The most probable first.
    private func drafts(of word: Range<Int>) -> [Draft] {
        let texts = word.map { model.bytes(of: chosen[$0].token) }
        // A word may end with punctuation.
        let last = word.last { !WordAssembler.isPunctuation(texts[$0 - word.lowerBound]) }
        var drafts: [Draft] = []
        var before = Draft(
            place: word.lowerBound, tokens: [], bytes: [], logProbability: 0, lowest: 0, isWhole: false)
        for (place, bytes) in zip(word, texts) {
            if !WordAssembler.isPunctuation(bytes) {
                drafts += chosen[place].others.compactMap { other in
                    branch(before, at: place, to: other, insteadOf: bytes, isWhole: place == last)
                }
            }
            before.add(chosen[place].token, bytes, chosen[place].logProbability)
        }
        return drafts.sorted { $0.logProbability > $1.logProbability }
    }

    /// A draft with another token at `place`. Nil if that is too improbable, or ends the word, begins the next or
    /// continues the previous one.
    ///
    /// - Parameters:
    ///   - before: the word's tokens before `place`.
    ///   - bytes: of the token that is replaced.
    ///   - isWhole: whether that is the last token of its word.
    private func branch(
        _ before: Draft, at place: Int, to other: GreedySearch.Candidate, insteadOf bytes: [UInt8], isWhole: Bool
    ) -> Draft? {
        let text = model.bytes(of: other.token)
        guard other.logProbability >= log(Self.leastProbability), hasLetters(text),
            (text.first == Self.space) == (bytes.first == Self.space)
        else {
            return nil
        }
        var draft = before
        draft.add(other.token, text, other.logProbability)
        // The tokens before it are in the decoder's context.
        draft.tokens = [other.token]
        draft.place = place
        draft.isWhole = isWhole
        return draft
    }

    private func endsWord(_ bytes: [UInt8]) -> Bool {
        bytes.first == Self.space || !hasLetters(bytes)
    }

    /// An incomplete character counts as a letter, because it may be one.
    private func hasLetters(_ bytes: [UInt8]) -> Bool {
        String(validating: bytes, as: UTF8.self)?.contains { $0.isLetter || $0.isNumber } ?? true
    }

    private func standsAlone(_ bytes: [UInt8]) -> Bool {
        String(validating: bytes, as: UTF8.self)?.unicodeScalars.last.map(WordAssembler.standsAlone) ?? false
    }

    private static var space: UInt8 { UInt8(ascii: " ") }
}
