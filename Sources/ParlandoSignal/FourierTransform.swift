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
