import Foundation

/// What lies above a frequency: its last samples, and how loud it was hop by hop.
struct HopTrack {
    /// Hops that are kept: the newest 56 ms.
    static let reach = 28
    /// Hops before a sudden rise that are softer: they cover the swing of most low notes.
    private static let silence = 4

    /// Largest amplitude of each of the last hops without what counts for silence, the newest last.
    private(set) var peaks = [Float](repeating: 0, count: HopTrack.reach)

    /// The same with what counts for silence: what comes out from beneath a click was there before.
    private var background = [Float](repeating: 0, count: HopTrack.reach)

    private let sound = SoundHistory(frames: 16_384)
    private var filters: [HighPass]

    /// - Parameters:
    ///   - frequency: below which little is left, in Hz.
    ///   - steepness: how often it is filtered, by 12 dB an octave each time.
    init(above frequency: Double, steepness: Int) {
        let filter = HighPass(frequency: frequency, rate: Double(HearingSettings.rate))
        filters = [HighPass](repeating: filter, count: steepness)
    }

    /// Frame after the newest one.
    var end: Int {
        sound.end
    }

    /// Frame in which a hop begins.
    func start(of hop: Int) -> Int {
        sound.end - (peaks.count - hop) * HearingSettings.hop
    }

    /// Follows the sound for the hop that ends before frame `end`; what is softer than `least` counts for silence.
    /// Realtime-safe: yes.
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

    /// Largest amplitude within a range of frames, without what counts for silence.
    func peak(in frames: Range<Int>) -> Float {
        sound.peak(in: frames)
    }

    /// Root mean square within a range of frames, without what counts for silence.
    func level(in frames: Range<Int>) -> Float {
        (sound.energy(in: frames) / Float(max(1, frames.count))).squareRoot()
    }

    /// Largest amplitude of some hops before one, with what counts for silence.
    func peak(before hop: Int, hops: Int) -> Float {
        var peak: Float = 0
        for index in max(0, hop - hops)..<hop {
            peak = max(peak, background[index])
        }
        return peak
    }

    /// The first frame from one on that is as loud as that; nil: none is.
    func firstFrame(from frame: Int, above height: Float) -> Int? {
        (frame..<max(frame, sound.end)).first { abs(sound[$0]) >= height }
    }

    /// The first of the frames that are as loud as that, where none is farther than `gap` from the next one, up to `frame`.
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

    /// The first of the rises that are about as sudden as the most sudden one: a snap has a soft sound before the loud
    /// one, but a crackle of noise is no beginning. Nil where the sound swells, or nothing is sudden.
    ///
    /// - Parameters:
    ///   - height: that is exceeded for the first time.
    ///   - times: how much louder than what was before it is at least.
    ///   - rival: how sudden it is in decibels, as a share of the most sudden one.
    func suddenRise(above height: Float, in hops: ClosedRange<Int>, times: Float, rival: Float) -> Int? {
        let most = hops.reduce(0) { max($0, suddenness(of: $1, above: height)) }
        let least = max(log(times), rival * most)
        return hops.first { suddenness(of: $0, above: height) >= least }
    }

    /// How much louder it is than just before, as a logarithm, where the sound rises above the height in a hop; else 0.
    private func suddenness(of hop: Int, above height: Float) -> Float {
        let before = peak(before: hop, hops: Self.silence)
        guard before < height, peaks[hop] >= height else {
            return 0
        }
        return log(max(peaks[hop], peaks[min(hop + 1, peaks.count - 1)]) / max(before, 1e-6))
    }
}
