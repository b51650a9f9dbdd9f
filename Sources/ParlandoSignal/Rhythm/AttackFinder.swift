import Foundation

/// Finds in the waveform where an attack begins, to the sample.
///
/// An attack begins where the amplitude first reaches a share of its peak above what sounded before. Low rumble is left
/// out, so that a heavy step or the mains do not hide it.
final class AttackFinder {
    /// What was found.
    struct Found {
        /// Where it begins.
        let frame: Double
        /// Largest amplitude from there to the newest frame.
        let peak: Float
        /// Amplitude just before.
        let floor: Float
        /// Largest amplitude of the 24 ms before: longer than the swing of a low note.
        let before: Float
    }

    /// Hops that are kept: the newest 56 ms.
    private static let reach = 28
    /// Hops before the newest one in which a sudden rise may lie: fingers snap twice within 20 ms.
    private static let furthest = 22
    /// Hops before a sudden rise that are softer: longer than the swing of a low note.
    private static let silence = 5
    /// How much louder than these a sudden rise is.
    private static let suddenness: Float = 4
    /// How sudden it is in decibels, as a share of the most sudden one.
    private static let rival: Float = 0.7
    /// Hops over which the amplitude before an attack is taken: a low note swings slowly.
    private static let calm = 3

    private let bright = SoundHistory(frames: 16_384)
    private var filter = HighPass(frequency: 80, rate: Double(HearingSettings.rate))
    /// Largest amplitude of each of the last hops, the newest last.
    private var peaks = [Float](repeating: 0, count: AttackFinder.reach)

    /// Follows the sound for the hop that ends before frame `end`.
    func listen(to sound: SoundHistory, until end: Int) {
        var peak: Float = 0
        while bright.end < end {
            let sample = filter.next(sound[bright.end])
            bright.append(sample)
            peak = max(peak, abs(sample))
        }
        for index in 1..<peaks.count {
            peaks[index - 1] = peaks[index]
        }
        peaks[peaks.count - 1] = peak
    }

    /// How much the newest hop stands out from the 26 ms that ended 2 ms before it: longer than the swing of a low note.
    var jump: Float {
        let newest = peaks.count - 1
        let before = peaks[newest - 14..<newest - 1].max() ?? 0
        return peaks[newest] / max(before, 1e-6)
    }

    /// Whether the newest 8 ms are louder than the 8 ms before, and softer than that.
    func grows(below amplitude: Float) -> Bool {
        let middle = peaks.count - 4
        let before = peaks[middle - 4..<middle].max() ?? 0
        let newest = peaks[middle...].max() ?? 0
        return before < newest && newest < amplitude
    }

    /// Largest amplitude of the newest hop.
    var newest: Float {
        peaks[peaks.count - 1]
    }

    /// The attack of the newest loud sound.
    ///
    /// - Parameters:
    ///   - share: of its peak at which it begins.
    ///   - latest: hops before the newest one in which its peak may be, and its beginning unless that is sudden.
    func attack(share: Float, within latest: Int) -> Found {
        let first = max(Self.calm, peaks.count - latest)
        var peakHop = first
        for hop in first..<peaks.count where peaks[hop] >= peaks[peakHop] {
            peakHop = hop
        }
        var (floor, floorHop) = (Float.infinity, first)
        for hop in first...peakHop {
            let level = calmLevel(before: hop)
            if level <= floor * 1.1 {
                floorHop = hop
            }
            floor = min(floor, level)
        }
        let peak = peaks[peakHop]
        let height = min(peak, floor + share * max(0, peak - floor))
        let hop = suddenRise(above: height, until: peakHop) ?? floorHop
        let start = bright.end - (peaks.count - hop) * HearingSettings.hop
        let frame = (start..<bright.end).first { abs(bright[$0]) >= height } ?? start
        return Found(frame: Double(frame), peak: peak, floor: floor, before: bright.peak(in: frame - 1152..<frame - 24))
    }

    /// The first of the rises that are about as sudden as the most sudden one: a snap has a soft sound before the loud
    /// one, but a crackle of noise is no beginning. Nil where the sound swells, or nothing is sudden.
    private func suddenRise(above height: Float, until last: Int) -> Int? {
        let first = peaks.count - Self.furthest
        guard first <= last else {
            return nil
        }
        let hops = first...last
        let most = hops.reduce(0) { max($0, suddenness(of: $1, above: height)) }
        let least = max(log(Self.suddenness), Self.rival * most)
        return hops.first { suddenness(of: $0, above: height) >= least }
    }

    /// How much louder it is than just before, as a logarithm, where the sound rises above the height in a hop; else 0.
    private func suddenness(of hop: Int, above height: Float) -> Float {
        let before = peaks[hop - Self.silence..<hop].max() ?? 0
        guard before < height, peaks[hop] >= height else {
            return 0
        }
        return log(max(peaks[hop], peaks[min(hop + 1, peaks.count - 1)]) / max(before, 1e-6))
    }

    private func calmLevel(before hop: Int) -> Float {
        var level: Float = 0
        for index in hop - Self.calm..<hop {
            level = max(level, peaks[index])
        }
        return level
    }
}

/// A second-order Butterworth high-pass filter (bilinear transform, as in R. Bristow-Johnson's "Audio EQ Cookbook").
struct HighPass {
    private let (b0, b1, a1, a2): (Float, Float, Float, Float)
    private var (x1, x2, y1, y2): (Float, Float, Float, Float) = (0, 0, 0, 0)

    /// Both in Hz.
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
