/// Follows the delay of a path whose two ends have clocks of their own: a Kalman filter of delay and drift.
struct DelayTracker {
    /// Frames later than when the response was learned.
    private(set) var delay = 0.0
    /// Frames a frame: the mismatch of the clocks.
    private(set) var drift = 0.0

    // Two good crystals differ by less than 100 ppm.
    private var (dd, dv, vv) = (0.04, 0.0, 6e-5 * 6e-5)

    /// The delay so many frames later.
    func delay(after frames: Int) -> Double {
        delay + drift * Double(frames)
    }

    /// Another response was learned, which is delayed by so many frames now. The clocks are the same.
    mutating func begin(at delay: Double) {
        self.delay = delay
        (dd, dv) = (0.04, 0)
    }

    /// Goes on by so many frames.
    mutating func advance(_ frames: Int) {
        let time = Double(frames)
        delay += drift * time
        dd += time * (2 * dv + time * vv) + 1e-9 * time
        dv += time * vv
        vv += 1e-17 * time
    }

    /// Takes a measured delay into account, with its variance in frames squared.
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
