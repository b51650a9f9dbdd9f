import Foundation

/// Tells what a decoding cost.
protocol DecodingClock {
    /// Seconds of the monotonic clock and of the process's processor time.
    func now() -> (wall: Double, processor: Double)

    /// Wall time in seconds since a moment. `modelled`: processor seconds that the same work takes on one quiet core of
    /// the machine of the model.
    func cost(since start: (wall: Double, processor: Double), modelled: Double) -> Double
}

/// The time that really passes.
struct RealClock: DecodingClock {
    /// How many times as long as it takes a decoding is to last, at least 1: how a slower processor behaves. Set by
    /// `scripts/bench dictation --slow`.
    private static let slowdown: Double = {
        let factor = ProcessInfo.processInfo.environment["PARLANDO_DECODING_SLOWDOWN"].flatMap { Double($0) } ?? 1
        return factor.isFinite ? min(16, max(1, factor)) : 1
    }()

    func now() -> (wall: Double, processor: Double) {
        (seconds(CLOCK_MONOTONIC), seconds(CLOCK_PROCESS_CPUTIME_ID))
    }

    func cost(since start: (wall: Double, processor: Double), modelled: Double) -> Double {
        if Self.slowdown > 1 {
            Thread.sleep(forTimeInterval: (Self.slowdown - 1) * (now().wall - start.wall))
        }
        return now().wall - start.wall
    }

    private func seconds(_ clock: clockid_t) -> Double {
        var time = timespec()
        clock_gettime(clock, &time)
        return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
    }
}

/// The time that would pass on a machine that is always equally fast: for simulations.
struct ModelledClock: DecodingClock {
    /// 1: two threads of the machine on which the model was measured.
    let slowdown: Double

    func now() -> (wall: Double, processor: Double) {
        (0, 0)
    }

    func cost(since start: (wall: Double, processor: Double), modelled: Double) -> Double {
        slowdown * modelled / Self.speedUpOfTwoThreads
    }

    private static let speedUpOfTwoThreads = 1.8
}
