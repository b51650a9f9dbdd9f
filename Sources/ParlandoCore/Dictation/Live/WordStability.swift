import Foundation

/// How likely a reviewed word is to be right, so that it may become final.
///
/// A logistic regression; `scripts/bench fit` fits it to reviews of clean, noisy and reverberant speech in which each word
/// is compared with what the same model hears when it is given the whole recording.
public struct WordStability: Sendable, Equatable {
    /// What is known of a word when a review has heard it.
    public struct Evidence: Sendable, Equatable {
        /// Of its least probable token, 0…1.
        public var probability: Double
        /// Seconds of sound behind the word's end in the review.
        public var soundBehind: Double
        /// Words behind it in the review.
        public var wordsBehind: Int
        /// Of the less probable of the two words behind it, 0…1; 1 where there is none.
        public var nextProbability: Double
        /// Reviews in a row that heard it, this one included.
        public var reviews: Int
        /// Other decodings that heard it.
        public var agreements: Int
        /// Mean natural logarithm of the probabilities of all new tokens of the review: low in noise.
        public var meanLogProbability: Double

        /// The inputs of the regression, shape `[inputs]`.
        public var inputs: [Double] {
            let odds = Self.logit(probability)
            return [
                odds, Self.logit(nextProbability), log(1 + max(0, soundBehind)), log(1 + Double(wordsBehind)),
                reviews > 1 ? 1 : 0, log(1 + Double(agreements)), meanLogProbability,
                odds * log(1 + max(0, soundBehind)),
            ]
        }

        private static func logit(_ probability: Double) -> Double {
            let clamped = min(0.999, max(0.01, probability))
            return log(clamped / (1 - clamped))
        }
    }

    private static let weights = [0.7144, -0.0339, 0.356, -0.1118, 0.2322, 0.9256, 1.6826, -0.1702]
    private static let bias = 1.1779

    /// 0…1.
    public static func probability(_ evidence: Evidence) -> Double {
        let sum = zip(weights, evidence.inputs).reduce(bias) { $0 + $1.0 * $1.1 }
        return 1 / (1 + exp(-sum))
    }
}
