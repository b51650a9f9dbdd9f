import CFFTW
import Foundation

/// A discrete Fourier transform of real samples with a fixed length. The only file that uses FFTW.
///
/// Not thread-safe. Initialisation takes a lock, because FFTW's planner is not thread-safe
/// (https://www.fftw.org/fftw3_doc/Thread-safety.html). Transforms take no lock and allocate nothing.
public final class FourierTransform {
    /// Memory that is aligned for FFTW.
    private final class Floats {
        let buffer: UnsafeMutableBufferPointer<Float>

        init?(count: Int) {
            guard let start = fftwf_alloc_real(count) else {
                return nil
            }
            buffer = UnsafeMutableBufferPointer(start: start, count: count)
            buffer.initialize(repeating: 0)
        }

        deinit {
            fftwf_free(buffer.baseAddress)
        }
    }

    private final class Plan {
        private static let planner = NSLock()

        let plan: fftwf_plan

        /// - Parameter make: called under the planner's lock.
        init?(_ make: () -> fftwf_plan?) {
            guard let plan = Self.planner.withLock(make) else {
                return nil
            }
            self.plan = plan
        }

        deinit {
            Self.planner.withLock { fftwf_destroy_plan(plan) }
        }
    }

    /// Number of samples. Even.
    public let size: Int
    /// Shape `[size]`: input of `forward`, output of `inverse`.
    public let samples: UnsafeMutableBufferPointer<Float>
    /// Alternating real and imaginary parts, shape `[size / 2 + 1, 2]`: output of `forward`, input of `inverse`, which
    /// overwrites it.
    public let spectrum: UnsafeMutableBufferPointer<Float>

    /// Objects, so that each is released even if a later one cannot be allocated.
    private let frame: Floats
    private let halves: Floats
    private let forwardPlan: Plan
    private let inversePlan: Plan

    /// Nil if there is too little memory, or for an odd size. Small prime factors are fastest.
    public init?(size: Int) {
        guard size > 0, size.isMultiple(of: 2), let length = Int32(exactly: size), let frame = Floats(count: size),
            let halves = Floats(count: size + 2)
        else {
            return nil
        }
        let real = frame.buffer.baseAddress
        let plans = halves.buffer.withMemoryRebound(to: fftwf_complex.self) { complex in
            (
                Plan { fftwf_plan_dft_r2c_1d(length, real, complex.baseAddress, FFTW_ESTIMATE) },
                Plan { fftwf_plan_dft_c2r_1d(length, complex.baseAddress, real, FFTW_ESTIMATE) }
            )
        }
        guard let forward = plans.0, let inverse = plans.1 else {
            return nil
        }
        self.size = size
        self.frame = frame
        self.halves = halves
        samples = frame.buffer
        spectrum = halves.buffer
        forwardPlan = forward
        inversePlan = inverse
    }

    /// Unscaled. Realtime-safe.
    public func forward() {
        fftwf_execute(forwardPlan.plan)
    }

    /// Scaled so that it inverts `forward`. Realtime-safe.
    public func inverse() {
        fftwf_execute(inversePlan.plan)
        let scale = 1 / Float(size)
        for index in samples.indices {
            samples[index] *= scale
        }
    }
}

extension FourierTransform {
    /// Returns the sound with a spectrum. Not for the audio thread, because it allocates.
    func sound(of spectrum: [Float]) -> [Float] {
        _ = self.spectrum.update(fromContentsOf: spectrum)
        inverse()
        return Array(samples)
    }
}

/// Arithmetic on spectra with alternating real and imaginary parts, shape `[size / 2 + 1, 2]`.
enum Spectra {
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

    /// The complex conjugate is the spectrum of the time-reversed sound.
    static func conjugate(_ spectrum: [Float]) -> [Float] {
        var result = spectrum
        for index in stride(from: 1, to: spectrum.count, by: 2) {
            result[index] = -result[index]
        }
        return result
    }

    static func sum(_ first: [Float], _ second: [Float]) -> [Float] {
        var result = first
        for index in result.indices {
            result[index] += second[index]
        }
        return result
    }

    private static func size(_ spectrum: [Float]) -> Int {
        spectrum.count - 2
    }

    /// The sum of the products of two sounds, frame by frame, by Parseval's theorem.
    static func product(of first: [Float], _ second: [Float]) -> Float {
        var sum: Float = 0
        for index in first.indices {
            sum += first[index] * second[index]
        }
        return 2 * sum / Float(size(first))
    }

    static func delayed(_ spectrum: [Float], by frames: Double) -> [Float] {
        var result = spectrum
        let step = -2 * Double.pi * frames / Double(size(spectrum))
        for bin in 0..<spectrum.count / 2 {
            let cosine = Float(cos(step * Double(bin)))
            let sine = Float(sin(step * Double(bin)))
            let (real, imaginary) = (spectrum[2 * bin], spectrum[2 * bin + 1])
            result[2 * bin] = real * cosine - imaginary * sine
            result[2 * bin + 1] = real * sine + imaginary * cosine
        }
        return result
    }

    /// A high-pass that rises linearly over the bins.
    static func high(_ spectrum: [Float], from bins: ClosedRange<Int>) -> [Float] {
        var result = spectrum
        for bin in 0..<min(bins.upperBound, spectrum.count / 2) {
            let part = Float(max(0, bin - bins.lowerBound)) / Float(bins.count)
            result[2 * bin] *= part
            result[2 * bin + 1] *= part
        }
        return result
    }

    /// By Parseval's theorem.
    static func energy(of spectrum: [Float]) -> Float {
        2 * spectrum.reduce(0) { $0 + $1 * $1 } / Float(size(spectrum))
    }
}
