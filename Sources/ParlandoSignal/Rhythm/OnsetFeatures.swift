import Foundation

/// A quantity by which a candidate is judged. Amplitudes are compared as common logarithms of their ratios.
public enum OnsetFeature: Int, CaseIterable, Sendable {
    /// Spectral flux; 1 for a stroke as learned.
    case flux
    /// Mean spectral flux of the 100 ms before, as a logarithm.
    case meanFlux
    /// Peak relative to the typical peak of the instrument's strokes.
    case loudness
    /// Peak relative to that of the quietest 6 ms shortly before.
    case contrast
    /// Peak relative to that of the 24 ms before.
    case prominence
    /// Prediction residual relative to the typical peak of the instrument's strokes, not as a logarithm.
    case residual
    /// Prediction residual relative to the candidate's own peak, not as a logarithm.
    case residualShare
    /// Cosine similarity to the instrument's fingerprint; 1 if no instrument was learned.
    case similarity
    /// Seconds since the last stroke, at most 1.
    case interval
}

/// The features of one candidate.
public struct OnsetFeatures: Sendable, Equatable {
    private var values = [Float](repeating: 0, count: OnsetFeature.allCases.count)

    /// - Parameters:
    ///   - level: typical peak amplitude of the instrument's strokes.
    ///   - isLearned: whether the instrument was learned.
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
    /// Frame after the newest one that had been received.
    public let end: Double
    /// Whether the loudspeaker's sound explains it. Such a candidate is refused whatever its features.
    public let isClick: Bool
    /// Whether it was accepted as a stroke.
    public let isAccepted: Bool
    /// What it was judged by.
    public let features: OnsetFeatures
}
