import Foundation
import ParlandoCore

/// Finds the sound of a calibration in what a microphone captured.
///
/// Each burst is found by cross-correlation, first roughly in all of the sound, and then, at the pace at which the
/// bursts followed each other, to a fraction of a sample. So two devices may differ in their rates and their clocks.
///
/// The first arrival of a burst counts, not the loudest (`FirstArrival`). The polarity has no effect. Not for the audio
/// thread.
public struct LatencyMeter: Sendable {
    /// The reason that nothing was measured.
    public enum Refusal: Error, Sendable, Equatable {
        /// The microphone captures silence.
        case silence
        /// The bursts cannot be told apart from other sound, which is louder by at least this many dB.
        case noise(excess: Double)
        /// The arrivals of the bursts differ by this many seconds.
        case spread(Double)
        /// Memory could not be allocated.
        case memory
    }

    /// The way of the sound from the playback stream to the capture stream.
    public struct Passage: Sendable, Equatable {
        /// Largest minus smallest delay of the bursts in seconds, apart from a steady drift of the clocks.
        public let spread: Double
        /// Power of the bursts relative to that of all other sound, in dB.
        public fileprivate(set) var signalToNoise: Double
        /// Number of playback frames per capture frame.
        public let pace: Double
        /// A frame in the middle of the sound, counted from its beginning. An error of the pace has no effect there.
        public let playedMiddle: Double
        /// The captured sample with which that frame arrived; fractional.
        public let capturedMiddle: Double

        /// Returns the index of the captured sample, fractional, with which a frame of the sound arrived.
        public func captured(at frame: Double) -> Double {
            capturedMiddle + (frame - playedMiddle) / pace
        }
    }

    /// Maximum accepted spread, in seconds.
    public static let widestSpread = 0.0001
    /// Maximum relative difference of the clocks of two devices.
    private static let largestDrift = 0.0005
    /// Seconds by which the place of a burst that was found roughly may be wrong.
    private static let roughness = 0.0005
    /// Amplitude below which sound is silence: −66 dBFS.
    private static let softest: Float = 0.0005
    /// Minimum ratio of a burst's correlation to that of all other sound. Noise alone does not reach it.
    private static let clear: Float = 8
    /// Gain in dB of the correlation over the ratio of signal to noise: ten times the logarithm of the length of a
    /// sequence, less what the weighting costs.
    private static let gain = 43.0

    private let sound: CalibrationSound
    private let captureRate: Int
    /// Frequencies in Hz that are compared. Rooms hum below.
    private let band: ClosedRange<Double>

    /// - Parameters:
    ///   - sound: the sound that is played.
    ///   - captureRate: sample rate of the microphone in Hz.
    public init(_ sound: CalibrationSound, captureRate: Int) {
        self.sound = sound
        self.captureRate = captureRate
        band = 100...max(0.9 * min(sound.bandwidth, Double(captureRate) / 2), 200)
    }

    /// Measures when and how the bursts arrived at the microphone.
    ///
    /// - Parameter captured: samples of the microphone, full scale ±1; whole bursts with some silence before the first.
    public func measure(_ captured: [Float]) throws(Refusal) -> Passage {
        guard captured.contains(where: { abs($0) >= Self.softest }) else {
            throw .silence
        }
        let nominal = Double(sound.rate) / Double(captureRate)
        let (rough, noise) = try roughArrivals(in: captured, pace: nominal)
        let excess = try drift(of: rough, pace: nominal)
        let pace = nominal * (1 + excess)
        var middles: [(played: Double, captured: Double)] = []
        for (burst, start) in rough.enumerated() {
            guard let arrival = arrival(of: burst, near: start, in: captured, pace: pace, noise: noise) else {
                throw .noise(excess: Self.gain - 20 * log10(Double(Self.clear)))
            }
            // The middle of a burst is where an error of the pace has no effect.
            let half = Double(sound.waveforms[burst].count) / 2
            middles.append((Double(sound.starts[burst]) + half, arrival + half / pace))
        }
        return try passage(through: middles, in: captured)
    }

    /// Finds each burst in all of the sound, to a few samples.
    ///
    /// - Returns: the sample with which each begins, and the RMS of the correlation.
    private func roughArrivals(in captured: [Float], pace: Double) throws(Refusal) -> ([Int], Float) {
        let templates = sound.waveforms.indices.map { template(of: $0, pace: pace) }
        guard
            let correlator = BandCorrelator(
                captured, longest: templates.map(\.count).max() ?? 0, rate: captureRate, band: band)
        else {
            throw .memory
        }
        var starts: [Int] = []
        var (least, noise) = (Float.infinity, Float(0))
        for template in templates {
            let correlation = correlator.correlation(with: template)
            let strongest = correlation.indices.max { abs(correlation[$0]) < abs(correlation[$1]) } ?? 0
            let level = (correlation.reduce(0) { $0 + $1 * $1 } / Float(max(correlation.count, 1))).squareRoot()
            starts.append(strongest)
            noise = max(noise, level)
            least = min(least, abs(correlation[strongest]) / max(level, .leastNormalMagnitude))
        }
        guard least >= Self.clear else {
            throw .noise(excess: Self.gain - 20 * log10(Double(max(least, 1))))
        }
        return (starts, noise)
    }

    /// Returns how much faster the playback stream is than its nominal rate, relative to the capture stream.
    private func drift(of starts: [Int], pace: Double) throws(Refusal) -> Double {
        let late = zip(starts, sound.starts).map { Double($0) * pace - Double($1) }
        let length = Double(sound.starts[sound.starts.count - 1])
        let (least, most) = (late.min() ?? 0, late.max() ?? 0)
        guard most - least <= Self.largestDrift * length + Self.roughness * Double(sound.rate) else {
            throw .spread((most - least) / Double(sound.rate))
        }
        return -((late.last ?? 0) - (late.first ?? 0)) / (length + (late.last ?? 0) - (late.first ?? 0))
    }

    /// Returns the sample, fractional, with which a burst begins to arrive; nil if it is not found again.
    private func arrival(of burst: Int, near start: Int, in captured: [Float], pace: Double, noise: Float) -> Double? {
        let template = template(of: burst, pace: pace)
        let reach = Int(FirstArrival.longestDetour * Double(captureRate))
        // The pace that was assumed before moves the peak by half of what it changes the length of a burst.
        let slack = Int(Self.largestDrift * Double(template.count) + Self.roughness * Double(captureRate))
        let first = start - reach - slack
        let stretch = (first..<start + slack + template.count).map { captured.indices.contains($0) ? captured[$0] : 0 }
        guard
            let correlator = BandCorrelator(stretch, longest: template.count, rate: captureRate, band: band)
        else {
            return nil
        }
        let correlation = correlator.correlation(with: template).prefix(reach + 2 * slack)
        guard let strongest = correlation.indices.max(by: { abs(correlation[$0]) < abs(correlation[$1]) }),
            let peak = Self.firstPeak(
                in: Array(correlation), until: strongest,
                atLeast: FirstArrival.leastAmplitude(loudest: correlation[strongest], noise: noise))
        else {
            return nil
        }
        return Double(first) + peak
    }

    /// Returns the place of the first peak of either sign with at least this height, to a fraction of a sample.
    private static func firstPeak(in values: [Float], until last: Int, atLeast height: Float) -> Double? {
        for index in 1..<max(min(last + 1, values.count - 1), 1) {
            let peak = abs(values[index])
            let sign: Float = values[index] < 0 ? -1 : 1
            let (before, after) = (sign * values[index - 1], sign * values[index + 1])
            if peak >= height, peak >= before, peak > after {
                return Double(index) + Double(0.5 * (before - after) / min(before - 2 * peak + after, -1e-12))
            }
        }
        return nil
    }

    /// Returns the line through the middles of the bursts.
    private func passage(
        through middles: [(played: Double, captured: Double)], in captured: [Float]
    ) throws(Refusal) -> Passage {
        let count = Double(middles.count)
        let played = middles.reduce(0) { $0 + $1.played } / count
        let arrived = middles.reduce(0) { $0 + $1.captured } / count
        let square = middles.reduce(0) { $0 + ($1.captured - arrived) * ($1.captured - arrived) }
        let product = middles.reduce(0) { $0 + ($1.captured - arrived) * ($1.played - played) }
        let pace = product / square
        let residuals = middles.map { ($0.played - played - ($0.captured - arrived) * pace) / Double(sound.rate) }
        let spread = (residuals.max() ?? 0) - (residuals.min() ?? 0)
        guard spread <= Self.widestSpread else {
            throw .spread(spread)
        }
        var result = Passage(
            spread: spread, signalToNoise: 0, pace: pace, playedMiddle: played, capturedMiddle: arrived)
        result.signalToNoise = signalToNoise(of: result, in: captured)
        return result
    }

    /// Returns the power of the bursts relative to that of the sound before the first one, in dB.
    private func signalToNoise(of way: Passage, in captured: [Float]) -> Double {
        let bursts = sound.waveforms.indices.flatMap { burst in
            captured.clamped(
                way.captured(at: Double(sound.starts[burst])), way.captured(at: Double(sound.end(ofBurst: burst))))
        }
        // A sound that arrives a little before the direct one belongs to neither.
        let begin = way.captured(at: 0) - FirstArrival.longestDetour * Double(captureRate)
        let noise = captured.clamped(begin - Double(captureRate), begin).power
        return 10 * log10(max(bursts.power - noise, 0.01 * bursts.power) / max(noise, 1e-10))
    }

    /// Returns a burst as it sounds at the sample rate of the microphone.
    ///
    /// - Parameter pace: number of playback frames per capture frame.
    private func template(of burst: Int, pace: Double) -> [Float] {
        let waveform = sound.waveforms[burst]
        let history = SoundHistory(frames: waveform.count)
        waveform.withUnsafeBufferPointer { history.append($0) }
        let interpolator = SincInterpolator(cutoff: min(1, 1 / pace))
        return (0..<Int(Double(waveform.count) / pace)).map { interpolator.value(of: history, at: Double($0) * pace) }
    }
}

extension [Float] {
    /// The mean of the squares, apart from a steady offset; 0 if there are no samples.
    fileprivate var power: Double {
        let count = Double(Swift.max(self.count, 1))
        let mean = reduce(0.0) { $0 + Double($1) } / count
        return reduce(0.0) { $0 + (Double($1) - mean) * (Double($1) - mean) } / count
    }

    /// Returns the samples between two places, as far as there are any.
    fileprivate func clamped(_ first: Double, _ last: Double) -> [Float] {
        let begin = Int(first, within: 0...count)
        return Array(self[begin..<Swift.max(Int(last, within: 0...count), begin)])
    }
}
