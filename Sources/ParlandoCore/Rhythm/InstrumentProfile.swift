/// What an instrument sounds like, learned from a few strokes of it alone: its spectral fingerprint and its loudness.
public struct InstrumentProfile: Sendable, Equatable, Codable {
    /// Mean rise of each frequency band at an attack, shape `[bands]`, normalised so that they add up to 1.
    public let fingerprint: [Float]
    /// Median peak level of the strokes, dB of full scale.
    public let level: Double

    public init(fingerprint: [Float], level: Double) {
        self.fingerprint = fingerprint
        self.level = level
    }
}
