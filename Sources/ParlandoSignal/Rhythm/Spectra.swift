import Foundation

/// Arithmetic with spectra: real and imaginary parts in turn, shape `[bins, 2]`.
enum Spectra {
    /// `first` times `second`, bin by bin.
    static func product(_ first: [Float], _ second: [Float]) -> [Float] {
        var result = first
        for index in stride(from: 0, to: first.count, by: 2) {
            let (ar, ai) = (first[index], first[index + 1])
            let (br, bi) = (second[index], second[index + 1])
            result[index] = ar * br - ai * bi
            result[index + 1] = ar * bi + ai * br
        }
        return result
    }

    /// The spectrum of the same sound backwards.
    static func conjugate(_ spectrum: [Float]) -> [Float] {
        var result = spectrum
        for index in stride(from: 1, to: spectrum.count, by: 2) {
            result[index] = -result[index]
        }
        return result
    }

    /// Sum of both, bin by bin.
    static func sum(_ first: [Float], _ second: [Float]) -> [Float] {
        var result = first
        for index in result.indices {
            result[index] += second[index]
        }
        return result
    }

    /// The same sound `frames` later and `gain` times as loud.
    ///
    /// - Parameter size: of the transform.
    static func delayed(_ spectrum: [Float], by frames: Double, gain: Float, size: Int) -> [Float] {
        var result = spectrum
        let step = -2 * Double.pi * frames / Double(size)
        for bin in 0..<spectrum.count / 2 {
            let cosine = gain * Float(cos(step * Double(bin)))
            let sine = gain * Float(sin(step * Double(bin)))
            let (real, imaginary) = (spectrum[2 * bin], spectrum[2 * bin + 1])
            result[2 * bin] = real * cosine - imaginary * sine
            result[2 * bin + 1] = real * sine + imaginary * cosine
        }
        return result
    }

    /// What of it lies high: nothing below the first bin, all from the last one on, a part in between.
    static func high(_ spectrum: [Float], from bins: ClosedRange<Int>) -> [Float] {
        var result = spectrum
        for bin in 0..<min(bins.upperBound, spectrum.count / 2) {
            let part = Float(max(0, bin - bins.lowerBound)) / Float(bins.count)
            result[2 * bin] *= part
            result[2 * bin + 1] *= part
        }
        return result
    }

    /// Energy of the sound with that spectrum, by Parseval.
    ///
    /// - Parameter size: of the transform.
    static func energy(of spectrum: [Float], size: Int) -> Float {
        2 * spectrum.reduce(0) { $0 + $1 * $1 } / Float(size)
    }
}
