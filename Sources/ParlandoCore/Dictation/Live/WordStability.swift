import Foundation

/// How likely a word that a decoding heard is to stay: what may be shown, and what may be final.
///
/// Two logistic regressions over the same inputs. `scripts/bench fit` fits them to simulated sessions of clean, noisy and
/// reverberant speech (`scripts/bench simulate`).
public enum WordStability {
    /// What is known of a word when a decoding has heard it.
    public struct Evidence: Sendable, Equatable {
        /// Of its least probable token, 0…1.
        public var probability: Double
        /// Seconds of sound behind the word's end in the decoding.
        public var soundBehind: Double
        /// Words behind it in the decoding.
        public var wordsBehind: Int
        /// Of the less probable of the two words behind it, 0…1; 1 where there is none.
        public var nextProbability: Double
        /// Reviews in a row that heard it.
        public var reviews: Int
        /// Decodings in a row that heard it, but for the first.
        public var agreements: Int
        /// Whether a review heard it with enough sound behind it.
        public var isProtected: Bool
        /// Mean natural logarithm of the probabilities of all new tokens of the decoding: low in noise.
        public var meanLogProbability: Double
        /// Whether the speaker has paused.
        public var isCalm: Bool
        /// Whether the decoding was a review.
        public var isReview: Bool

        /// The inputs of the regressions, shape `[inputs]`.
        public var inputs: [Double] {
            let odds = Self.logit(probability)
            let sound = log(1 + max(0, soundBehind))
            return [
                odds, Self.logit(nextProbability), sound, odds * sound, wordsBehind == 0 ? 1 : 0,
                log(1 + Double(wordsBehind)), reviews > 0 ? 1 : 0, reviews > 1 ? 1 : 0, isProtected ? 1 : 0,
                log(1 + Double(agreements)), meanLogProbability, isCalm ? 1 : 0, isReview ? 1 : 0,
            ]
        }

        private static func logit(_ probability: Double) -> Double {
            let clamped = min(0.999, max(0.01, probability))
            return log(clamped / (1 - clamped))
        }
    }

    /// Probability that a reviewed word is what the same model hears when it is given the whole recording, 0…1.
    public static func ofReviewed(_ evidence: Evidence) -> Double {
        probability(evidence, weights: reviewedWeights, bias: reviewedBias)
    }

    /// Probability that a word heard at any time is what becomes final at its place, 0…1.
    public static func ofHeard(_ evidence: Evidence) -> Double {
        probability(evidence, weights: heardWeights, bias: heardBias)
    }

    private static let reviewedWeights = [
        0.517, 0.0737, 0.2915, 0.0409, -2.0129, -0.8141, 0, -0.5649, 0.5553, 1.045, 1.8686, -0.5836, 0,
    ]
    private static let reviewedBias = 2.5332
    private static let heardWeights = [
        0.5557, 0.0035, 0.6354, -0.1603, -1.3418, -1.1797, 0.8224, 1.4784, 0.8476, 0.9761, 1.4117, -0.7488, 0.3166,
    ]
    private static let heardBias = 1.8334

    private static func probability(_ evidence: Evidence, weights: [Double], bias: Double) -> Double {
        let sum = zip(weights, evidence.inputs).reduce(bias) { $0 + $1.0 * $1.1 }
        return 1 / (1 + exp(-sum))
    }
}
