import Foundation

/// A quantity by which a candidate is judged. Amplitudes are compared as common logarithms of their ratios.
public enum OnsetFeature: Int, CaseIterable, Sendable {
    /// 1 for a stroke as learned.
    case flux
    /// Of the 100 ms before, as a logarithm.
    case meanFlux
    /// Peak relative to the instrument's strokes.
    case loudness
    /// Peak relative to the quietest 6 ms shortly before.
    case contrast
    /// Peak relative to the 24 ms before.
    case prominence
    /// Relative to the peak of the instrument's strokes, not as a logarithm.
    case residual
    /// Relative to the candidate's own peak, not as a logarithm.
    case residualShare
    /// Cosine similarity to the fingerprint; 1 if no instrument was learned.
    case similarity
    /// Seconds since the last stroke, at most 1.
    case interval
}

/// The features of one candidate.
public struct OnsetFeatures: Sendable, Equatable {
    private var values = [Float](repeating: 0, count: OnsetFeature.allCases.count)

    /// - Parameters:
    ///   - level: typical peak of the instrument's strokes.
    ///   - interval: frames since the last stroke.
    init(_ attack: OnsetDetector.Attack, level: Float, isLearned: Bool, interval: Double) {
        let found = attack.found
        let peak = max(found.peak, 1e-6)
        self[.flux] = attack.flux
        self[.meanFlux] = log10(attack.meanFlux + 0.005)
        self[.loudness] = log10(peak / level)
        self[.contrast] = log10(peak / max(found.floor, 1e-6))
        self[.prominence] = log10(peak / max(found.before, 1e-6))
        self[.residual] = found.residual / level
        self[.residualShare] = found.residual / peak
        self[.similarity] = isLearned ? attack.similarity : 1
        self[.interval] = Float(min(interval / Double(HearingSettings.rate), 1))
    }

    /// The value of a feature.
    public private(set) subscript(feature: OnsetFeature) -> Float {
        get { values[feature.rawValue] }
        set { values[feature.rawValue] = newValue }
    }
}

/// A candidate as it was judged at one moment, for those who fit the decision.
public struct OnsetCandidate: Sendable, Equatable {
    /// Beginning of the attack in capture frames.
    public let frame: Double
    /// Frame after the newest one received.
    public let end: Double
    /// Whether the loudspeaker's sound explains it, so that it is refused whatever its features.
    public let isClick: Bool
    /// Whether it was accepted as a stroke.
    public let isAccepted: Bool
    /// What it was judged by.
    public let features: OnsetFeatures
}

/// Decides whether a candidate is a stroke: logistic regression on ramps of its features, each in a fixed direction, so
/// that a sudden sound is never less likely to be a stroke because it is more sudden. `scripts/bench train-onsets` fits
/// the weights.
struct OnsetModel {
    let threshold: Float
    let terms: [OnsetTerm]

    func accepts(_ features: OnsetFeatures) -> Bool {
        evidence(features) >= threshold
    }

    /// Log odds without the constant, which the threshold contains.
    func evidence(_ features: OnsetFeatures) -> Float {
        terms.reduce(0) { $0 + $1.value(of: features) }
    }
}

/// A weighted ramp, or a weighted minimum of several.
struct OnsetTerm {
    let weight: Float
    let ramps: [OnsetRamp]

    init(_ weight: Float, _ ramps: OnsetRamp...) {
        self.weight = weight
        self.ramps = ramps
    }

    func value(of features: OnsetFeatures) -> Float {
        weight * ramps.reduce(1) { min($0, $1.value(of: features)) }
    }
}

/// A feature, scaled from 0 at `foot` to 1 at `top` and constant beyond both.
struct OnsetRamp {
    let feature: OnsetFeature
    let foot: Float
    let top: Float

    init(_ feature: OnsetFeature, _ foot: Float, _ top: Float) {
        self.feature = feature
        self.foot = foot
        self.top = top
    }

    func value(of features: OnsetFeatures) -> Float {
        min(max((features[feature] - foot) / (top - foot), 0), 1)
    }
}
