import Foundation

/// Loudness in bands of a twelfth of an octave, compressed like hearing: log10(1 + gain · magnitude).
///
/// The bands are those of SuperFlux (Böck and Widmer, "Maximum filter vibrato suppression for onset detection", DAFx
/// 2013); the window is asymmetric, so that the newest sound counts soon.
final class BandSpectrum {
    /// How many bands there are.
    static let bandCount = makeBands().count

    private static let lowest = 60.0
    private static let highest = 16_000.0
    private static let size = 1024

    /// The first band whose middle is above a frequency, in Hz.
    static func firstBand(above frequency: Double) -> Int {
        let step = Double(HearingSettings.rate) / Double(size)
        return makeBands().firstIndex { Double($0.centre) * step > frequency } ?? bandCount
    }

    /// Loudness of each band without the echo, shape `[bands]`.
    private(set) var levels: [Float]
    /// Loudness of each band with what may be left of the echo, shape `[bands]`.
    private(set) var whole: [Float]

    private let transform: FourierTransform
    private let window: [Float]
    private let bands = BandSpectrum.makeBands()
    private var magnitudes: [Float]

    /// Nil when there is no memory.
    ///
    /// - Parameters:
    ///   - length: frames of the window, at most 1024.
    ///   - fade: frames over which its newest end fades.
    init?(length: Int, fade: Int) {
        guard let transform = FourierTransform(size: Self.size) else {
            return nil
        }
        self.transform = transform
        window = Self.makeWindow(length: length, fade: fade)
        levels = [Float](repeating: 0, count: Self.bandCount)
        whole = levels
        magnitudes = [Float](repeating: 0, count: Self.size / 2 + 1)
    }

    /// Looks at the sound that ends before frame `end`. Realtime-safe: yes.
    ///
    /// - Parameters:
    ///   - echo: what of it is believed to come from the loudspeaker; `residue` of its magnitude is left out.
    ///   - gain: of the compression.
    func look(at sound: SoundHistory, echo: SoundHistory?, residue: Float, end: Int, gain: Float) {
        measure(sound, end)
        for bin in magnitudes.indices {
            magnitudes[bin] = magnitude(bin)
        }
        for index in bands.indices {
            whole[index] = level(bands[index], gain)
            levels[index] = whole[index]
        }
        guard let echo, echo.energy(in: end - window.count..<end) > 1e-12 else {
            return
        }
        measure(echo, end)
        for bin in magnitudes.indices {
            magnitudes[bin] = max(0, magnitudes[bin] - residue * magnitude(bin))
        }
        for index in bands.indices {
            levels[index] = level(bands[index], gain)
        }
    }

    private func level(_ band: Band, _ gain: Float) -> Float {
        var sum: Float = 0
        for (offset, weight) in band.weights.enumerated() {
            sum += weight * magnitudes[band.first + offset]
        }
        return log10(1 + gain * sum)
    }

    private func measure(_ sound: SoundHistory, _ end: Int) {
        let start = end - window.count
        for index in window.indices {
            transform.samples[index] = window[index] * sound[start + index]
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

    /// Rises slowly and falls over the last `fade` frames, halves of two Hann windows; a full-scale sine gives 1.
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
            let weights = (low...high).map { bin -> Float in
                bin <= centre ? Float(bin - low) / Float(centre - low) : Float(high - bin) / Float(high - centre)
            }
            let area = weights.reduce(0, +)
            return Band(first: low, centre: centre, weights: weights.map { $0 / area })
        }
    }

    private struct Band {
        let first: Int
        let centre: Int
        let weights: [Float]
    }
}
