import Foundation

/// Detects whether two channels of a recording carry different speech at the same time.
///
/// Two microphones in one room receive the same words, some milliseconds apart. Their waveforms may hardly correlate,
/// but their loudness rises and falls together. Two people who talk at once, each with a separate microphone, have
/// neither in common. Therefore both have to differ: the waveforms, and the loudness in hops of 20 ms while both
/// channels are active. Noise has a steady loudness and is thereby excluded.
struct SeparateVoices {
    /// Maximum number of channels that are compared with each other.
    static let mostChannels = 8

    /// Statistics of two channels while both are active.
    private struct Pair {
        let first: Int
        let second: Int
        var hops = 0.0
        var levels = Sums()
        var waves = Sums()
    }

    /// Sums for computing a correlation.
    private struct Sums {
        var x = 0.0, y = 0.0, xx = 0.0, yy = 0.0, xy = 0.0

        mutating func add(_ a: Double, _ b: Double) {
            (x, y) = (x + a, y + b)
            (xx, yy, xy) = (xx + a * a, yy + b * b, xy + a * b)
        }

        /// Returns the variances and the correlation of `count` pairs of values.
        func spread(_ count: Double) -> (x: Double, y: Double, correlation: Double) {
            let (a, b) = (max(0, xx / count - x * x / count / count), max(0, yy / count - y * y / count / count))
            let product = (a * b).squareRoot()
            return (a, b, product > 0 ? (xy / count - x * y / count / count) / product : 1)
        }
    }

    /// Minimum level of an active channel, in dBFS.
    private static let quietest = -60.0
    /// Maximum difference in dB between the level of a channel's loudest hop and that of a hop in which the channel
    /// still counts as active.
    private static let range = 30.0
    /// Minimum time for which both channels are active, in hops of 20 ms: 2 s.
    private static let fewestHops = 100.0
    /// Minimum fraction of the time with any active channel in which both have to be active.
    private static let share = 0.25
    /// Minimum standard deviation of the loudness of speech, in dB.
    private static let swing = 3.0
    private static let alikeLevels = 0.5
    private static let alikeWaves = 0.3

    private var loudest: [Double]
    private var pairs: [Pair]
    private var activeHops = 0.0

    init(channels: Int) {
        loudest = [Double](repeating: -.infinity, count: channels)
        pairs = (0..<channels).flatMap { first in
            (first + 1..<max(channels, first + 1)).map { Pair(first: first, second: $0) }
        }
    }

    /// Adds a hop to the statistics.
    ///
    /// - Parameters:
    ///   - samples: 20 ms of interleaved samples.
    ///   - powers: power of each channel (mean square).
    mutating func hear(_ samples: [Float], powers: [Double], channels: Int) {
        let levels = powers.prefix(loudest.count).map { 10 * log10(max($0, 1e-20)) }
        for (index, level) in levels.enumerated() {
            loudest[index] = max(loudest[index], level)
        }
        let isActive = levels.indices.map { levels[$0] > Self.quietest && levels[$0] > loudest[$0] - Self.range }
        guard isActive.contains(true) else {
            return
        }
        activeHops += 1
        for index in pairs.indices where isActive[pairs[index].first] && isActive[pairs[index].second] {
            let (first, second) = (pairs[index].first, pairs[index].second)
            pairs[index].hops += 1
            pairs[index].levels.add(levels[first], levels[second])
            for start in stride(from: 0, to: samples.count - channels + 1, by: channels) {
                pairs[index].waves.add(Double(samples[start + first]), Double(samples[start + second]))
            }
        }
    }

    /// Whether two channels have carried different speech at the same time so far.
    var areHeard: Bool {
        pairs.contains { pair in
            guard pair.hops >= Self.fewestHops, pair.hops >= Self.share * activeHops else {
                return false
            }
            let levels = pair.levels.spread(pair.hops)
            let product = (pair.waves.xx * pair.waves.yy).squareRoot()
            let waves = product > 0 ? abs(pair.waves.xy) / product : 1
            return min(levels.x, levels.y) > Self.swing * Self.swing && levels.correlation < Self.alikeLevels
                && waves < Self.alikeWaves
        }
    }
}
