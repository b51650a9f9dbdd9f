import Foundation
import ParlandoCore

/// Finds where sounds begin: the rise of the spectrum, weighed by what the instrument's attacks are made of.
///
/// Looks at every hop, and finds the attack in the waveform itself, so that the moment does not depend on the timbre. It
/// tells of a sound as soon as enough of it was heard since its attack, and for the last time at a fixed time after it
/// showed itself. Nothing is allocated while it looks.
final class OnsetDetector {
    /// A sound that began.
    struct Attack {
        /// Where it begins, in frames.
        let frame: Double
        /// Rise of the spectrum; 1 as learned.
        let rise: Float
        /// Mean rise of the 100 ms before.
        let unrest: Float
        /// Largest amplitude so far.
        let peak: Float
        /// Amplitude before it.
        let floor: Float
        /// Largest amplitude of the 24 ms before it stands out.
        let before: Float
        /// Root mean square since it stands out over that before.
        let swell: Float
        /// Amplitude that what rang before did not foretell…
        let newness: Float
        /// …and the same where that was a low note, shortly after it begins.
        let newnessBesideLowNote: Float
        /// Whether it is no louder than what rang before, which foretold it.
        let isForetold: Bool
        /// Cosine between its rise and the fingerprint, 0…1.
        let likeness: Float
        /// The part of its rise that lies high: a note that only goes on, or swings slowly, has little of it.
        let brightness: Float
        /// Whether no more of it will be waited for.
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
    /// Largest amplitude of the echo in each of the last hops; see `HearingSettings.ringing`.
    private var echoes: [Float]
    private var hops = 0
    private var sum: Float = 0
    private var candidate: Candidate?
    /// The first window is not full: every sound in it would seem to begin.
    private var deafUntil = HearingSettings.rate / 20
    private var softest: Float = 0
    private var faint: Float = 0
    /// Amplitude that strokes reach; 0: not known.
    private var expected: Float = 0

    private struct Candidate {
        var hops: Int
        var best: Float
        var unrest: Float
        var brightness: Float
    }

    /// Nil when there is no memory.
    ///
    /// - Parameter isLearned: whether the instrument was heard, and is no mere guess.
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

    /// Listens for this instrument from now on.
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

    /// A fingerprint for an instrument of which nothing is known.
    static func even(_ bands: Int) -> [Float] {
        [Float](repeating: 1 / Float(bands), count: bands)
    }

    /// Deaf until then, for a stroke was just heard: what is left of it is none.
    func rest(until frame: Int) {
        deafUntil = frame
        candidate = nil
    }

    /// Rise of each band at the last hop, shape `[bands]`, and their weighed sum.
    var lastShape: [Float] { shape }
    var lastRise: Float { rises[(hops + rises.count - 1) % rises.count] }

    /// Looks at the hop that ends before frame `end`. What is not closed comes again, unless `rest(until:)` is called.
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
        // What rises slowly shows itself late, but as much of it was heard by then.
        return isClosed || Double(end) - attack.frame >= Double(settings.hold * HearingSettings.hop) ? attack : nil
    }

    /// Amplitude of what may be left of the echo in the hop that ends before frame `end`.
    private func remainder(of echo: SoundHistory?, _ end: Int) -> Float {
        echoes[hops % echoes.count] = echo?.peak(in: end - HearingSettings.hop..<end) ?? 0
        return settings.remainder * echoes.reduce(0, max)
    }

    /// Band by band: two names for one array would make a copy of it at the next hop.
    private func keepShape() {
        for band in shape.indices {
            bestShape[band] = shape[band]
        }
    }

    private var longest: Int {
        settings.patience + settings.furtherPatience
    }

    /// Whether it is calm and what was heard so far is faint, but grows: breath before a tone, a finger on a string. Judged
    /// now, its place would be that of the first whisper.
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
        // What the echo covered comes out again when the echo dies away: that is no rise.
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

    /// Cosine between the shape of this attack and that of the instrument; the weights are its square root.
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
