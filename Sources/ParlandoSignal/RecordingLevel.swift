import Foundation
import ParlandoCore

/// Brings a recording to a level at which speech is recognised, bit by bit, at 16 kHz, mono.
///
/// Most recordings are loud enough, and pass bit by bit: those that exceed −20 dBFS for 60 ms anywhere within the
/// look-ahead. Two kinds do not, and come out silent in a recogniser:
///
/// - *Quiet* ones. They are raised so that speech comes to −20 dBFS (root mean square of its loudest steps of 20 ms) and
///   no peak beyond −3 dBFS; by 60 dB at most, for what is softer lies in the noise of 16 bits. Only what swings like
///   speech is raised, by 12 dB at least between loud and soft steps: neither silence nor hiss becomes speech.
/// - Floats *beyond* ±1, such as integers that were stored as floats. They are scaled down by the greatest peak so far.
///   Decoders of lossy formats overshoot full scale by a little; that stays as it is.
///
/// A few single spikes count for nothing: a peak is the third highest. Sound is held back while it is quiet and at the
/// beginning of one beyond ±1, for the look-ahead at most; a recording of ordinary level is not held back at all. For
/// one thread at a time.
public struct RecordingLevel {
    private enum Kind {
        /// Nothing was heard yet that tells.
        case unknown
        case ordinary
        case quiet
        case beyond
    }

    /// 20 ms.
    private struct Hop {
        let samples: [Float]
        let peak: Float
        /// Root mean square, in dBFS.
        let level: Double
    }

    private static let hop = AudioBlock.sampleRate / 50
    /// −20 dBFS.
    private static let ordinaryPeak: Float = 0.1
    private static let fullScale: Float = 2
    /// What is beyond even that is a spike, not sound.
    private static let clip: Float = 8
    /// Peaks that count: 60 ms.
    private static let peaks = 3
    private static let target = -20.0
    private static let highestPeak: Float = 0.7
    private static let mostGain = 60.0
    /// Between the soft and the loud steps of speech, in decibels.
    private static let swing = 12.0
    /// Speech lasts half a second at least.
    private static let fewestHops = 25
    /// How fast the level of speech is taken to fall, in decibels a step: 1 dB a second.
    private static let fall = 0.02

    private let lookAhead: Int
    private var kind = Kind.unknown
    private var partial: [Float] = []
    private var held: [Hop] = []
    private var levels = LevelHistogram()
    /// The highest peaks so far, in falling order.
    private var highest: [Float] = []
    private var speech: Double?
    private var gain: Float = 1
    /// The loudest step of 20 ms so far, root mean square in dBFS; nil: digital silence.
    public private(set) var loudest: Double?

    /// - Parameter lookAhead: how long a quiet recording is held back at most, in seconds.
    public init(lookAhead: Double) {
        self.lookAhead = max(1, Int(lookAhead * 50))
    }

    /// Takes samples; gives those whose level is known.
    public mutating func process(_ samples: [Float]) -> [Float] {
        partial += samples
        var result: [Float] = []
        var start = 0
        while partial.count - start >= Self.hop {
            take(Array(partial[start..<start + Self.hop]), into: &result)
            start += Self.hop
        }
        partial.removeFirst(start)
        return result
    }

    /// Gives what is held back still. After it the level is used up.
    public mutating func finish() -> [Float] {
        var result: [Float] = []
        if !partial.isEmpty {
            take(partial, into: &result)
        }
        partial = []
        measureSpeech()
        while !held.isEmpty {
            give(into: &result)
        }
        return result
    }

    private mutating func take(_ samples: [Float], into result: inout [Float]) {
        let peak = samples.reduce(0) { max($0, abs($1)) }
        let power = samples.reduce(0) { $0 + Double($1) * Double($1) } / Double(samples.count)
        let level = 10 * log10(max(power, 1e-30))
        if power > 0 {
            loudest = max(loudest ?? level, level)
        }
        held.append(Hop(samples: samples, peak: peak, level: level))
        levels.add(level)
        note(peak)
        switch kind {
        case .ordinary:
            giveAll(into: &result)
        case .beyond, .unknown, .quiet:
            guard held.count > lookAhead else {
                return
            }
            measureSpeech()
            give(into: &result)
        }
    }

    private mutating func note(_ peak: Float) {
        let place = highest.firstIndex { $0 < peak } ?? highest.endIndex
        highest.insert(peak, at: place)
        highest = Array(highest.prefix(Self.peaks))
        guard highest.count == Self.peaks, let least = highest.last else {
            return
        }
        if least > Self.fullScale {
            kind = .beyond
            gain = 1 / least
        } else if least >= Self.ordinaryPeak, kind != .beyond {
            kind = .ordinary
            gain = 1
        }
    }

    /// What is held back now tells how loud the speech is, if there is any.
    private mutating func measureSpeech() {
        guard kind == .unknown || kind == .quiet, let found = levels.range(atLeast: Self.fewestHops),
            found.loud - found.soft >= Self.swing
        else {
            return
        }
        kind = .quiet
        speech = max(found.loud, (speech ?? found.loud) - Self.fall)
    }

    private mutating func give(into result: inout [Float]) {
        let hop = held.removeFirst()
        levels.remove(hop.level)
        if kind == .quiet, let speech {
            let wanted = Float(pow(10, min(Self.mostGain, max(0, Self.target - speech)) / 20))
            let peak = max(highest.last ?? 0, hop.peak)
            ramp(hop.samples, to: min(wanted, Self.highestPeak / max(peak, 1e-9)), into: &result)
        } else if kind == .beyond {
            result += hop.samples.map { min(max($0 * gain, -1), 1) }
        } else {
            result += hop.samples.map(Self.clipped)
        }
    }

    private mutating func giveAll(into result: inout [Float]) {
        for hop in held {
            levels.remove(hop.level)
            result += hop.samples.map(Self.clipped)
        }
        held = []
    }

    /// The gain changes from sample to sample, so that nothing clicks; at the first step it is there at once.
    private mutating func ramp(_ samples: [Float], to new: Float, into result: inout [Float]) {
        let old = gain == 1 ? new : gain
        for (index, sample) in samples.enumerated() {
            let share = Float(index) / Float(samples.count)
            result.append(min(max(sample * (old + (new - old) * share), -1), 1))
        }
        gain = new
    }

    private static func clipped(_ sample: Float) -> Float {
        min(max(sample, -clip), clip)
    }
}

/// How often each level was heard, in steps of a decibel. What is softer than any converter counts for nothing.
private struct LevelHistogram {
    private static let softest = -110.0

    private var counts = [Int](repeating: 0, count: 200)
    private var total = 0

    mutating func add(_ level: Double) {
        change(level, by: 1)
    }

    mutating func remove(_ level: Double) {
        change(level, by: -1)
    }

    private mutating func change(_ level: Double, by step: Int) {
        guard level > Self.softest else {
            return
        }
        counts[min(counts.count - 1, Int(level - Self.softest))] += step
        total += step
    }

    /// The tenth and the ninety-fifth percentile, in dBFS; nil: too little was heard.
    func range(atLeast fewest: Int) -> (soft: Double, loud: Double)? {
        guard total >= fewest else {
            return nil
        }
        var (sum, soft, loud) = (0, 0, 0)
        for (index, count) in counts.enumerated() {
            if sum * 10 <= total {
                soft = index
            }
            if sum * 20 <= total * 19 {
                loud = index
            }
            sum += count
        }
        return (Double(soft) + Self.softest, Double(loud) + Self.softest)
    }
}
