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
        /// Its place and amplitudes in the waveform.
        let found: AttackFinder.Found
        /// Spectral flux; 1 for a stroke as learned.
        let flux: Float
        /// Mean spectral flux of the 100 ms before.
        let meanFlux: Float
        /// Cosine similarity between the attack's spectral rise and the instrument's fingerprint, 0…1.
        let similarity: Float
        /// Whether this is the last report of the attack.
        let isClosed: Bool

        /// Beginning of the attack in frames.
        var frame: Double { found.frame }
        /// Peak amplitude so far.
        var peak: Float { found.peak }
    }

    private let spectrum: BandSpectrum
    private let finder: AttackFinder
    private var weights: [Float]
    private var gain: Float
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
        var meanFlux: Float
    }

    /// Nil if memory cannot be allocated.
    ///
    /// - Parameter isLearned: whether the profile was learned and is not just a default.
    init?(instrument: InstrumentProfile, isLearned: Bool) {
        guard let spectrum = BandSpectrum(length: HearingSettings.window, fade: HearingSettings.fade) else {
            return nil
        }
        self.spectrum = spectrum
        finder = AttackFinder()
        let bands = BandSpectrum.bandCount
        weights = [Float](repeating: 0, count: bands)
        shape = [Float](repeating: 0, count: bands)
        bestShape = [Float](repeating: 0, count: bands)
        rows = (0..<HearingSettings.lag).map { _ in [Float](repeating: 1, count: bands) }
        echoes = [Float](repeating: 0, count: HearingSettings.ringing)
        rises = [Float](repeating: 0, count: 50)
        gain = 1
        adapt(to: instrument)
        if !isLearned {
            expected = 0
        }
    }

    /// Replaces the instrument's profile.
    func adapt(to instrument: InstrumentProfile) {
        gain = Float(pow(10, (-HearingSettings.floor - instrument.level) / 20))
        faint = Float(pow(10, (instrument.level + HearingSettings.faint) / 20))
        softest = Float(pow(10, (instrument.level + HearingSettings.softest) / 20))
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

    /// Processes the hop that ends before frame `end`. Returns an attack if one can be reported now; otherwise nil. If
    /// `Attack.isClosed` is false, the same attack is reported again with more of its sound, unless `rest(until:)` is
    /// called before.
    func look(at sound: SoundHistory, echo: SoundHistory?, end: Int) -> Attack? {
        let rise = measure(sound, echo, end)
        let index = hops % rises.count
        sum += rise - rises[index]
        rises[index] = rise
        hops += 1
        finder.listen(to: sound, until: end, least: remainder(of: echo, end))
        guard var current = candidate else {
            let meanFlux = sum / Float(rises.count)
            let isSudden = finder.jump >= HearingSettings.jump && finder.newest >= softest
            let isNew = expected > 0 && finder.residual >= HearingSettings.leastResidual * expected
            let rises = rise >= HearingSettings.leastFlux + HearingSettings.meanFluxShare * meanFlux
            if rises || isSudden || isNew, end >= deafUntil {
                candidate = Candidate(hops: 0, best: rise, meanFlux: meanFlux)
                keepShape()
            }
            return nil
        }
        current.hops += 1
        if rise > current.best {
            current.best = rise
            keepShape()
        }
        candidate = current
        guard current.hops >= HearingSettings.leastPatience, !isSwelling(current) || current.hops >= longest else {
            return nil
        }
        let isClosed = current.hops >= HearingSettings.patience
        let attack = attack(current, isClosed: isClosed)
        if isClosed {
            candidate = nil
        }
        // A slow attack is noticed late, but by then more of its sound has been received, so that it may be reported at
        // once.
        let isHeard = Double(end) - attack.frame >= Double(HearingSettings.hold * HearingSettings.hop)
        return isClosed || isHeard ? attack : nil
    }

    /// Returns the amplitude of the possible remainder of the echo in the hop that ends before frame `end`.
    private func remainder(of echo: SoundHistory?, _ end: Int) -> Float {
        echoes[hops % echoes.count] = echo?.peak(in: end - HearingSettings.hop..<end) ?? 0
        return HearingSettings.remainder * echoes.reduce(0, max)
    }

    /// Copies `shape` to `bestShape`, element by element. After an assignment both would share one array, and the next
    /// hop would have to copy it.
    private func keepShape() {
        for band in shape.indices {
            bestShape[band] = shape[band]
        }
    }

    private var longest: Int {
        HearingSettings.patience + HearingSettings.furtherPatience
    }

    /// Returns whether the sound before was quiet and the sound so far is faint but growing, such as breath before a
    /// tone or a finger on a string. If such a sound were judged now, the attack would be placed at the first faint
    /// noise.
    private func isSwelling(_ candidate: Candidate) -> Bool {
        candidate.meanFlux <= HearingSettings.calm && finder.grows(below: faint)
    }

    private func measure(_ sound: SoundHistory, _ echo: SoundHistory?, _ end: Int) -> Float {
        spectrum.look(at: sound, echo: echo, residue: HearingSettings.residue, end: end, gain: gain)
        var rise: Float = 0
        let last = weights.count - 1
        for band in 0...last {
            let before = max(rows[row][max(0, band - 1)], rows[row][band], rows[row][min(last, band + 1)])
            let now = spectrum.levels[band]
            shape[band] = now > before ? max(0, log10(now) - log10(before)) : 0
            rise += weights[band] * shape[band]
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
            share: HearingSettings.attackShare, expected: expected, within: candidate.hops + HearingSettings.reach)
        return Attack(
            found: found, flux: candidate.best, meanFlux: candidate.meanFlux, similarity: similarity(),
            isClosed: isClosed)
    }

    /// Returns the cosine similarity between the spectral shape of this attack and that of the instrument. The weights
    /// are the square root of the instrument's shape.
    private func similarity() -> Float {
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
