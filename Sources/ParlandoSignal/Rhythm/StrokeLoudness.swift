import Foundation
import ParlandoCore

/// How loud strokes are: as learned, or, when nothing was learned, as the last ones were.
struct StrokeLoudness {
    /// What is expected of an instrument that was not learned.
    static let anyInstrument = InstrumentProfile(
        fingerprint: OnsetDetector.even(BandSpectrum.bandCount), rise: 0.4 * Double(BandSpectrum.bandCount), level: -12)

    private static let remembered = 9

    /// The instrument as it is known now.
    private(set) var instrument: InstrumentProfile
    /// Whether it was learned from strokes of it alone.
    let isLearned: Bool

    private var peaks: [Float] = []

    init(instrument: InstrumentProfile, isLearned: Bool) {
        self.instrument = instrument
        self.isLearned = isLearned
    }

    /// Expected peak of a stroke, dB of full scale.
    var level: Double {
        instrument.level
    }

    /// Takes note of an accepted stroke. Returns whether the instrument is known better now.
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
