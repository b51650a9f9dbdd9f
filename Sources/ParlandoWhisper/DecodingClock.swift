import Foundation

/// A clock that measures the duration of a decoding.
protocol DecodingClock: Sendable {
    /// Returns the time of the monotonic clock and the processor time that this process has used, both in seconds.
    func now() -> (wall: Double, processor: Double)

    /// Returns the wall-clock time since `start`, in seconds. `modelled` is the processor time in seconds that the same
    /// work takes on one idle core of the reference machine (`DecodingCost`).
    func cost(since start: (wall: Double, processor: Double), modelled: Double) -> Double
}

/// Measures the time that has actually elapsed.
struct RealClock: DecodingClock {
    /// Factor by which decodings are slowed down, at least 1, to simulate a slower processor. Set by `scripts/bench
    /// dictation --slow`.
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

/// Computes the time that a decoding takes on a simulated machine of constant speed.
struct ModelledClock: DecodingClock {
    /// Factor by which the simulated machine is slower than two threads of the reference machine (`DecodingCost`).
    let slowdown: Double

    func now() -> (wall: Double, processor: Double) {
        (0, 0)
    }

    func cost(since start: (wall: Double, processor: Double), modelled: Double) -> Double {
        slowdown * modelled / WhisperEngine.simulatedSpeedUp
    }
}

/// Computes the processor time that decoding with the model tiny.en takes, in seconds on one core. Measured with one
/// thread on an idle AMD EPYC with AVX-512 BF16: encoder 83 ms for 300 frames, 177 for 600, 543 for 1,500, times 0.75
/// for bfloat16; decoder 2.7 ms for one token, 41 for 40. Used by simulations only.
enum DecodingCost {
    static func encoding(frames: Int) -> Double {
        let frames = Double(frames)
        return 0.75 * (2.45e-4 * frames + 7.7e-8 * frames * frames)
    }

    static func decoding(tokens: Int) -> Double {
        0.0018 + 0.001 * Double(tokens)
    }
}
