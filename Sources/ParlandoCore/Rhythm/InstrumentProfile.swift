/// The sound profile of an instrument, learned from a few strokes played alone: spectral fingerprint and loudness.
public struct InstrumentProfile: Sendable, Equatable, Codable {
    /// Median rise of each frequency band at an attack, shape `[bands]`, normalised to a sum of 1.
    public let fingerprint: [Float]
    /// Sum of the median rises of all bands before normalisation, in log10 units: the prominence of an attack.
    public let rise: Double
    /// Median peak level of the strokes, in dBFS.
    public let level: Double

    public init(fingerprint: [Float], rise: Double, level: Double) {
        self.fingerprint = fingerprint
        self.rise = rise
        self.level = level
    }
}
