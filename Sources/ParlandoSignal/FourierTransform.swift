import CFFTW
import Foundation

/// Discrete Fourier transforms of real sound, of one length. The only file that knows FFTW.
///
/// Not for two threads at once. Making one takes a lock and plans (FFTW's planner is not thread-safe,
/// https://www.fftw.org/fftw3_doc/Thread-safety.html); transforming takes no lock and allocates nothing.
public final class FourierTransform {
    private static let planner = NSLock()

    /// Samples in a frame, even.
    public let size: Int
    /// The frame, shape `[size]`; input of `forward`, output of `inverse`.
    public let samples: UnsafeMutableBufferPointer<Float>
    /// Real and imaginary parts in turn, shape `[size / 2 + 1, 2]`; output of `forward`, input of `inverse`, which
    /// destroys it.
    public let spectrum: UnsafeMutableBufferPointer<Float>

    private let forwardPlan: fftwf_plan
    private let inversePlan: fftwf_plan

    /// Nil when there is no memory.
    ///
    /// - Parameter size: an even number of samples, best with small prime factors only.
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

    /// `spectrum` = transform of `samples`, not scaled. Realtime-safe: yes.
    public func forward() {
        fftwf_execute(forwardPlan)
    }

    /// `samples` = inverse transform of `spectrum`, scaled so that it undoes `forward`. Realtime-safe: yes.
    public func inverse() {
        fftwf_execute(inversePlan)
        let scale = 1 / Float(size)
        for index in samples.indices {
            samples[index] *= scale
        }
    }
}
