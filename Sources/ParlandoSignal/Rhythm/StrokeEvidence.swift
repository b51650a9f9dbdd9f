import Foundation

/// How much speaks for a sound being a stroke: the logarithm of the odds, as logistic regression found it on performances
/// that were made for training (15 instruments, dry, in rooms, in noise, with clicks).
struct StrokeEvidence {
    private static let bias: Float = 3.78
    private static let perRise: Float = 5.7
    private static let perSmallRise: Float = 5.16
    private static let perUnrest: Float = -38.7
    private static let perLoudness: Float = 2.14
    private static let perFaintness: Float = 8.31
    private static let perContrast: Float = 2.92
    private static let perSurprise: Float = 3.72
    private static let perLikeness: Float = 0.31
    private static let perPause: Float = 1.35

    /// Positive: more likely a stroke than not.
    let value: Float

    /// - Parameters:
    ///   - attack: the sound.
    ///   - level: amplitude of a stroke as learned.
    ///   - pause: seconds since the last stroke.
    init(_ attack: OnsetDetector.Attack, level: Float, pause: Float) {
        let peak = max(attack.peak, 1e-6)
        let loudness = min(max(log10(peak / level), -2), 0.5)
        let contrast = log10(peak / max(attack.floor, 1e-6))
        let surprise = log10(peak / max(attack.before, 1e-6))
        var value = Self.bias
        value += Self.perRise * min(attack.rise, 1.5) + Self.perSmallRise * min(attack.rise, 0.5)
        value += Self.perUnrest * attack.unrest
        // The faintest sounds count less than a line would say: they are the room's.
        value += Self.perLoudness * loudness + Self.perFaintness * min(loudness, -0.7)
        value += Self.perContrast * min(max(contrast, 0), 1.5)
        value += Self.perSurprise * min(max(surprise, -0.2), 0.2)
        value += Self.perLikeness * attack.likeness
        value += Self.perPause * min(pause, 0.4)
        self.value = value
    }
}
