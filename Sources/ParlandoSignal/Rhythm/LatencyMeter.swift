import Foundation

/// Measures the latency from a click's due time to its arrival at the microphone.
///
/// Finds each click by cross-correlation with the played sound. The clicks have to be equally spaced; a delay is then
/// ambiguous by multiples of their spacing. Not thread-safe, and not for the audio thread. Stores a minute of sound at
/// most.
public final class LatencyMeter {
    /// The reason that no latency can be reported.
    public enum Refusal: Error, Sendable, Equatable {
        /// The microphone receives silence.
        case silence
        /// The clicks cannot be told apart from other sound.
        case noise
        /// The measurements differ by this many seconds, which is more than 0.030.
        case spread(Double)
        /// Fewer than three clicks were played.
        case tooFewClicks
    }

    /// Maximum accepted spread (largest minus smallest value), in seconds.
    public static let widestSpread = 0.030
    private static let fewest = 3
    private static let longest = 60 * HearingSettings.rate
    private static let size = 65_536
    private static let lead = Int(StrokeDetector.referenceLead * Double(HearingSettings.rate))
    /// Number of frames before and after the due time in which a click is searched for.
    private static let (early, late) = (1920, 28_800)
    /// Minimum ratio of the correlation's peak to its RMS. Noise alone does not reach it.
    private static let clear: Float = 9
    /// Amplitude below which sound is silence: −66 dBFS.
    private static let softest: Float = 0.0005

    private let microphone: Resampler?
    private let loudspeaker: Resampler?
    private let transform: FourierTransform
    private let heard = SoundHistory(frames: LatencyMeter.longest)
    private let due = SoundHistory(frames: LatencyMeter.longest)
    private var finder = ReferenceEvents()
    private var scanned = 0
    private var clicks: [Int] = []

    /// Nil if memory cannot be allocated or the rate is invalid.
    ///
    /// - Parameter rate: sample rate of the microphone and the reference in Hz.
    public init?(rate: Int) {
        guard let resamplers = HearingResamplers(rate: rate),
            let transform = FourierTransform(size: Self.size)
        else {
            return nil
        }
        self.transform = transform
        (microphone, loudspeaker) = (resamplers.microphone, resamplers.loudspeaker)
        for _ in 0..<Self.lead {
            due.append(0)
        }
    }

    /// Adds a block of captured samples; see `StrokeDetector.hear(_:reference:)` for the reference. Returns the number
    /// of clicks that may have arrived so far.
    public func hear(_ block: [Float], reference: [Float]) -> Int {
        append(block, microphone, to: heard)
        append(reference, loudspeaker, to: due)
        while scanned + HearingSettings.hop <= due.end {
            if let start = finder.look(at: due, frame: scanned) {
                clicks.append(start)
            }
            scanned += HearingSettings.hop
        }
        return clicks.count { $0 + Self.late / 2 <= heard.end }
    }

    /// Returns the measured latency in seconds: the median, and the spread (largest minus smallest value) without
    /// outliers.
    public func measure() throws(Refusal) -> (median: Double, spread: Double) {
        let whole = clicks.filter { $0 + Self.late / 4 <= heard.end }
        guard whole.count >= Self.fewest else {
            throw .tooFewClicks
        }
        guard heard.peak(in: whole[0]..<heard.end) >= Self.softest else {
            throw .silence
        }
        let clear = whole.indices.compactMap { delay(of: whole[$0], next: whole.dropFirst($0 + 1).first) }.sorted()
        guard clear.count >= Self.fewest, 2 * clear.count > whole.count else {
            throw .noise
        }
        let alike = Self.alike(clear, period: period(of: whole))
        let median = alike[alike.count / 2]
        let near = alike.filter { abs($0 - median) <= Self.widestSpread / 2 }
        // Up to a quarter of the measurements may be wrong, because somebody spoke or a door was shut.
        guard 4 * near.count >= 3 * alike.count, let first = near.first, let last = near.last else {
            throw .spread((alike.last ?? 0) - (alike.first ?? 0))
        }
        return (median, last - first)
    }

    /// Returns the spacing of the clicks in seconds.
    private func period(of clicks: [Int]) -> Double {
        let distances = zip(clicks.dropFirst(), clicks).map { $0 - $1 }.sorted()
        return Double(distances[distances.count / 2]) / Double(HearingSettings.rate)
    }

    /// Returns the sorted delays, all shifted by multiples of the period to the range around the median. Near the edge
    /// of the search range a measured delay may belong to the click itself or to the next one.
    private static func alike(_ delays: [Double], period: Double) -> [Double] {
        let median = delays[delays.count / 2]
        return delays.map { $0 - period * (($0 - median) / period).rounded() }.sorted()
    }

    private func append(_ block: [Float], _ resampler: Resampler?, to history: SoundHistory) {
        let samples = resampler.map { resampler in block.withUnsafeBufferPointer { resampler.process($0) } } ?? block
        samples.withUnsafeBufferPointer { history.append($0) }
    }

    /// Returns the seconds from the due time of a click to its arrival; nil if it was not received clearly.
    private func delay(of click: Int, next: Int?) -> Double? {
        let end = min(next ?? .max, click + 4800)
        let played = spectrum { $0 < end - click ? self.due[click + $0] : 0 }
        let reach = Self.early + min(Self.late, (next ?? .max) - click)
        let sound = spectrum { $0 < reach ? self.heard[click - Self.early + $0] : 0 }
        for index in stride(from: 0, to: played.count, by: 2) {
            let (xr, xi) = (sound[index], sound[index + 1])
            let (rr, ri) = (played[index], played[index + 1])
            transform.spectrum[index] = xr * rr + xi * ri
            transform.spectrum[index + 1] = xi * rr - xr * ri
        }
        transform.inverse()
        var (best, energy) = (1, Float(0))
        for lag in 1..<reach - 1 {
            energy += transform.samples[lag] * transform.samples[lag]
            if abs(transform.samples[lag]) > abs(transform.samples[best]) {
                best = lag
            }
        }
        let peak = abs(transform.samples[best])
        guard peak > Self.clear * (energy / Float(reach)).squareRoot() else {
            return nil
        }
        let (left, right) = (abs(transform.samples[best - 1]), abs(transform.samples[best + 1]))
        let fraction = 0.5 * (left - right) / min(left - 2 * peak + right, -1e-12)
        return (Double(best - Self.early) + Double(fraction)) / Double(HearingSettings.rate)
    }

    private func spectrum(of sample: (Int) -> Float) -> [Float] {
        for index in 0..<Self.size {
            transform.samples[index] = sample(index)
        }
        transform.forward()
        return Array(transform.spectrum)
    }
}
