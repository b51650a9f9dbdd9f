import Foundation

/// Mixes the channels of a recording to mono, without losing speech in the mix.
///
/// A sum fails if one channel is the inverse of another, a mean if there are many: that of eighteen buries the only
/// microphone. If the mix is more than 12 dB softer than the loudest channel, that channel alone is used until the mix
/// is within 6 dB of it again. The decision uses eight seconds before to two seconds after each moment, so the output
/// is two seconds late. A single channel passes unchanged. Not thread-safe.
public struct ChannelMixer {
    private enum Choice: Equatable {
        case mix
        case channel(Int)
    }

    /// A hop of 20 ms, with the power (mean square) of each channel and, last, of the mix.
    private struct Hop {
        let samples: [Float]
        let powers: [Double]
    }

    private static let hopsPerSecond = 50
    private static let hopsBefore = 400
    private static let hopsBehind = 100
    /// 100 ms.
    private static let hopsPerDecision = 5
    /// Ratios of the loudest channel's power to that of the mix, 12 dB and 6 dB. A channel that is louder than the
    /// chosen one by the second ratio replaces it.
    private static let loss = 15.85
    private static let recovery = 3.98
    /// −80 dBFS. Below is only converter noise.
    private static let silence = 1e-8
    /// In samples of all channels. With very many channels the look-ahead is shorter than two seconds.
    private static let mostHeld = 4_000_000

    private let weights: [Float]
    private let hopFrames: Int
    private let lookAhead: Int
    private var partial: [Float] = []
    private var held: [Hop] = []
    private var history: [[Double]] = []
    private var choice = Choice.mix
    private var hops = 0
    private var voices: SeparateVoices?

    /// - Parameter weights: of each channel in the mix; see FFmpeg's `swr_build_matrix`.
    public init(rate: Int, weights: [Float]) {
        self.weights = weights.isEmpty ? [1] : weights
        hopFrames = max(1, rate / Self.hopsPerSecond)
        lookAhead = max(1, min(Self.hopsBehind, Self.mostHeld / (hopFrames * self.weights.count)))
        // The channels of a film have different weights, and are no separate voices.
        let areAlike = weights.count > 1 && weights.allSatisfy { $0 == weights[0] }
        voices = areAlike ? SeparateVoices(channels: min(weights.count, SeparateVoices.mostChannels)) : nil
    }

    /// Whether two channels have carried different speech at the same time so far, so that each masks the other.
    public var hasSeparateVoices: Bool {
        voices?.areHeard ?? false
    }

    /// Adds whole interleaved frames, shape `[frames × channels]`. Returns the mono samples for which the choice is
    /// made.
    public mutating func process(_ interleaved: [Float]) -> [Float] {
        guard weights.count > 1 else {
            return interleaved
        }
        partial += interleaved
        var mono: [Float] = []
        var start = 0
        while partial.count - start >= hopFrames * weights.count {
            take(Array(partial[start..<start + hopFrames * weights.count]), into: &mono)
            start += hopFrames * weights.count
        }
        partial.removeFirst(start)
        return mono
    }

    /// Returns the remaining samples. Ends the use of the mixer.
    public mutating func finish() -> [Float] {
        var mono: [Float] = []
        if partial.count >= weights.count {
            take(partial, into: &mono)
        }
        partial = []
        decide()
        while !held.isEmpty {
            give(into: &mono)
        }
        return mono
    }

    private mutating func take(_ samples: [Float], into mono: inout [Float]) {
        let hop = Hop(samples: samples, powers: powers(of: samples))
        voices?.hear(samples, powers: hop.powers, channels: weights.count)
        held.append(hop)
        history.append(hop.powers)
        if history.count > Self.hopsBefore + lookAhead {
            history.removeFirst()
        }
        hops += 1
        guard held.count >= lookAhead else {
            return
        }
        if hops.isMultiple(of: Self.hopsPerDecision) || hops == lookAhead {
            decide()
        }
        give(into: &mono)
    }

    private func powers(of samples: [Float]) -> [Double] {
        var sums = [Double](repeating: 0, count: weights.count + 1)
        let frames = samples.count / weights.count
        for frame in 0..<frames {
            var mix: Float = 0
            for channel in weights.indices {
                let sample = samples[frame * weights.count + channel]
                mix += weights[channel] * sample
                sums[channel] += Double(sample) * Double(sample)
            }
            sums[weights.count] += Double(mix) * Double(mix)
        }
        return sums.map { $0 / Double(max(1, frames)) }
    }

    private mutating func decide() {
        var sums = [Double](repeating: 0, count: weights.count + 1)
        for powers in history {
            for index in sums.indices {
                sums[index] += powers[index]
            }
        }
        let mix = sums[weights.count]
        guard let loudest = weights.indices.max(by: { sums[$0] < sums[$1] }),
            sums[loudest] > Self.silence * Double(history.count)
        else {
            return
        }
        switch choice {
        case .mix:
            choice = sums[loudest] > Self.loss * mix ? .channel(loudest) : .mix
        case .channel(let channel):
            if sums[loudest] < Self.recovery * mix {
                choice = .mix
            } else if sums[loudest] > Self.recovery * sums[channel] {
                choice = .channel(loudest)
            }
        }
    }

    private var given: Choice = .mix
    private var hasGiven = false

    /// Outputs the oldest hop, crossfaded if the choice has changed.
    private mutating func give(into mono: inout [Float]) {
        let hop = held.removeFirst()
        let frames = hop.samples.count / weights.count
        let before = hasGiven ? given : choice
        for frame in 0..<frames {
            let new = value(hop.samples, frame, choice)
            guard before != choice else {
                mono.append(new)
                continue
            }
            let share = Float(frame) / Float(frames)
            mono.append(new * share + value(hop.samples, frame, before) * (1 - share))
        }
        (given, hasGiven) = (choice, true)
    }

    private func value(_ samples: [Float], _ frame: Int, _ choice: Choice) -> Float {
        let start = frame * weights.count
        switch choice {
        case .channel(let channel): return samples[start + channel]
        case .mix: return weights.indices.reduce(0) { $0 + weights[$1] * samples[start + $1] }
        }
    }
}

/// Detects whether two channels of a recording carry different speech at the same time.
///
/// Two microphones in one room may hardly correlate, but their loudness rises and falls together. So both have to
/// differ: the waveforms, and the loudness in hops of 20 ms while both channels are active. Noise has a steady
/// loudness.
struct SeparateVoices {
    static let mostChannels = 8

    private struct Pair {
        let first: Int
        let second: Int
        var hops = 0.0
        var levels = Sums()
        var waves = Sums()
    }

    private struct Sums {
        var x = 0.0, y = 0.0, xx = 0.0, yy = 0.0, xy = 0.0

        mutating func add(_ a: Double, _ b: Double) {
            (x, y) = (x + a, y + b)
            (xx, yy, xy) = (xx + a * a, yy + b * b, xy + a * b)
        }

        func spread(_ count: Double) -> (x: Double, y: Double, correlation: Double) {
            let (a, b) = (max(0, xx / count - x * x / count / count), max(0, yy / count - y * y / count / count))
            let product = (a * b).squareRoot()
            return (a, b, product > 0 ? (xy / count - x * y / count / count) / product : 1)
        }
    }

    /// Of an active channel, in dBFS.
    private static let quietest = -60.0
    /// Below the loudest hop of a channel, in dB, within which it counts as active.
    private static let range = 30.0
    /// In hops of 20 ms in which both channels are active: 2 s.
    private static let fewestHops = 100.0
    /// Of the time with any active channel.
    private static let share = 0.25
    /// Standard deviation of the loudness of speech, in dB.
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
    ///   - samples: 20 ms of interleaved samples.
    ///   - powers: mean square of each channel.
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
