import Foundation

/// Turns pauses down: sound more than 40 dB below the voice is lowered by 20 dB.
///
/// The threshold follows the voice instead of full scale, because a soft voice at −50 dBFS must pass as well.
struct NoiseGate {
    /// Level below the loudest recent sound at which the gate closes, in dB.
    private static let threshold: Float = -40
    /// Gain of a closed gate: −20 dB. A silent pause would sound as if the recording had stopped.
    private static let closed: Float = 0.1
    /// Rate at which the loudest level falls, in dB per second, so that the gate adapts to a person who moves away.
    private static let fall: Float = 1
    /// Time constants of opening and closing in seconds. Opening is fast, so that no consonant is cut.
    private static let opening: Float = 0.005
    private static let closing: Float = 0.15

    /// Number of samples for which one level is measured: 10 ms.
    private let hop: Int
    private let decay: Float
    private var loudest: Float = 1e-5
    private var gain: Float = 1
    private var target: Float = 1
    private var power: Float = 0
    private var count = 0

    /// - Parameter rate: sample rate in Hz.
    init(rate: Double) {
        hop = max(1, Int(rate / 100))
        decay = pow(10, -Self.fall / 100 / 20)
    }

    mutating func apply(to samples: inout [Float]) {
        for index in samples.indices {
            power += samples[index] * samples[index]
            count += 1
            if count == hop {
                decide()
            }
            let constant = target > gain ? Self.opening : Self.closing
            gain += (target - gain) / (constant * 100 * Float(hop))
            samples[index] *= gain
        }
    }

    private mutating func decide() {
        let level = (power / Float(count)).squareRoot()
        (power, count) = (0, 0)
        loudest = max(loudest * decay, level)
        target = level > loudest * pow(10, Self.threshold / 20) ? 1 : Self.closed
    }
}
