import Foundation
import ParlandoCore

/// Finds the sound of a calibration in what a microphone captured.
///
/// Each burst is found by cross-correlation, first roughly, then, at the pace of the bursts, to a fraction of a sample.
/// So devices may differ in rates and clocks. The first arrival counts (`FirstArrival`), with either polarity. Not for
/// the audio thread.
public struct LatencyMeter: Sendable {
    /// Why nothing was measured.
    public enum Refusal: Error, Sendable, Equatable {
        case silence
        /// Other sound is louder than the bursts by at least this many dB.
        case noise(excess: Double)
        /// The arrivals of the bursts differ by this many seconds.
        case spread(Double)
        case memory
    }

    /// The way of the sound from the playback stream to the capture stream.
    public struct Passage: Sendable, Equatable {
        /// Largest minus smallest delay of the bursts in seconds, apart from a steady drift of the clocks.
        public let spread: Double
        /// Power of the bursts relative to all other sound, in dB.
        public fileprivate(set) var signalToNoise: Double
        /// Playback frames per capture frame.
        public let pace: Double
        /// A frame in the middle of the sound, where an error of the pace has no effect.
        public let playedMiddle: Double
        /// The captured sample with which that frame arrived; fractional.
        public let capturedMiddle: Double

        /// The captured sample, fractional, with which a frame of the sound arrived.
        public func captured(at frame: Double) -> Double {
            capturedMiddle + (frame - playedMiddle) / pace
        }
    }

    /// In seconds.
    public static let widestSpread = 0.0001
    /// Relative difference of the clocks of two devices.
    private static let largestDrift = 0.0005
    /// In seconds, for a rough place.
    private static let roughness = 0.0005
    /// −66 dBFS.
    private static let softest: Float = 0.0005
    /// Over all other correlation, which noise alone does not reach.
    private static let clear: Float = 8
    /// In dB over the ratio of signal to noise: ten times the logarithm of a sequence's length, less what the weighting
    /// costs.
    private static let gain = 43.0

    private let sound: CalibrationSound
    private let captureRate: Int
    /// In Hz. Rooms hum below.
    private let band: ClosedRange<Double>

    public init(_ sound: CalibrationSound, captureRate: Int) {
        self.sound = sound
        self.captureRate = captureRate
        band = 100...max(0.9 * min(sound.bandwidth, Double(captureRate) / 2), 200)
    }

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

    /// Finds each burst to a few samples. Returns the sample with which each begins, and the RMS of the correlation.
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

    /// How much faster than its nominal rate the playback stream is, relative to the capture stream.
    private func drift(of starts: [Int], pace: Double) throws(Refusal) -> Double {
        let late = zip(starts, sound.starts).map { Double($0) * pace - Double($1) }
        let length = Double(sound.starts[sound.starts.count - 1])
        let (least, most) = (late.min() ?? 0, late.max() ?? 0)
        guard most - least <= Self.largestDrift * length + Self.roughness * Double(sound.rate) else {
            throw .spread((most - least) / Double(sound.rate))
        }
        return -((late.last ?? 0) - (late.first ?? 0)) / (length + (late.last ?? 0) - (late.first ?? 0))
    }

    /// The fractional sample with which a burst begins to arrive; nil if it is not found again.
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

    /// The first peak of either sign with at least this height, to a fraction of a sample.
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

    /// Relative to the sound before the first burst, in dB.
    private func signalToNoise(of way: Passage, in captured: [Float]) -> Double {
        let bursts = sound.waveforms.indices.flatMap { burst in
            captured.clamped(
                way.captured(at: Double(sound.starts[burst])), way.captured(at: Double(sound.end(ofBurst: burst))))
        }
        // A sound just before the direct one belongs to neither.
        let begin = way.captured(at: 0) - FirstArrival.longestDetour * Double(captureRate)
        let noise = captured.clamped(begin - Double(captureRate), begin).power
        return 10 * log10(max(bursts.power - noise, 0.01 * bursts.power) / max(noise, 1e-10))
    }

    /// A burst at the sample rate of the microphone.
    private func template(of burst: Int, pace: Double) -> [Float] {
        let waveform = sound.waveforms[burst]
        let history = SoundHistory(frames: waveform.count)
        waveform.withUnsafeBufferPointer { history.append($0) }
        let interpolator = SincInterpolator(cutoff: min(1, 1 / pace))
        return (0..<Int(Double(waveform.count) / pace)).map { interpolator.value(of: history, at: Double($0) * pace) }
    }
}

extension [Float] {
    /// Mean square, apart from a steady offset.
    fileprivate var power: Double {
        let count = Double(Swift.max(self.count, 1))
        let mean = reduce(0.0) { $0 + Double($1) } / count
        return reduce(0.0) { $0 + (Double($1) - mean) * (Double($1) - mean) } / count
    }

    fileprivate func clamped(_ first: Double, _ last: Double) -> [Float] {
        let begin = Int(first, within: 0...count)
        return Array(self[begin..<Swift.max(Int(last, within: 0...count), begin)])
    }
}

/// Cross-correlates a sound with others within a band, whose upper half counts ever less, so that a peak has no
/// ripples.
struct BandCorrelator {
    private let transform: FourierTransform
    private let spectrum: [Float]
    private let weights: [Float]
    private let count: Int

    /// Nil if there is too little memory.
    ///
    /// - Parameter longest: maximum length of the other sounds in frames.
    init?(_ sound: [Float], longest: Int, rate: Int, band: ClosedRange<Double>) {
        var size = 2
        while size < sound.count + longest {
            size *= 2
        }
        guard let transform = FourierTransform(size: size) else {
            return nil
        }
        self.transform = transform
        count = sound.count
        weights = (0...size / 2).map { bin in
            let frequency = Double(bin) * Double(rate) / Double(size)
            return band.contains(frequency) ? Float(0.5 + 0.5 * cos(.pi * frequency / band.upperBound)) : 0
        }
        transform.samples.update(repeating: 0)
        _ = transform.samples.update(fromContentsOf: sound)
        transform.forward()
        spectrum = Array(transform.spectrum)
    }

    /// The correlation with another sound that begins at each sample.
    func correlation(with other: [Float]) -> [Float] {
        transform.samples.update(repeating: 0)
        _ = transform.samples.update(fromContentsOf: other)
        transform.forward()
        let product = Spectra.product(spectrum, Spectra.conjugate(Array(transform.spectrum)))
        for (bin, weight) in weights.enumerated() {
            transform.spectrum[2 * bin] = weight * product[2 * bin]
            transform.spectrum[2 * bin + 1] = weight * product[2 * bin + 1]
        }
        transform.inverse()
        return Array(transform.samples.prefix(count))
    }
}
