import Foundation

/// Picks tokens from logits and notices when the decoder begins to repeat itself.
enum GreedySearch {
    /// A chosen token and the natural logarithm of its probability among text tokens.
    struct Choice {
        var token: Int32
        var logProbability: Double
    }

    /// The best text token (ids up to and including `endOfText`). `banned` ids are passed over; `favoured` gets `bonus`
    /// logits more.
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
        // Anything 20 below the best adds less than 1e-4 in all.
        var sum = 0.0
        for id in 0...Int(endOfText) where logits[id] > highest - 20 {
            sum += Double(exp(logits[id] - highest))
        }
        return Choice(token: Int32(best), logProbability: min(0, Double(logits[best] - highest) - log(sum)))
    }

    /// The probability of one token among all.
    static func probability(of token: Int32, in logits: UnsafeBufferPointer<Float>) -> Double {
        let highest = logits.max() ?? 0
        let sum = logits.reduce(0.0) { $0 + Double(exp($1 - highest)) }
        return Double(exp(logits[Int(token)] - highest)) / sum
    }

    /// The natural logarithm of the probability of one token among all.
    static func logProbability(of token: Int32, in logits: UnsafeBufferPointer<Float>) -> Double {
        let highest = logits.max() ?? 0
        let sum = logits.reduce(0.0) { $0 + Double(exp($1 - highest)) }
        return Double(logits[Int(token)] - highest) - log(sum)
    }

    /// How many tokens at the end repeat what stands before them: 0, or the count to cut off.
    ///
    /// A phrase of five or more tokens may not stand twice in a row, one of two to four not three times, a single token
    /// not five times.
    static func repetition(at tokens: [Int32]) -> Int {
        for length in stride(from: 1, through: 30, by: 1) {
            let copies = length >= 5 ? 2 : length >= 2 ? 3 : 5
            guard tokens.count >= length * copies else {
                continue
            }
            let last = tokens.suffix(length)
            let isRepeated = (1..<copies).allSatisfy { copy in
                tokens.dropLast(copy * length).suffix(length).elementsEqual(last)
            }
            if isRepeated {
                return length * (copies - 1)
            }
        }
        return 0
    }
}
