import Foundation

/// Simulated sound transmission from a loudspeaker to a microphone with known properties: delays to a fraction of a
/// sample, different sample rates and clocks, echoes and noise.
public struct MadeRoom {
    /// Path that the sound takes: directly, or as an echo.
    public struct Path {
        /// Time that the sound takes, in seconds.
        public var delay: Double
        /// Amplitude factor; negative if the polarity is inverted.
        public var gain: Double

        public init(delay: Double, gain: Double) {
            self.delay = delay
            self.gain = gain
        }
    }

    private static let half = 24

    /// Sample rates in Hz.
    public var (playbackRate, captureRate): (Int, Int)
    /// Relative difference between the clock rates: 0.001 if the microphone's clock is a thousandth faster than the
    /// loudspeaker's.
    public var drift = 0.0
    public var paths: [Path]
    /// Root mean square of white noise at the microphone, full scale 1.
    public var noise = 0.0
    public var seed: UInt64 = 7

    public init(delay: Double, gain: Double = 0.3, playbackRate: Int = 48_000, captureRate: Int = 48_000) {
        (self.playbackRate, self.captureRate) = (playbackRate, captureRate)
        paths = [Path(delay: delay, gain: gain)]
    }

    /// Number of captured samples per second of the loudspeaker's clock.
    public var trueRate: Double {
        Double(captureRate) * (1 + drift)
    }

    /// Returns the samples that the microphone captures.
    ///
    /// - Parameters:
    ///   - played: samples that the loudspeaker plays.
    ///   - lead: time from the start of the capture to the first played sample, in seconds.
    ///   - seconds: duration of the capture, in seconds.
    public func captured(_ played: [Float], lead: Double = 0, seconds: Double) -> [Float] {
        var chance = seed
        let cutoff = min(1, trueRate / Double(playbackRate))
        return played.withUnsafeBufferPointer { played in
            (0..<Int(seconds * trueRate)).map { sample in
                let time = Double(sample) / trueRate - lead
                let heard = paths.reduce(0.0) { sum, path in
                    let place = (time - path.delay) * Double(playbackRate)
                    return sum + path.gain * Self.value(of: played, at: place, cutoff)
                }
                return Float(heard + noise * Self.bell(&chance))
            }
        }
    }

    /// Returns the value at a position between two samples, interpolated with a sinc function in a Blackman window.
    private static func value(of sound: UnsafeBufferPointer<Float>, at place: Double, _ cutoff: Double) -> Double {
        let whole = Int(place.rounded(.down))
        guard whole > -half, whole < sound.count + half else {
            return 0
        }
        var sum = 0.0
        for frame in max(whole - half + 1, 0)..<max(min(whole + half + 1, sound.count), max(whole - half + 1, 0)) {
            let distance = place - Double(frame)
            let angle = Double.pi * distance * cutoff
            let turn = Double.pi * distance / Double(half)
            let window = 0.42 + 0.5 * cos(turn) + 0.08 * cos(2 * turn)
            sum += Double(sound[frame]) * window * cutoff * (abs(angle) < 1e-9 ? 1 : sin(angle) / angle)
        }
        return sum
    }

    /// Returns a random number of a nearly normal distribution with mean 0 and standard deviation 1.
    private static func bell(_ state: inout UInt64) -> Double {
        (0..<12).reduce(-6.0) { sum, _ in
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return sum + Double(state >> 11) / Double(1 << 53)
        }
    }
}
