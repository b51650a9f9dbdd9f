import Foundation

/// The evidence that an attack is a stroke: log odds from a logistic regression on performances made for training (48
/// instruments; dry, in rooms, in noise, with clicks; half of them winds, strings and basses, whose notes follow each
/// other without a pause).
///
/// The similarity to the instrument enters through the spectral flux, which is weighted with the instrument's
/// fingerprint.
struct StrokeEvidence {
    private static let bias: Float = 2.83
    private static let perRise: Float = 5.03
    private static let perSmallRise: Float = 7.51
    private static let perUnrest: Float = -7.7
    private static let perUnrestRatio: Float = -5.97
    private static let perBrightnessRatio: Float = 5.05
    private static let perLoudness: Float = 3.02
    private static let perFaintness: Float = 3.23
    private static let perContrast: Float = 1.19
    private static let perSurprise: Float = 5.67

    /// Log odds. Positive if the attack is more likely to be a stroke than not.
    let value: Float

    /// - Parameters:
    ///   - attack: the attack.
    ///   - level: typical peak amplitude of the instrument's strokes.
    init(_ attack: OnsetDetector.Attack, level: Float) {
        let peak = max(attack.peak, 1e-6)
        let loudness = min(max(log10(peak / level), -2), 0.5)
        let contrast = log10(peak / max(attack.floor, 1e-6))
        let surprise = log10(peak / max(attack.before, 1e-6))
        var value = Self.bias
        value += Self.perRise * min(attack.rise, 1.5) + Self.perSmallRise * min(attack.rise, 0.5)
        value += Self.perUnrest * attack.unrest + Self.perUnrestRatio * log10(attack.unrest + 0.005)
        value += Self.perBrightnessRatio * log10(attack.brightness + 0.003)
        // The faintest sounds count less than a linear term would give, because they come from the room.
        value += Self.perLoudness * loudness + Self.perFaintness * min(loudness, -0.7)
        value += Self.perContrast * min(max(contrast, 0), 1.5)
        value += Self.perSurprise * min(max(surprise, -0.2), 0.2)
        self.value = value
    }
}
