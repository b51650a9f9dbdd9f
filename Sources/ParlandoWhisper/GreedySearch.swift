import Foundation

/// Greedy selection of tokens from logits, and detection of repetitions.
enum GreedySearch {
    /// A selected token with its log probability (natural logarithm) among text tokens.
    struct Choice {
        var token: Int32
        var logProbability: Double
    }

    /// Returns the best text token (ids up to and including `endOfText`). Tokens in `banned` are skipped; `bonus` is a
    /// logit bias for the token `favoured`.
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
        return Choice(token: Int32(best), logProbability: min(0, Double(logits[best] - highest) - log(sum)))
    }

    /// Returns the probability of a token among all tokens.
    static func probability(of token: Int32, in logits: UnsafeBufferPointer<Float>) -> Double {
        let highest = logits.max() ?? 0
        let sum = logits.reduce(0.0) { $0 + Double(exp($1 - highest)) }
        return Double(exp(logits[Int(token)] - highest)) / sum
    }

    /// Returns the log probability (natural logarithm) of a token among all tokens.
    static func logProbability(of token: Int32, in logits: UnsafeBufferPointer<Float>) -> Double {
        let highest = logits.max() ?? 0
        let sum = logits.reduce(0.0) { $0 + Double(exp($1 - highest)) }
        return Double(logits[Int(token)] - highest) - log(sum)
    }

    /// Returns the number of tokens to remove from the end because they repeat the tokens before them; 0 if there is no
    /// repetition.
    ///
    /// The limit is two consecutive copies of a phrase of five or more tokens, three of two to four tokens, and five of
    /// a single token.
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
