import Foundation

/// Arithmetic on spectra with alternating real and imaginary parts, shape `[bins, 2]`.
enum Spectra {
    /// Returns the product of two spectra, bin by bin.
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

    /// Returns the complex conjugate, which is the spectrum of the time-reversed sound.
    static func conjugate(_ spectrum: [Float]) -> [Float] {
        var result = spectrum
        for index in stride(from: 1, to: spectrum.count, by: 2) {
            result[index] = -result[index]
        }
        return result
    }

    /// Returns the sum of two spectra, bin by bin.
    static func sum(_ first: [Float], _ second: [Float]) -> [Float] {
        var result = first
        for index in result.indices {
            result[index] += second[index]
        }
        return result
    }

    /// Returns the spectrum of the sound delayed by `frames` and multiplied by `gain`.
    ///
    /// - Parameter size: length of the transform.
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

    /// Returns the spectrum after a high-pass: 0 up to the first bin of the range, unchanged from the last one on, and
    /// a linear rise in between.
    static func high(_ spectrum: [Float], from bins: ClosedRange<Int>) -> [Float] {
        var result = spectrum
        for bin in 0..<min(bins.upperBound, spectrum.count / 2) {
            let part = Float(max(0, bin - bins.lowerBound)) / Float(bins.count)
            result[2 * bin] *= part
            result[2 * bin + 1] *= part
        }
        return result
    }

    /// Returns the energy of the sound with a spectrum, by Parseval's theorem.
    ///
    /// - Parameter size: length of the transform.
    static func energy(of spectrum: [Float], size: Int) -> Float {
        2 * spectrum.reduce(0) { $0 + $1 * $1 } / Float(size)
    }
}
