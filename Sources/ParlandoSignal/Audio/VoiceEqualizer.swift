/// A ten-band equaliser that lowers frequencies below the voice and raises frequencies that make consonants clear.
struct VoiceEqualizer {
    /// Centre frequency in Hz and gain in dB of each band. Most of the energy that tells consonants apart lies between
    /// 1.5 and 4 kHz (French and Steinberg, "Factors Governing the Intelligibility of Speech Sounds", 1947).
    private static let bands: [(frequency: Double, gain: Double)] = [
        (60, -6), (125, -3), (250, -1), (500, 0), (1_000, 1),
        (1_500, 1), (2_000, 2), (3_000, 2), (4_000, 2), (6_000, 0),
    ]
    /// Quality factor of a band: about an octave wide.
    private static let quality = 1.2

    private var filters: [PeakFilter]

    /// - Parameter rate: sample rate in Hz.
    init(rate: Double) {
        filters = Self.bands.filter { $0.gain != 0 }.map {
            PeakFilter(frequency: $0.frequency, gain: $0.gain, quality: Self.quality, rate: rate)
        }
    }

    mutating func next(_ sample: Float) -> Float {
        var result = sample
        for index in filters.indices {
            result = filters[index].next(result)
        }
        return result
    }
}
