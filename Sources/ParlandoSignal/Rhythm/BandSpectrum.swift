import Foundation

/// A magnitude spectrum in bands of a twelfth of an octave, as 1 + gain · magnitude. Its logarithm compresses loudness
/// in a similar way to human hearing. The logarithm itself is left to the caller, because most bands seldom rise and
/// only rising ones need it.
///
/// The bands are those of SuperFlux (Böck and Widmer, "Maximum filter vibrato suppression for onset detection", DAFx
/// 2013). The window is asymmetric, so that the newest sound contributes soon.
final class BandSpectrum {
    /// Number of frequency bands in a spectrum.
    static let bandCount = makeBands().count

    private static let lowest = 60.0
    private static let highest = 16_000.0
    private static let size = 1024

    /// 1 + gain · magnitude of each band without the possible remainder of the echo, shape `[bands]`.
    private(set) var levels: [Float]
    /// 1 + gain · magnitude of each band including the possible remainder of the echo, shape `[bands]`.
    private(set) var whole: [Float]

    private let transform: FourierTransform
    private let window: [Float]
    private let bins: [Range<Int>]
    /// Weights of all bins of all bands, in order.
    private let weights: [Float]
    private var magnitudes: [Float]

    /// Nil if memory cannot be allocated.
    ///
    /// - Parameters:
    ///   - length: length of the window in frames, at most 1024.
    ///   - fade: number of frames over which the window's newest end fades out.
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
    ///   - gain: factor of the magnitudes in 1 + gain · magnitude. The caller takes the logarithm of that, to which
    ///     sound of a magnitude far below 1/gain contributes little.
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

    /// Computes 1 + gain · magnitude of each band. Uses pointers for speed, because this runs hundreds of times a
    /// second, and array access would check uniqueness for each element.
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

    /// Returns the window, made of halves of two Hann windows: a slow rise and a fall over the last `fade` frames.
    /// Scaled so that a full-scale sine gives 1.
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

    /// Returns the bands: triangles over the bins of the transform, each of area 1.
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
        /// Bins with a weight above 0.
        let bins: Range<Int>
        let centre: Int
        let weights: [Float]
    }
}
