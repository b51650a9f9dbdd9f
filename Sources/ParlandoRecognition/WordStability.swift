import Foundation
import ParlandoCore

/// Estimates the probability that a word will not change, which decides whether it is shown and becomes final.
///
/// Two logistic regressions over the same inputs. `scripts/bench fit` fits them to simulated sessions of clean, noisy
/// and reverberant speech (`scripts/bench simulate`).
public enum WordStability {
    /// What the probability is estimated from.
    public struct Evidence: Sendable, Equatable {
        /// Of the word's least probable token, 0…1.
        public var probability: Double
        /// Seconds of sound from the word to the end of the window.
        public var soundBehind: Double
        /// Words after this one in the decoding.
        public var wordsBehind: Int
        /// The lower probability of the next two words; 1 if none follow.
        public var nextProbability: Double
        /// Consecutive reviews that recognised the word.
        public var reviews: Int
        /// Consecutive decodings after the first that recognised the word.
        public var agreements: Int
        /// Whether a review recognised the word with enough sound after it.
        public var isProtected: Bool
        /// Mean log probability of all new tokens. Low in noise.
        public var meanLogProbability: Double
        /// Whether the speaker has paused.
        public var isCalm: Bool
        /// Whether the decoding was a review.
        public var isReview: Bool

        /// In the order of the weights.
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

    /// The probability that a word from a review equals what the model would recognise from the whole recording.
    public static func ofReviewed(_ evidence: Evidence) -> Double {
        probability(evidence, weights: reviewedWeights, bias: reviewedBias)
    }

    /// The probability that a word equals the one that becomes final at its place.
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

/// What is known about each word after one decoding. The weights of `WordStability` are fitted to such records.
public struct LookRecord: Sendable {
    /// Number of the decoding.
    public var number = 0
    /// Words that were final before these.
    public var firstIndex = 0
    /// The words, each with its evidence.
    public var words: [(text: String, evidence: WordStability.Evidence)] = []
}
