import Foundation

/// Finds in the waveform where an attack begins, to the sample.
final class AttackFinder {
    /// What was found.
    struct Found {
        let frame: Double
        /// Largest amplitude from there to the newest frame.
        let peak: Float
    }

    /// Frames before the steepest rise of the spectrum in which an attack is looked for.
    private static let reach = 1056
    /// Frames at the beginning of those that tell what was there before.
    private static let quiet = 288

    private let settings: HearingSettings
    private let bright = SoundHistory(frames: 16_384)
    private var filter = HighPass(frequency: 80, rate: Double(HearingSettings.rate))
    private var window: [Float]

    init(settings: HearingSettings) {
        self.settings = settings
        window = [Float](repeating: 0, count: Self.reach + 2048)
    }

    /// Follows the sound up to frame `end`.
    func listen(to sound: SoundHistory, until end: Int) {
        while bright.end < end {
            bright.append(filter.next(sound[bright.end]))
        }
    }

    /// The attack whose spectrum rose most steeply in the window that ends before `around`, with all that is known
    /// before `end`.
    func attack(before end: Int, around: Int) -> Found {
        let centre = around - settings.window / 2
        let start = centre - Self.reach
        let count = min(end - start, window.count)
        for index in 0..<count {
            window[index] = abs(bright[start + index])
        }
        var base: Float = 0
        for index in 0..<Self.quiet {
            base = max(base, window[index])
        }
        var peak: Float = 0
        for index in Self.quiet..<count {
            peak = max(peak, window[index])
        }
        let height = base + settings.attackShare * (peak - base)
        let first = (Self.quiet..<count).first { window[$0] >= height } ?? Self.reach
        return Found(frame: Double(start + first), peak: peak)
    }
}

/// A second-order Butterworth high-pass filter (bilinear transform, as in R. Bristow-Johnson's "Audio EQ Cookbook").
struct HighPass {
    private let (b0, b1, a1, a2): (Float, Float, Float, Float)
    private var (x1, x2, y1, y2): (Float, Float, Float, Float) = (0, 0, 0, 0)

    init(frequency: Double, rate: Double) {
        let angle = 2 * Double.pi * frequency / rate
        let slope = sin(angle) / 2.0.squareRoot()
        let scale = 1 + slope
        b0 = Float((1 + cos(angle)) / 2 / scale)
        b1 = Float(-(1 + cos(angle)) / scale)
        a1 = Float(-2 * cos(angle) / scale)
        a2 = Float((1 - slope) / scale)
    }

    mutating func next(_ sample: Float) -> Float {
        let result = b0 * (sample + x2) + b1 * x1 - a1 * y1 - a2 * y2
        (x2, x1, y2, y1) = (x1, sample, y1, result)
        return result
    }
}
