import Foundation
import ParlandoCore

/// Detects onsets by spectral flux, weighted with the fingerprint of the instrument's attacks. Their time is that in
/// the waveform. An attack is reported as soon as enough of it has been received, and for the last time at a fixed time
/// after its first sign. Processing allocates nothing.
final class OnsetDetector {
    struct Attack {
        let found: AttackFinder.Found
        /// Spectral flux; 1 for a stroke as learned.
        let flux: Float
        /// Of the 100 ms before.
        let meanFlux: Float
        /// Cosine similarity to the instrument's fingerprint, 0…1.
        let similarity: Float
        let isClosed: Bool

        /// Beginning of the attack.
        var frame: Double { found.frame }
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
    /// Of the last hops; see `HearingSettings.ringing`.
    private var echoes: [Float]
    private var hops = 0
    private var sum: Float = 0
    private var candidate: Candidate?
    /// Every sound in an incomplete window would look like an onset.
    private var deafUntil = HearingSettings.rate / 20
    private var softest: Float = 0
    private var faint: Float = 0
    /// Typical peak of the instrument's strokes; 0 if unknown.
    private var expected: Float = 0

    private struct Candidate {
        var hops: Int
        var best: Float
        var meanFlux: Float
    }

    /// Nil if there is too little memory.
    ///
    /// - Parameter isLearned: whether the profile is more than a default.
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

    /// A flat fingerprint, for an unknown instrument.
    static func even(_ bands: Int) -> [Float] {
        [Float](repeating: 1 / Float(bands), count: bands)
    }

    /// Ignores onsets until a frame: the rest of an accepted stroke is not another one.
    func rest(until frame: Int) {
        deafUntil = frame
        candidate = nil
    }

    /// Of the last hop, shape `[bands]`.
    var lastShape: [Float] { shape }
    /// Spectral flux of the last hop.
    var lastRise: Float { rises[(hops + rises.count - 1) % rises.count] }

    /// Processes the hop that ends before frame `end`. If `Attack.isClosed` is false, the same attack is reported again
    /// with more of its sound, unless `rest(until:)` is called before.
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
        guard current.hops >= HearingSettings.hopsToAcceptance, !isSwelling(current) || current.hops >= longest else {
            return nil
        }
        let isClosed = current.hops >= HearingSettings.hopsToDecision
        let attack = attack(current, isClosed: isClosed)
        if isClosed {
            candidate = nil
        }
        // A slow attack is noticed late, when more of its sound has been received.
        let isHeard = Double(end) - attack.frame >= Double(HearingSettings.hold * HearingSettings.hop)
        return isClosed || isHeard ? attack : nil
    }

    /// The amplitude of the possible remainder of the echo.
    private func remainder(of echo: SoundHistory?, _ end: Int) -> Float {
        echoes[hops % echoes.count] = echo?.peak(in: end - HearingSettings.hop..<end) ?? 0
        return HearingSettings.remainder * echoes.reduce(0, max)
    }

    /// Element by element: after an assignment both would share one array, and the next hop would copy it.
    private func keepShape() {
        for band in shape.indices {
            bestShape[band] = shape[band]
        }
    }

    private var longest: Int {
        HearingSettings.hopsToDecision + HearingSettings.furtherHops
    }

    /// Such as breath before a tone or a finger on a string. Judged now, the attack would be placed at the first faint
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
        // With the remainder of the echo, which is no rise when the echo dies away.
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

    /// The weights are the square root of the instrument's shape.
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

/// A magnitude spectrum in bands of a twelfth of an octave, as 1 + gain · magnitude, whose logarithm the caller takes
/// where a band rises.
///
/// The bands are those of SuperFlux (Böck and Widmer, "Maximum filter vibrato suppression for onset detection", DAFx
/// 2013). The window is asymmetric, so that the newest sound contributes soon.
final class BandSpectrum {
    static let bandCount = makeBands().count

    private static let lowest = 60.0
    private static let highest = 16_000.0
    private static let size = 1024

    /// Without the possible remainder of the echo, shape `[bands]`.
    private(set) var levels: [Float]
    /// With the possible remainder of the echo, shape `[bands]`.
    private(set) var whole: [Float]

    private let transform: FourierTransform
    private let window: [Float]
    private let bins: [Range<Int>]
    /// Of all bins of all bands, in order.
    private let weights: [Float]
    private var magnitudes: [Float]

    /// Nil if there is too little memory.
    ///
    /// - Parameters:
    ///   - length: of the window in frames, at most 1024.
    ///   - fade: frames over which the window's newest end fades out.
    init?(length: Int, fade: Int) {
        guard let transform = FourierTransform(size: Self.size) else {
            return nil
        }
        self.transform = transform
        window = Self.makeWindow(length: length, fade: fade)
        let bands = Self.makeBands()
        bins = bands.map(\.bins)
        weights = bands.flatMap(\.weights)
        levels = [Float](repeating: 1, count: bands.count)
        whole = [Float](repeating: 1, count: bands.count)
        magnitudes = [Float](repeating: 0, count: bins.last?.upperBound ?? 0)
    }

    /// Computes the spectrum of the sound that ends before frame `end`. Realtime-safe.
    ///
    /// - Parameters:
    ///   - echo: estimated sound of the loudspeaker; `residue` times its magnitude is subtracted.
    ///   - gain: sound of a magnitude far below 1/gain contributes little to the logarithm.
    func look(at sound: SoundHistory, echo: SoundHistory?, residue: Float, end: Int, gain: Float) {
        measure(sound, end)
        magnitudes.withUnsafeMutableBufferPointer { magnitudes in
            for bin in magnitudes.indices {
                magnitudes[bin] = magnitude(bin)
            }
        }
        measureBands(&whole, gain)
        guard let echo, echo.energy(in: end - window.count..<end) > 1e-12 else {
            levels.withUnsafeMutableBufferPointer { levels in
                for band in levels.indices {
                    levels[band] = whole[band]
                }
            }
            return
        }
        measure(echo, end)
        magnitudes.withUnsafeMutableBufferPointer { magnitudes in
            for bin in magnitudes.indices {
                magnitudes[bin] = max(0, magnitudes[bin] - residue * magnitude(bin))
            }
        }
        measureBands(&levels, gain)
    }

    /// With pointers, because array access would check uniqueness for each element.
    private func measureBands(_ target: inout [Float], _ gain: Float) {
        magnitudes.withUnsafeBufferPointer { magnitudes in
            target.withUnsafeMutableBufferPointer { target in
                var next = 0
                for band in target.indices {
                    var sum: Float = 0
                    for bin in bins[band] {
                        sum += weights[next] * magnitudes[bin]
                        next += 1
                    }
                    target[band] = 1 + gain * sum
                }
            }
        }
    }

    private func measure(_ sound: SoundHistory, _ end: Int) {
        sound.copy(
            from: end - window.count, into: UnsafeMutableBufferPointer(rebasing: transform.samples[..<window.count]))
        for index in window.indices {
            transform.samples[index] *= window[index]
        }
        for index in window.count..<Self.size {
            transform.samples[index] = 0
        }
        transform.forward()
    }

    private func magnitude(_ bin: Int) -> Float {
        let real = transform.spectrum[2 * bin]
        let imaginary = transform.spectrum[2 * bin + 1]
        return (real * real + imaginary * imaginary).squareRoot()
    }

    /// Halves of two Hann windows: a slow rise, and a fall over the last `fade` frames. A full-scale sine gives 1.
    private static func makeWindow(length: Int, fade: Int) -> [Float] {
        let rise = length - fade
        let shape = (0..<length).map { index -> Double in
            guard index >= rise else {
                return 0.5 - 0.5 * cos(Double.pi * (Double(index) + 0.5) / Double(rise))
            }
            return 0.5 + 0.5 * cos(Double.pi * (Double(index - rise) + 0.5) / Double(fade))
        }
        let scale = 2 / shape.reduce(0, +)
        return shape.map { Float($0 * scale) }
    }

    /// Triangles over the bins of the transform, each of area 1.
    private static func makeBands() -> [Band] {
        let octaves = log2(highest / lowest)
        let step = Double(HearingSettings.rate) / Double(size)
        var centres: [Int] = []
        for index in 0...Int(octaves * 12) {
            let bin = Int((lowest * pow(2, Double(index) / 12) / step).rounded())
            if bin > 0, bin < size / 2, bin != centres.last {
                centres.append(bin)
            }
        }
        return (1..<centres.count - 1).map { index in
            let (low, centre, high) = (centres[index - 1], centres[index], centres[index + 1])
            let bins = low + 1..<high
            let weights = bins.map { bin -> Float in
                bin <= centre ? Float(bin - low) / Float(centre - low) : Float(high - bin) / Float(high - centre)
            }
            let area = weights.reduce(0, +)
            return Band(bins: bins, centre: centre, weights: weights.map { $0 / area })
        }
    }

    private struct Band {
        let bins: Range<Int>
        let centre: Int
        let weights: [Float]
    }
}
