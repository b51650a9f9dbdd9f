/// The sound profile of an instrument: its spectral fingerprint and loudness, learned from a few strokes played alone.
public struct InstrumentProfile: Sendable, Equatable, Codable {
    /// Median rise of each frequency band at the attack of a stroke, shape `[bands]`, normalised to a sum of 1.
    public let fingerprint: [Float]
    /// Sum of the median rises of all frequency bands at the attack of a stroke, in log10 units, before normalisation.
    public let rise: Double
    /// Median peak level of the strokes, in dBFS.
    public let level: Double

    public init(fingerprint: [Float], rise: Double, level: Double) {
        self.fingerprint = fingerprint
        self.rise = rise
        self.level = level
    }
}
