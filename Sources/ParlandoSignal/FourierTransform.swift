import CFFTW
import Foundation

/// A discrete Fourier transform of real samples with a fixed length. The only file that uses FFTW.
///
/// Not thread-safe. Initialisation takes a lock to make FFTW's plans, because its planner is not thread-safe
/// (https://www.fftw.org/fftw3_doc/Thread-safety.html). Transforms take no lock and allocate nothing.
public final class FourierTransform {
    private static let planner = NSLock()

    /// Number of samples in a frame. Even.
    public let size: Int
    /// The frame, shape `[size]`: input of `forward`, output of `inverse`.
    public let samples: UnsafeMutableBufferPointer<Float>
    /// The spectrum with alternating real and imaginary parts, shape `[size / 2 + 1, 2]`: output of `forward`, input of
    /// `inverse`, which overwrites it.
    public let spectrum: UnsafeMutableBufferPointer<Float>

    private let forwardPlan: fftwf_plan
    private let inversePlan: fftwf_plan

    /// Nil if memory cannot be allocated.
    ///
    /// - Parameter size: even number of samples, ideally with small prime factors only.
    public init?(size: Int) {
        let bins = size / 2 + 1
        guard size > 0, size.isMultiple(of: 2), let frame = fftwf_alloc_real(size),
            let halves = fftwf_alloc_real(2 * bins)
        else {
            return nil
        }
        let plans = Self.planner.withLock {
            halves.withMemoryRebound(to: fftwf_complex.self, capacity: bins) { complex in
                (
                    fftwf_plan_dft_r2c_1d(Int32(size), frame, complex, FFTW_ESTIMATE),
                    fftwf_plan_dft_c2r_1d(Int32(size), complex, frame, FFTW_ESTIMATE)
                )
            }
        }
        guard let forward = plans.0, let inverse = plans.1 else {
            return nil
        }
        self.size = size
        samples = UnsafeMutableBufferPointer(start: frame, count: size)
        spectrum = UnsafeMutableBufferPointer(start: halves, count: 2 * bins)
        samples.initialize(repeating: 0)
        spectrum.initialize(repeating: 0)
        forwardPlan = forward
        inversePlan = inverse
    }

    deinit {
        Self.planner.withLock {
            fftwf_destroy_plan(forwardPlan)
            fftwf_destroy_plan(inversePlan)
        }
        fftwf_free(samples.baseAddress)
        fftwf_free(spectrum.baseAddress)
    }

    /// Transforms `samples` to `spectrum`, unscaled. Realtime-safe.
    public func forward() {
        fftwf_execute(forwardPlan)
    }

    /// Transforms `spectrum` back to `samples`, scaled so that it inverts `forward`. Realtime-safe.
    public func inverse() {
        fftwf_execute(inversePlan)
        let scale = 1 / Float(size)
        for index in samples.indices {
            samples[index] *= scale
        }
    }
}

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

    /// Returns the spectrum after a high-pass: 0 up to the first bin of the range, unchanged from the last bin on, and
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
