import Foundation
public import ParlandoCore

/// Learns the sound profile of an instrument from a few strokes played alone. Stores a minute of sound at most. Not
/// thread-safe, and not for the audio thread.
public final class InstrumentLearner {
    /// Strokes that the player is asked for.
    public static let needed = 6
    private static let fewest = 3
    /// In hops.
    private static let pause = 40
    private static let longest = 60 * HearingSettings.rate
    /// Samples that are resampled at a time. Once a minute is stored, the rest of a long block is not even resampled.
    private static let piece = 4096

    private let resampler: Resampler
    private var sound: [Float] = []

    /// Nil if there is too little memory, or for an invalid rate.
    public init?(rate: Int) {
        guard let resampler = Resampler(rate: rate, channels: 1, to: HearingSettings.rate) else {
            return nil
        }
        self.resampler = resampler
    }

    /// Adds mono samples, full scale ±1. Returns the number of strokes so far. Sound after the first minute is ignored.
    public func hear(_ block: [Float]) -> Int {
        for start in stride(from: 0, to: block.count, by: Self.piece) where sound.count < Self.longest {
            let piece = block[start..<min(start + Self.piece, block.count)]
            sound += piece.withUnsafeBufferPointer { resampler.process($0) }.prefix(Self.longest - sound.count)
        }
        return strokes().count
    }

    /// Nil if there were fewer than three strokes.
    public var profile: InstrumentProfile? {
        let starts = strokes()
        guard starts.count >= Self.fewest else {
            return nil
        }
        let peaks = starts.map { peak($0) }.sorted()
        let level = 20 * log10(Double(max(peaks[peaks.count / 2], 1e-5)))
        let even = InstrumentProfile(
            fingerprint: OnsetDetector.even(BandSpectrum.bandCount), rise: Double(BandSpectrum.bandCount), level: level)
        guard let detector = OnsetDetector(instrument: even, isLearned: true) else {
            return nil
        }
        return measured(starts, level, detector)
    }

    private func measured(_ starts: [Int], _ level: Double, _ detector: OnsetDetector) -> InstrumentProfile? {
        let history = SoundHistory(frames: 131_072)
        var shapes: [[Float]] = []
        var best: (rise: Float, shape: [Float])?
        var next = 0
        for end in stride(from: HearingSettings.hop, through: sound.count, by: HearingSettings.hop) {
            for frame in end - HearingSettings.hop..<end {
                history.append(sound[frame])
            }
            _ = detector.look(at: history, echo: nil, end: end)
            guard next < starts.count, end > starts[next] else {
                continue
            }
            if detector.lastRise > best?.rise ?? 0 {
                best = (detector.lastRise, detector.lastShape)
            }
            if end > starts[next] + HearingSettings.rate * 3 / 100 {
                best.map { shapes.append($0.shape) }
                best = nil
                next += 1
            }
        }
        return profile(of: shapes, level)
    }

    private func profile(of shapes: [[Float]], _ level: Double) -> InstrumentProfile? {
        guard !shapes.isEmpty else {
            return nil
        }
        let median = (0..<BandSpectrum.bandCount).map { band in
            shapes.map { $0[band] }.sorted()[shapes.count / 2]
        }
        let rise = median.reduce(0, +)
        guard rise > 0 else {
            return nil
        }
        return InstrumentProfile(fingerprint: median.map { $0 / rise }, rise: Double(rise), level: level)
    }

    /// First frames of strokes, each far louder than the sound before.
    private func strokes() -> [Int] {
        let hop = HearingSettings.hop
        let peaks = stride(from: 0, to: sound.count - hop + 1, by: hop).map { start -> Float in
            sound[start..<start + hop].reduce(0) { max($0, abs($1)) }
        }
        guard let loudest = peaks.max(), loudest > 0.003 else {
            return []
        }
        let height = 0.12 * loudest
        var starts: [Int] = []
        var last = -Self.pause
        for index in peaks.indices where peaks[index] >= height && index - last > Self.pause {
            if peaks[index] >= 3 * calmest(peaks, before: index) {
                starts.append(max(0, index - 1) * hop)
                last = index
            }
        }
        return starts
    }

    /// Peak of the softest 12 ms among the last 60 ms.
    private func calmest(_ peaks: [Float], before index: Int) -> Float {
        (max(0, index - 30)...max(0, index - 6)).reduce(.infinity) { least, start in
            min(least, peaks[start..<min(index, start + 6)].max() ?? 0)
        }
    }

    private func peak(_ start: Int) -> Float {
        sound[start..<min(sound.count, start + HearingSettings.rate * 8 / 100)].reduce(0) { max($0, abs($1)) }
    }
}
