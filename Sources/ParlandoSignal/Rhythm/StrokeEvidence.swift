import Foundation
import ParlandoCore

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

/// Detects a microphone gain that is too high or too low for stroke detection.
struct MicrophoneCheck {
    /// Amplitude at which a converter clips; close to full scale.
    private static let ceiling: Float = 0.985
    /// Minimum number of consecutive clipped samples. An undistorted stroke does not have that many.
    private static let flat = 3
    /// Amplitude of −40 dBFS. Softer strokes are masked by the noise of an ordinary microphone.
    private static let faint: Float = 0.01
    /// Minimum ratio of a sound's peak to the amplitude before it. A softer sound counts as noise.
    private static let clear: Float = 8
    /// Number of consecutive sounds, all clipped or all too soft, needed for a warning.
    private static let witnesses = 4
    /// Number of frames between warnings: 10 s.
    private static let patience = 10 * HearingSettings.rate

    private var run = 0
    private var isClipped = false
    private var clipped = 0
    private var soft = 0
    private var quietUntil = 0

    /// Processes the next sample.
    mutating func look(_ sample: Float) {
        run = abs(sample) >= Self.ceiling ? run + 1 : 0
        isClipped = isClipped || run >= Self.flat
    }

    /// Records a sound that does not come from the loudspeaker. Returns a warning if one is due.
    ///
    /// - Parameter isStroke: whether the sound was accepted as a stroke.
    mutating func hear(_ sound: OnsetDetector.Attack, isStroke: Bool) -> HearingEvent? {
        let isSoft = sound.peak < Self.faint && sound.peak > Self.clear * sound.floor
        guard isStroke || isSoft else {
            return nil
        }
        clipped = isClipped ? clipped + 1 : 0
        isClipped = false
        soft = isSoft ? soft + 1 : 0
        let frame = Int(sound.frame)
        guard frame >= quietUntil, max(clipped, soft) >= Self.witnesses else {
            return nil
        }
        quietUntil = frame + Self.patience
        return clipped >= Self.witnesses ? .tooLoud : .tooQuiet
    }
}
