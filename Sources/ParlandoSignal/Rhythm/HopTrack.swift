import Foundation

/// A high-pass filtered track of the sound: its latest samples, and its peak amplitude in each hop.
struct HopTrack {
    /// Number of hops kept: the newest 56 ms.
    static let reach = 28
    /// Number of hops before a sudden rise that have to be softer. They cover the swing of most low notes.
    private static let silence = 4

    /// Peak amplitude of each of the latest hops, the newest last. Samples that count as silence are left out.
    private(set) var peaks = [Float](repeating: 0, count: HopTrack.reach)

    /// Peak amplitude of each of the latest hops, including samples that count as silence. Compared with these
    /// amplitudes, sound that is no longer masked by a click does not look like a rise.
    private var background = [Float](repeating: 0, count: HopTrack.reach)

    private let sound = SoundHistory(frames: 16_384)
    private var filters: [HighPass]

    /// - Parameters:
    ///   - frequency: cutoff frequency in Hz.
    ///   - steepness: number of filters in series, each with a slope of 12 dB an octave.
    init(above frequency: Double, steepness: Int) {
        let filter = HighPass(frequency: frequency, rate: Double(HearingSettings.rate))
        filters = [HighPass](repeating: filter, count: steepness)
    }

    /// Frame after the newest one.
    var end: Int {
        sound.end
    }

    /// Returns the first frame of a hop.
    func start(of hop: Int) -> Int {
        sound.end - (peaks.count - hop) * HearingSettings.hop
    }

    /// Processes the hop that ends before frame `end`. Samples softer than `least` count as silence. Realtime-safe.
    mutating func listen(to heard: SoundHistory, until end: Int, least: Float) {
        var (peak, loudest) = (Float(0), Float(0))
        while sound.end < end {
            var sample = heard[sound.end]
            for index in filters.indices {
                sample = filters[index].next(sample)
            }
            let kept = abs(sample) < least ? 0 : sample
            sound.append(kept)
            peak = max(peak, abs(kept))
            loudest = max(loudest, abs(sample))
        }
        for index in 1..<peaks.count {
            peaks[index - 1] = peaks[index]
            background[index - 1] = background[index]
        }
        peaks[peaks.count - 1] = peak
        background[peaks.count - 1] = loudest
    }

    /// Returns the peak amplitude in a range of frames, without samples that count as silence.
    func peak(in frames: Range<Int>) -> Float {
        sound.peak(in: frames)
    }

    /// Returns the peak amplitude of the last `hops` hops before a hop, including samples that count as silence.
    func peak(before hop: Int, hops: Int) -> Float {
        var peak: Float = 0
        for index in max(0, hop - hops)..<hop {
            peak = max(peak, background[index])
        }
        return peak
    }

    /// Returns the first frame, from `frame` on, with an amplitude of at least `height`; nil if there is none.
    func firstFrame(from frame: Int, above height: Float) -> Int? {
        (frame..<max(frame, sound.end)).first { abs(sound[$0]) >= height }
    }

    /// Goes back from `frame` over frames with an amplitude of at least `height` that are at most `gap` apart, and
    /// returns the first of them.
    func followBack(from frame: Int, above height: Float, gap: Int) -> Int {
        var (first, index) = (frame, frame - 1)
        let oldest = start(of: 0)
        while index >= max(oldest, first - gap) {
            if abs(sound[index]) >= height {
                first = index
            }
            index -= 1
        }
        return first
    }

    /// Returns the hop of the first rise that is about as sudden as the most sudden one, or nil if the sound only rises
    /// gradually. A finger snap has a soft sound before the loud one, so the first rise counts. Much less sudden rises
    /// are crackles of noise and not the beginning of an attack.
    ///
    /// - Parameters:
    ///   - height: amplitude that the rise has to exceed for the first time.
    ///   - times: minimum ratio of the rise to the amplitude before it.
    ///   - rival: minimum size of the rise in decibels, as a fraction of the size of the most sudden rise.
    func suddenRise(above height: Float, in hops: ClosedRange<Int>, times: Float, rival: Float) -> Int? {
        let most = hops.reduce(0) { max($0, suddenness(of: $1, above: height)) }
        let least = max(log(times), rival * most)
        return hops.first { suddenness(of: $0, above: height) >= least }
    }

    /// Returns the logarithm of the ratio of a hop's amplitude to that just before, if the sound rises above `height`
    /// in the hop; otherwise 0.
    private func suddenness(of hop: Int, above height: Float) -> Float {
        let before = peak(before: hop, hops: Self.silence)
        guard before < height, peaks[hop] >= height else {
            return 0
        }
        return log(max(peaks[hop], peaks[min(hop + 1, peaks.count - 1)]) / max(before, 1e-6))
    }
}
