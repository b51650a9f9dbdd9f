/// Mixes the channels of a recording to mono, block by block, without losing speech in the mix.
///
/// Normally the channels are added with the weights of a downmix. That fails if one channel is the inverse of another,
/// because the sum is then silent although both carry speech. It also fails with many inputs: the mean of eighteen
/// buries the only microphone among them. If the mix is more than 12 dB softer than the loudest channel, that channel
/// alone is therefore used until the mix is within 6 dB of it again. The decision uses the power from eight seconds
/// before to two seconds after each moment. The output is delayed by those two seconds, so that no word is lost before
/// the decision. A single channel passes unchanged. Not thread-safe.
public struct ChannelMixer {
    private enum Choice: Equatable {
        case mix
        case channel(Int)
    }

    /// A hop of 20 ms, with the power (mean square) of each channel and, as the last element, of the mix.
    private struct Hop {
        let samples: [Float]
        let powers: [Double]
    }

    private static let hopsPerSecond = 50
    private static let hopsBefore = 400
    private static let hopsBehind = 100
    /// Number of hops between two decisions: 100 ms.
    private static let hopsPerDecision = 5
    /// Ratios of the loudest channel's power to that of the mix, 12 dB and 6 dB. Above the first, the loudest channel
    /// replaces the mix; below the second, the mix is used again. A channel that is louder than the chosen one by the
    /// second ratio replaces it.
    private static let loss = 15.85
    private static let recovery = 3.98
    /// Power of −80 dBFS, below which nothing is decided, because there is only converter noise.
    private static let silence = 1e-8
    /// Maximum number of delayed samples over all channels. With very many channels the look-ahead is shorter than two
    /// seconds.
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

    /// - Parameters:
    ///   - rate: sample rate in Hz.
    ///   - weights: weight of each channel in the mix, at least one; see FFmpeg's `swr_build_matrix`.
    public init(rate: Int, weights: [Float]) {
        self.weights = weights.isEmpty ? [1] : weights
        hopFrames = max(1, rate / Self.hopsPerSecond)
        lookAhead = max(1, min(Self.hopsBehind, Self.mostHeld / (hopFrames * self.weights.count)))
        // A film soundtrack has different weights. Its channels belong to one scene and are not separate voices.
        let areAlike = weights.count > 1 && weights.allSatisfy { $0 == weights[0] }
        voices = areAlike ? SeparateVoices(channels: min(weights.count, SeparateVoices.mostChannels)) : nil
    }

    /// Whether two channels have carried different speech at the same time so far. In the mix, each of them masks the
    /// other.
    public var hasSeparateVoices: Bool {
        voices?.areHeard ?? false
    }

    /// Adds whole interleaved frames, shape `[frames × channels]`. Returns the mono samples for which the mix or a
    /// channel has been chosen.
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

    /// Returns the remaining samples. The mixer cannot be used afterwards.
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

    /// Outputs the oldest hop. If the choice has changed, the hop crossfades to the new one to avoid a click.
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
