import Foundation
import ParlandoCore

/// Typical loudness of the player's strokes. It comes from the learned instrument, or if none was learned, from the
/// latest strokes.
struct StrokeLoudness {
    /// Default profile of an unknown instrument.
    static let anyInstrument = InstrumentProfile(
        fingerprint: OnsetDetector.even(BandSpectrum.bandCount), rise: 0.4 * Double(BandSpectrum.bandCount), level: -12)

    private static let remembered = 9

    /// The current profile of the instrument.
    private(set) var instrument: InstrumentProfile
    /// Whether the profile was learned from strokes played alone.
    let isLearned: Bool

    private var peaks: [Float] = []

    init(instrument: InstrumentProfile, isLearned: Bool) {
        self.instrument = instrument
        self.isLearned = isLearned
    }

    /// Expected peak of a stroke, in dBFS.
    var level: Double {
        instrument.level
    }

    /// Records an accepted stroke. Returns whether the profile has changed.
    mutating func add(_ peak: Float) -> Bool {
        guard !isLearned else {
            return false
        }
        peaks.append(peak)
        if peaks.count > Self.remembered {
            peaks.removeFirst()
        }
        let median = peaks.sorted()[peaks.count / 2]
        instrument = InstrumentProfile(
            fingerprint: instrument.fingerprint, rise: instrument.rise, level: 20 * log10(Double(max(median, 1e-5))))
        return true
    }
}
