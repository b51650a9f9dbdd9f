import Foundation
import ParlandoCore

/// Estimates the probability that a recognised word will not change. The probability decides whether the word may be
/// shown and whether it becomes final.
///
/// Two logistic regressions over the same inputs. `scripts/bench fit` fits them to simulated sessions of clean, noisy
/// and reverberant speech (`scripts/bench simulate`).
public enum WordStability {
    /// Properties of a word after a decoding. They are the inputs from which the probability is estimated that the word
    /// will not change.
    public struct Evidence: Sendable, Equatable {
        /// Probability of the word's least probable token, 0…1.
        public var probability: Double
        /// Seconds of sound between the end of the word and the end of the decoded window.
        public var soundBehind: Double
        /// Number of words after this word in the decoding.
        public var wordsBehind: Int
        /// The lower of the probabilities of the next two words, 0…1; 1 if no words follow.
        public var nextProbability: Double
        /// Number of consecutive reviews (decodings with full context) that recognised the word.
        public var reviews: Int
        /// Number of consecutive decodings that recognised the word, not counting the first.
        public var agreements: Int
        /// Whether a review (a decoding with full context) recognised the word with enough sound after it.
        public var isProtected: Bool
        /// Mean log probability (natural logarithm) of all new tokens of the decoding. Low in noise.
        public var meanLogProbability: Double
        /// Whether the speaker has paused.
        public var isCalm: Bool
        /// Whether the decoding was a review, which uses full context, and not an interim decoding for display.
        public var isReview: Bool

        /// Inputs of the two regressions, in the order of their weights.
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

    /// Returns the probability, 0…1, that a word from a review (a decoding with full context) equals what the same
    /// model would recognise from the whole recording.
    public static func ofReviewed(_ evidence: Evidence) -> Double {
        probability(evidence, weights: reviewedWeights, bias: reviewedBias)
    }

    /// Returns the probability, 0…1, that a word from any decoding equals the word that becomes final at its place.
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

/// What is known about each word after one decoding, recorded in order to fit `WordStability`.
public struct LookRecord: Sendable {
    /// Number of decodings since the session began.
    public var number = 0
    /// Number of words that were already final before the first of `words`.
    public var firstIndex = 0
    /// The words of the decoding, each with the inputs of the estimate of its stability.
    public var words: [(text: String, evidence: WordStability.Evidence)] = []
}
