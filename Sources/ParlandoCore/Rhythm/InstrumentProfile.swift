/// What an instrument sounds like, learned from a few strokes of it alone: its spectral fingerprint and its loudness.
public struct InstrumentProfile: Sendable, Equatable, Codable {
    /// Median rise of each frequency band at an attack, shape `[bands]`, normalised so that they add up to 1.
    public let fingerprint: [Float]
    /// Sum of those rises before they were normalised, in powers of ten: how clearly an attack stands out.
    public let rise: Double
    /// Median peak level of the strokes, dB of full scale.
    public let level: Double

    public init(fingerprint: [Float], rise: Double, level: Double) {
        self.fingerprint = fingerprint
        self.rise = rise
        self.level = level
    }
}
