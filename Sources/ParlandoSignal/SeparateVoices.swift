import Foundation

/// Tells whether two channels of a recording hold different speech at the same time.
///
/// Two microphones in one room hear the same words, sooner or later by milliseconds: their waveforms may hardly
/// correlate, but their loudness rises and falls together. Two people who talk at once, each with a microphone of their
/// own, do not. So both must differ: the waveforms, and the loudness in steps of 20 ms while both channels are active.
/// Noise has a steady loudness and is left out by that.
struct SeparateVoices {
    /// Only so many channels are compared with each other.
    static let mostChannels = 8

    /// What two channels did while both were active.
    private struct Pair {
        let first: Int
        let second: Int
        var hops = 0.0
        var levels = Sums()
        var waves = Sums()
    }

    /// For a correlation.
    private struct Sums {
        var x = 0.0, y = 0.0, xx = 0.0, yy = 0.0, xy = 0.0

        mutating func add(_ a: Double, _ b: Double) {
            (x, y) = (x + a, y + b)
            (xx, yy, xy) = (xx + a * a, yy + b * b, xy + a * b)
        }

        /// The variances and the correlation of `count` pairs.
        func spread(_ count: Double) -> (x: Double, y: Double, correlation: Double) {
            let (a, b) = (max(0, xx / count - x * x / count / count), max(0, yy / count - y * y / count / count))
            let product = (a * b).squareRoot()
            return (a, b, product > 0 ? (xy / count - x * y / count / count) / product : 1)
        }
    }

    /// Softer than this a channel is not active, in dBFS …
    private static let quietest = -60.0
    /// … and not when it is so many decibels softer than at its loudest.
    private static let range = 30.0
    /// Two seconds of 20 ms.
    private static let fewestHops = 100.0
    /// Both are active for this share of the time that one of them is.
    private static let share = 0.25
    /// The loudness of speech swings by this much, as a standard deviation in decibels.
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

    /// - Parameters:
    ///   - samples: 20 ms, interleaved.
    ///   - powers: of each channel, mean square.
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

    /// Whether there was such a pair so far.
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
