import Foundation
import ParlandoCore

/// Detects onsets by spectral flux, weighted with the spectral fingerprint of the instrument's attacks.
///
/// Processes hop by hop and locates the attack in the waveform, so that its time does not depend on the timbre. An
/// attack is reported as soon as enough sound after its beginning has been received, and for the last time at a fixed
/// time after its first sign. Processing allocates nothing.
final class OnsetDetector {
    /// An attack that was detected.
    struct Attack {
        /// Beginning of the attack in frames.
        let frame: Double
        /// Spectral flux; 1 for a stroke as learned.
        let rise: Float
        /// Mean spectral flux of the 100 ms before.
        let unrest: Float
        /// Peak amplitude so far.
        let peak: Float
        /// Peak amplitude of the quietest 6 ms shortly before the attack's peak.
        let floor: Float
        /// Peak amplitude of the 24 ms before the attack stands out.
        let before: Float
        /// Ratio of the RMS amplitude since the attack stands out to that of the 24 ms before or, if louder, of the 12
        /// ms before.
        let swell: Float
        /// Peak prediction residual (see `Ringing`).
        let newness: Float
        /// Peak prediction residual shortly after the beginning, counted only where a low note rang before.
        let newnessBesideLowNote: Float
        /// Whether the attack is no louder than the sound before it and was predicted from that sound.
        let isForetold: Bool
        /// Cosine similarity between the attack's spectral rise and the instrument's fingerprint, 0…1.
        let likeness: Float
        /// High-frequency part of the spectral flux. It is small for a note that only continues or swings slowly.
        let brightness: Float
        /// Whether this is the last report of the attack.
        let isClosed: Bool
    }

    private let settings: HearingSettings
    private let spectrum: BandSpectrum
    private let finder: AttackFinder
    private var weights: [Float]
    private var gain: Float
    private let firstBright: Int
    private var brightness: Float = 0
    private var rows: [[Float]]
    private var row = 0
    private var rises: [Float]
    private var shape: [Float]
    private var bestShape: [Float]
    /// Peak amplitude of the echo in each of the last hops; see `HearingSettings.ringing`.
    private var echoes: [Float]
    private var hops = 0
    private var sum: Float = 0
    private var candidate: Candidate?
    /// Frame before which nothing is detected. The first window is incomplete, so that every sound in it would look
    /// like an onset.
    private var deafUntil = HearingSettings.rate / 20
    private var softest: Float = 0
    private var faint: Float = 0
    /// Typical peak amplitude of the instrument's strokes; 0 if unknown.
    private var expected: Float = 0

    private struct Candidate {
        var hops: Int
        var best: Float
        var unrest: Float
        var brightness: Float
    }

    /// Nil if memory cannot be allocated.
    ///
    /// - Parameter isLearned: whether the profile was learned and is not just a default.
    init?(instrument: InstrumentProfile, isLearned: Bool, settings: HearingSettings) {
        guard let spectrum = BandSpectrum(length: settings.window, fade: settings.fade) else {
            return nil
        }
        self.settings = settings
        self.spectrum = spectrum
        finder = AttackFinder()
        let bands = BandSpectrum.bandCount
        weights = [Float](repeating: 0, count: bands)
        shape = [Float](repeating: 0, count: bands)
        bestShape = [Float](repeating: 0, count: bands)
        rows = (0..<settings.lag).map { _ in [Float](repeating: 1, count: bands) }
        echoes = [Float](repeating: 0, count: settings.ringing)
        firstBright = BandSpectrum.firstBand(above: settings.bright)
        rises = [Float](repeating: 0, count: 50)
        gain = 1
        adapt(to: instrument)
        if !isLearned {
            expected = 0
        }
    }

    /// Replaces the instrument's profile.
    func adapt(to instrument: InstrumentProfile) {
        gain = Float(pow(10, (-settings.floor - instrument.level) / 20))
        faint = Float(pow(10, (instrument.level + settings.faint) / 20))
        softest = Float(pow(10, (instrument.level + settings.softest) / 20))
        expected = Float(pow(10, instrument.level / 20))
        let print = instrument.fingerprint.count == weights.count ? instrument.fingerprint : Self.even(weights.count)
        var total: Float = 0
        for band in weights.indices {
            weights[band] = print[band].squareRoot()
            total += weights[band] * print[band] * Float(instrument.rise)
        }
        for band in weights.indices {
            weights[band] /= max(total, 1e-9)
        }
    }

    /// Returns a flat fingerprint, for an unknown instrument.
    static func even(_ bands: Int) -> [Float] {
        [Float](repeating: 1 / Float(bands), count: bands)
    }

    /// Ignores onsets until a frame, because a stroke was just accepted and the rest of its sound is not another
    /// stroke.
    func rest(until frame: Int) {
        deafUntil = frame
        candidate = nil
    }

    /// Rise of each band in the last hop, shape `[bands]`.
    var lastShape: [Float] { shape }
    /// Weighted sum of the rises of all bands in the last hop: the spectral flux.
    var lastRise: Float { rises[(hops + rises.count - 1) % rises.count] }

    /// Processes the hop that ends before frame `end`. Returns an attack if one can be reported now; otherwise nil. An
    /// attack that is not closed is reported again later, unless `rest(until:)` is called.
    func look(at sound: SoundHistory, echo: SoundHistory?, end: Int) -> Attack? {
        let rise = measure(sound, echo, end)
        let index = hops % rises.count
        sum += rise - rises[index]
        rises[index] = rise
        hops += 1
        finder.listen(to: sound, until: end, least: remainder(of: echo, end))
        guard var current = candidate else {
            let unrest = sum / Float(rises.count)
            let isSudden = finder.jump >= settings.jump && finder.newest >= softest
            let isNew = expected > 0 && finder.newness >= settings.newnessSign * expected
            if rise >= settings.threshold + settings.unrest * unrest || isSudden || isNew, end >= deafUntil {
                candidate = Candidate(hops: 0, best: rise, unrest: unrest, brightness: brightness)
                keepShape()
            }
            return nil
        }
        current.hops += 1
        current.brightness = max(current.brightness, brightness)
        if rise > current.best {
            current.best = rise
            keepShape()
        }
        candidate = current
        guard current.hops >= settings.leastPatience, !isSwelling(current) || current.hops >= longest else {
            return nil
        }
        let isClosed = current.hops >= settings.patience
        let attack = attack(current, isClosed: isClosed)
        if isClosed {
            candidate = nil
        }
        // A slow attack is noticed late, but by then more of its sound has been received, so that it may be reported at
        // once.
        return isClosed || Double(end) - attack.frame >= Double(settings.hold * HearingSettings.hop) ? attack : nil
    }

    /// Returns the amplitude of the possible remainder of the echo in the hop that ends before frame `end`.
    private func remainder(of echo: SoundHistory?, _ end: Int) -> Float {
        echoes[hops % echoes.count] = echo?.peak(in: end - HearingSettings.hop..<end) ?? 0
        return settings.remainder * echoes.reduce(0, max)
    }

    /// Copies `shape` to `bestShape`, element by element. After an assignment both would share one array, and the next
    /// hop would have to copy it.
    private func keepShape() {
        for band in shape.indices {
            bestShape[band] = shape[band]
        }
    }

    private var longest: Int {
        settings.patience + settings.furtherPatience
    }

    /// Returns whether the sound before was quiet and the sound so far is faint but growing, such as breath before a
    /// tone or a finger on a string. If such a sound were judged now, the attack would be placed at the first faint
    /// noise.
    private func isSwelling(_ candidate: Candidate) -> Bool {
        candidate.unrest <= settings.calm && finder.grows(below: faint)
    }

    private func measure(_ sound: SoundHistory, _ echo: SoundHistory?, _ end: Int) -> Float {
        spectrum.look(at: sound, echo: echo, residue: settings.residue, end: end, gain: gain)
        var rise: Float = 0
        brightness = 0
        let last = weights.count - 1
        for band in 0...last {
            let before = max(rows[row][max(0, band - 1)], rows[row][band], rows[row][min(last, band + 1)])
            let now = spectrum.levels[band]
            shape[band] = now > before ? max(0, log10(now) - log10(before)) : 0
            rise += weights[band] * shape[band]
            if band >= firstBright {
                brightness += weights[band] * shape[band]
            }
        }
        // The next comparison uses the spectrum that includes the remainder of the echo. Sound that reappears when the
        // echo dies away is therefore not a rise.
        for band in 0...last {
            rows[row][band] = spectrum.whole[band]
        }
        row = (row + 1) % rows.count
        return rise
    }

    private func attack(_ candidate: Candidate, isClosed: Bool) -> Attack {
        let found = finder.attack(
            share: settings.attackShare, expected: expected, within: candidate.hops + settings.reach)
        return Attack(
            frame: found.frame, rise: candidate.best, unrest: candidate.unrest, peak: found.peak, floor: found.floor,
            before: found.before, swell: found.swell, newness: found.newness,
            newnessBesideLowNote: found.newnessBesideLowNote, isForetold: found.isForetold,
            likeness: likeness(), brightness: candidate.brightness, isClosed: isClosed)
    }

    /// Returns the cosine similarity between the spectral shape of this attack and that of the instrument. The weights
    /// are the square root of the instrument's shape.
    private func likeness() -> Float {
        var (product, own, other) = (Float(0), Float(0), Float(0))
        for band in weights.indices {
            let print = weights[band] * weights[band]
            product += print * bestShape[band]
            own += print * print
            other += bestShape[band] * bestShape[band]
        }
        return product / max((own * other).squareRoot(), 1e-12)
    }
}

/// An onset at the microphone with its classification.
public struct Onset: Sendable, Equatable {
    /// Classification of an onset.
    public enum Reason: String, Sendable, Equatable {
        /// A stroke by the player, the only kind that is accepted.
        case stroke
        /// Sound from the loudspeaker: a click, a guide tone, or the remainder of one.
        case click
        /// A sound too soft for a stroke of this instrument.
        case quiet
        /// A sound unlike the learned instrument.
        case unlike
    }

    /// Beginning of the attack in capture frames. The detector's own delay is already subtracted.
    public let frame: Double
    /// Amplitude relative to the strokes that the instrument was learned from; 1 is equally loud.
    public let strength: Double
    /// Classification of the onset.
    public let reason: Reason
    /// End of the block in which the onset was detected, in capture frames.
    public let decided: Int

    public init(frame: Double, strength: Double, reason: Reason, decided: Int) {
        self.frame = frame
        self.strength = strength
        self.reason = reason
        self.decided = decided
    }

    /// Whether the onset is a stroke.
    public var isAccepted: Bool {
        reason == .stroke
    }
}
