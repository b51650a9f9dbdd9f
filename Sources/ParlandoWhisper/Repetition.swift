/// A stretch of a text in which one phrase follows itself: what a person says who repeats, or a decoder that has fallen
/// into a loop.
struct Repetition: Equatable {
    /// Where the first copy begins.
    let start: Int
    /// Tokens in the phrase.
    let period: Int
    /// Tokens in the whole stretch; the last copy may be broken off.
    let length: Int

    /// Where the first copy ends.
    var firstCopyEnd: Int { start + period }

    /// Where the stretch ends.
    var end: Int { start + length }

    /// Whole copies of the phrase.
    var copies: Int { length / period }

    private static let longestPeriod = 30

    /// How often a phrase of so many tokens must follow itself to be worth a thought: one of five or more stands twice in
    /// a row, one of two to four three times, a single token five times.
    static func leastCopies(period: Int) -> Int {
        period >= 5 ? 2 : period >= 2 ? 3 : 5
    }

    /// All stretches that are worth a thought, in the order they begin, without overlap.
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
        // A phrase of two tokens is also one of four and six: the shortest tells it.
        for repetition in found.sorted(by: { ($0.start, $0.period) < ($1.start, $1.period) })
        where repetition.start >= all.last?.end ?? 0 {
            all.append(repetition)
        }
        return all
    }

    /// The places of a text but for those of all copies after a first one.
    static func indicesWithoutCopies(of tokens: [Int32]) -> [Int] {
        let copies = all(in: tokens).map { $0.firstCopyEnd..<$0.end }
        return tokens.indices.filter { index in !copies.contains { $0.contains(index) } }
    }

    /// The stretch that shows that the decoder is in a loop, nil: it may be in none.
    ///
    /// Whoever repeats comes to an end. A decoder in a loop goes on without sound under it, until it has said more than
    /// anybody says in so much sound.
    ///
    /// - Parameter isEnded: whether the model itself ended the text; otherwise it ran into the most tokens that its sound
    ///   can hold.
    static func loop(in tokens: [Int32], isEnded: Bool) -> Repetition? {
        isEnded ? nil : all(in: tokens).last
    }
}
