import Foundation
import ParlandoCore

/// Adjusts a recording (mono, 16 kHz) to a level at which speech is recognised.
///
/// Most recordings pass unchanged: those with peaks above −20 dBFS in three hops of 20 ms within the look-ahead.
/// *Quiet* ones are amplified until speech reaches −20 dBFS (the RMS of its loudest hops), with no peak beyond −3 dBFS,
/// and by 60 dB at most. Only sound with at least 12 dB between loud and soft hops is amplified, so silence and hiss do
/// not become speech. Float recordings *beyond* ±1 are divided by the highest peak so far; that decoders exceed full
/// scale slightly is left.
///
/// Isolated spikes are ignored: the third highest peak within the look-ahead counts, which is also the longest delay. A
/// recording of ordinary level is not delayed. Not thread-safe.
public struct RecordingLevel {
    private enum Kind {
        case unknown
        case ordinary
        case quiet
        case beyond
    }

    private struct Hop {
        let samples: [Float]
        let peak: Float
        /// RMS, in dBFS.
        let level: Double
    }

    private static let hop = AudioBlock.sampleRate / 50
    /// −20 dBFS.
    private static let ordinaryPeak: Float = 0.1
    private static let fullScale: Float = 2
    /// Anything beyond is a spike.
    private static let clip: Float = 8
    private static let target = -20.0
    private static let highestPeak: Float = 0.7
    private static let mostGain = 60.0
    /// Between soft and loud hops, in dB.
    private static let swing = 12.0
    /// Half a second.
    private static let fewestHops = 25
    /// In dB per hop: 1 dB a second.
    private static let fall = 0.02

    private let lookAhead: Int
    private var kind = Kind.unknown
    private var partial: [Float] = []
    private var held: [Hop] = []
    private var levels = LevelHistogram()
    private var peaks: HighestPeaks
    private var speech: Double?
    private var gain: Float = 1
    /// RMS of the loudest hop of 20 ms so far, in dBFS; nil if there was only digital silence.
    public private(set) var loudest: Double?

    /// - Parameter lookAhead: maximum delay of a quiet recording, in seconds.
    public init(lookAhead: Double) {
        self.lookAhead = max(1, Int(lookAhead * 50))
        peaks = HighestPeaks(span: self.lookAhead + 1)
    }

    /// Returns the samples whose level has been decided.
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

    /// Returns the remaining samples. Ends the use of the value.
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
        peaks.add(peak)
        guard let least = peaks.third else {
            return
        }
        if least > Self.fullScale {
            gain = kind == .beyond ? min(gain, 1 / least) : 1 / least
            kind = .beyond
        } else if least >= Self.ordinaryPeak, kind != .beyond {
            kind = .ordinary
            gain = 1
        }
    }

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
            let peak = max(peaks.third ?? 0, hop.peak)
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

    /// The gain changes gradually to avoid clicks, except for the first hop.
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

private struct HighestPeaks {
    private struct Entry {
        let number: Int
        let peak: Float
        /// Later peaks that are at least as high.
        var exceeded = 0
    }

    private let span: Int
    /// Those that are or may become one of the three highest, in order of arrival.
    private var entries: [Entry] = []
    private var count = 0

    init(span: Int) {
        self.span = span
    }

    var third: Float? {
        entries.count < 3 ? nil : entries.map(\.peak).sorted(by: >)[2]
    }

    mutating func add(_ peak: Float) {
        for index in entries.indices where entries[index].peak <= peak {
            entries[index].exceeded += 1
        }
        entries.removeAll { $0.exceeded >= 3 || $0.number <= count - span }
        entries.append(Entry(number: count, peak: peak))
        count += 1
    }
}

/// Bins of 1 dB. Levels below those of any converter are ignored.
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

    /// The 10th and the 95th percentile, in dBFS.
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
