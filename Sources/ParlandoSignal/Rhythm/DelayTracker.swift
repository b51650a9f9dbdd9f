/// Tracks the delay of the echo path when loudspeaker and microphone have separate clocks: a Kalman filter of delay and
/// drift.
struct DelayTracker {
    /// Delay in frames, relative to the delay at which the response was learned.
    private(set) var delay = 0.0
    /// Clock mismatch in frames per frame.
    private(set) var drift = 0.0

    // Initial covariance of delay and drift. Two good crystals differ by less than 100 ppm.
    private var (dd, dv, vv) = (0.04, 0.0, 6e-5 * 6e-5)

    /// Returns the delay after this many frames.
    func delay(after frames: Int) -> Double {
        delay + drift * Double(frames)
    }

    /// Starts tracking another response with this current delay in frames. The drift is kept, because the clocks are
    /// the same.
    mutating func begin(at delay: Double) {
        self.delay = delay
        (dd, dv) = (0.04, 0)
    }

    /// Advances the time by this many frames.
    mutating func advance(_ frames: Int) {
        let time = Double(frames)
        delay += drift * time
        dd += time * (2 * dv + time * vv) + 1e-9 * time
        dv += time * vv
        vv += 1e-17 * time
    }

    /// Updates the estimate with a measured delay and its variance in frames squared.
    mutating func measure(_ measured: Double, variance: Double) {
        let error = measured - delay
        let scale = 1 / (dd + variance)
        let (first, second) = (dd * scale, dv * scale)
        delay += first * error
        drift += second * error
        vv -= second * dv
        dv -= first * dv
        dd -= first * dd
    }
}
