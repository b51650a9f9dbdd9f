/// A part of a text in which one phrase is repeated. The speaker may have repeated it, or the decoder may have entered
/// a loop.
struct Repetition: Equatable {
    /// Index of the first token of the first copy.
    let start: Int
    /// Number of tokens in the phrase.
    let period: Int
    /// Total number of tokens. The last copy may be incomplete.
    let length: Int

    /// Index after the first copy.
    var firstCopyEnd: Int { start + period }

    /// Index after the last copy.
    var end: Int { start + length }

    /// Number of complete copies.
    var copies: Int { length / period }

    private static let longestPeriod = 30

    /// Returns the minimum number of copies for a phrase of this many tokens: two for five or more tokens, three for
    /// two to four, and five for a single token.
    static func leastCopies(period: Int) -> Int {
        period >= 5 ? 2 : period >= 2 ? 3 : 5
    }

    /// Returns all repetitions in order, without overlap.
    static func all(in tokens: [Int32]) -> [Repetition] {
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

    /// Returns the indices of the tokens that do not belong to a second or later copy.
    static func indicesWithoutCopies(of tokens: [Int32]) -> [Int] {
        let copies = all(in: tokens).map { $0.firstCopyEnd..<$0.end }
        return tokens.indices.filter { index in !copies.contains { $0.contains(index) } }
    }

    /// Returns the repetition that shows that the decoder is in a loop; nil if it may not be in one.
    ///
    /// A speaker who repeats a phrase stops at some point. A decoder in a loop continues beyond the sound, until it has
    /// produced more text than fits into this much sound.
    ///
    /// - Parameter isEnded: whether the model itself ended the text. Otherwise it reached the maximum number of tokens
    ///   for its sound.
    static func loop(in tokens: [Int32], isEnded: Bool) -> Repetition? {
        isEnded ? nil : all(in: tokens).last
    }
}
