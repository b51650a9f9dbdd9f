import Foundation
import ParlandoCore

/// Finds where what was played is in what a microphone hears, and follows it as the clocks drift apart.
final class EchoDelay {
    enum State {
        case unknown, none, known
    }

    /// Samples of the microphone that are sought, and those in which they are.
    static let (second, stretch) = (16_384, 32_768)
    /// How much earlier `source` is than the first arrival of the echo, in samples.
    private static let head = 160.0
    /// The correlation's peak over its root mean square: of an echo, and where there is none.
    private static let (sharp, dull): (Float, Float) = (9, 6)
    /// Times that the echo is sought in vain until there is none; and once there was one.
    private static let (patience, longPatience) = (12, 40)
    /// In samples: what is farther from the last place is another echo.
    private static let near = 32.0

    let played = SoundHistory(frames: 131_072)
    let heard = SoundHistory(frames: second)
    private(set) var state = State.unknown

    private let transform: FourierTransform
    private let interpolator = SincInterpolator(cutoff: 1)
    /// For each delay, added up over the last second.
    private var correlation = [Float](repeating: 0, count: EchoCanceller.reach)
    /// From a sample heard to that played at the same time: without delay; and of `source`, with its growth in a frame.
    private var base = 0
    private var (offset, drift) = (0.0, 0.0)
    private var (last, vain) = (0, 0)

    /// - Parameter transform: of the size `stretch`.
    init(_ transform: FourierTransform) {
        self.transform = transform
    }

    func forget() {
        (state, vain) = (.unknown, 0)
    }

    /// What was played that may be in the last frame heard.
    func source() -> [Float] {
        offset += drift
        let start = Double(heard.end - EchoCanceller.frame) + offset
        let pace = 1 + drift / Double(EchoCanceller.frame)
        return (0..<EchoCanceller.frame).map { interpolator.value(of: played, at: start + Double($0) * pace) }
    }

    /// Seeks the echo in the last second heard. Returns true if `source` is another part of what was played from now
    /// on, false if it may soon be; otherwise nil.
    func seek(playedUpTo end: Int) -> Bool? {
        if base != end - heard.end {
            base = end - heard.end
            correlation = correlation.map { _ in 0 }
        }
        let (peak, sharpness) = correlate(end)
        defer { last = peak }
        let place = Double(base - peak) + Self.head
        if sharpness > Self.sharp {
            if state == .known, abs(place - offset) < Self.near {
                // A loop that is damped as much as one that does not swing.
                drift = min(max(drift + 0.005 * (place - offset) / EchoCanceller.pace, -0.1), 0.1)
                offset += 0.15 * (place - offset)
                vain = 0
            } else if abs(peak - last) < 8 {
                (state, offset, drift, vain) = (.known, place, 0, 0)
                return true
            } else {
                return state == .known ? false : nil
            }
        } else if state != .known || sharpness < Self.dull {
            vain += 1
            state = vain < (state == .known ? Self.longPatience : Self.patience) ? state : .none
        }
        return nil
    }

    /// Correlates the last second heard with what was played, all frequencies alike (generalized cross-correlation with
    /// phase transform, PHAT). Returns the place of the peak, and its height over the root mean square.
    private func correlate(_ end: Int) -> (peak: Int, sharpness: Float) {
        played.copy(from: end - Self.stretch, into: transform.samples)
        transform.forward()
        let reference = Spectra.conjugate(Array(transform.spectrum))
        heard.copy(from: heard.end - Self.stretch, into: transform.samples)
        for index in 0..<Self.second {
            // Faded, or its end would be found in that of what was played.
            transform.samples[Self.second + index] *= sinf(Float.pi * Float(index) / Float(Self.second))
        }
        transform.forward()
        var cross = Spectra.product(Array(transform.spectrum), reference)
        for bin in 0..<cross.count / 2 {
            let size = hypotf(cross[2 * bin], cross[2 * bin + 1])
            let isClear = size > 1e-12 && (200...7000).contains(bin * AudioBlock.sampleRate / Self.stretch)
            cross[2 * bin] *= isClear ? 1 / size : 0
            cross[2 * bin + 1] *= isClear ? 1 / size : 0
        }
        correlation = zip(correlation, transform.sound(of: cross)).map { 0.4 * $0 + $1 }
        let peak = correlation.indices.max { abs(correlation[$0]) < abs(correlation[$1]) } ?? 0
        let mean = correlation.reduce(1e-20) { $0 + $1 * $1 } / Float(correlation.count)
        return (peak, abs(correlation[peak]) / mean.squareRoot())
    }
}
