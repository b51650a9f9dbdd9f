/// Makes one channel of a recording's many, bit by bit, so that no speech is lost in the mix.
///
/// The channels are added by the weights of a down-mix. Where one of them is another one inverted, the sum is silent
/// though both sides speak; and the mean of eighteen inputs buries the one microphone. So whenever the mix is more than
/// 12 dB softer than the loudest channel, that channel is taken instead, until the mix has come back to within 6 dB.
/// What counts is the power of the eight seconds before and the two seconds behind each moment: those two seconds are
/// held back, so that no word is lost while it is found out. One channel passes unchanged. For one thread at a time.
public struct ChannelMixer {
    private enum Choice: Equatable {
        case mix
        case channel(Int)
    }

    /// 20 ms of sound, and the power of each channel and, last, of the mix (mean square).
    private struct Hop {
        let samples: [Float]
        let powers: [Double]
    }

    private static let hopsPerSecond = 50
    private static let hopsBefore = 400
    private static let hopsBehind = 100
    /// A decision is taken every 100 ms.
    private static let hopsPerDecision = 5
    /// Power ratios of 12 and of 6 dB.
    private static let loss = 15.85
    private static let recovery = 3.98
    /// Below −80 dBFS nothing is decided: that is the noise of converters.
    private static let silence = 1e-8
    /// Samples held back at most, over all channels; with very many channels less than two seconds are looked ahead.
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
    ///   - rate: of the sound, in Hz.
    ///   - weights: of the channels in the mix, at least one; see FFmpeg's `swr_build_matrix`.
    public init(rate: Int, weights: [Float]) {
        self.weights = weights.isEmpty ? [1] : weights
        hopFrames = max(1, rate / Self.hopsPerSecond)
        lookAhead = max(1, min(Self.hopsBehind, Self.mostHeld / (hopFrames * self.weights.count)))
        // A film weighs its channels differently: they belong to one scene.
        let areAlike = weights.count > 1 && weights.allSatisfy { $0 == weights[0] }
        voices = areAlike ? SeparateVoices(channels: min(weights.count, SeparateVoices.mostChannels)) : nil
    }

    /// Whether two channels hold different speech at once, as far as was heard: mixed, each covers the other.
    public var hasSeparateVoices: Bool {
        voices?.areHeard ?? false
    }

    /// Takes whole interleaved frames, shape `[frames × channels]`; gives what can be decided so far, mono.
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

    /// Gives what is held back still. After it the mixer is used up.
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

    /// The oldest hop. Where the choice changes, one fades into the other, so that nothing clicks.
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
