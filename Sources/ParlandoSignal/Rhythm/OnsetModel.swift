/// The decision whether a candidate is a stroke: logistic regression on ramps of the candidate's features.
///
/// Each ramp has a fixed direction, so that the log odds are monotone in every feature: a sudden sound is never less
/// likely to be a stroke because it is more sudden. `scripts/bench train-onsets` fits the weights.
struct OnsetModel {
    /// Log odds above which a candidate is a stroke.
    let threshold: Float
    let terms: [OnsetTerm]

    /// Returns whether a candidate is a stroke.
    func accepts(_ features: OnsetFeatures) -> Bool {
        evidence(features) >= threshold
    }

    /// Returns the log odds that a candidate is a stroke, without the constant, which the threshold contains.
    func evidence(_ features: OnsetFeatures) -> Float {
        terms.reduce(0) { $0 + $1.value(of: features) }
    }
}

/// A weighted ramp, or a weighted minimum of several ramps: all of them have to be climbed.
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
