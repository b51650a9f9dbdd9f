import Foundation

/// Finds the beginning of an attack in the waveform: where the amplitude first reaches a fraction of its peak.
///
/// The peak is often still to come, so a sound softer than usual strokes is assumed to grow. The search starts where
/// the attack stands out, goes back as far as it can be followed, and extrapolates the part that other sound masks.
///
/// A low thump needs the full range of the microphone, unless there was hum or footstep noise before. A softer attack
/// before a sudden one (fingers snap twice within 20 ms) is seldom masked above a few kilohertz. Each swing of a low
/// note that still sounds looks like an attack, so the prediction residual is used there (`Ringing`).
final class AttackFinder {
    struct Found {
        let frame: Double
        /// From the beginning of the attack to the newest frame.
        let peak: Float
        /// Peak of the quietest 6 ms shortly before the attack's peak.
        let floor: Float
        /// Peak in the 24 ms before the attack stands out, longer than one swing of a low note.
        let before: Float
        let residual: Float
    }

    /// In hops from the newest one. Fingers snap twice within 20 ms.
    private static let furthest = 22
    private static let suddenness: Float = 4
    /// Minimum size in dB, as a fraction of the most sudden rise nearby.
    private static let rival: Float = 0.7
    /// As a fraction of the loudest edge. Low enough for an edge near the end of a hop.
    private static let edgeShare: Float = 0.2
    /// In hops, because a low note swings slowly.
    private static let calm = 3
    /// Part of the difference to the instrument in dB by which a sound is assumed still to grow. A regression on
    /// performances made for training gave 0.9 for struck, blown and bowed instruments.
    private static let faith: Float = 0.9
    /// Limited, because the sound may be a soft stroke.
    private static let mostGrowth: Float = 6

    /// Over the earlier sound. No swing of that is louder.
    private static let margin: Float = 1.2
    /// As a fraction of the attack's peak. Anything louder is a note that still sounds.
    private static let loudestNoise: Float = 0.5
    /// In frames: 2 ms. Low notes cross zero; crackles of noise are further apart.
    private static let gap = 96
    /// Doubling time in frames, 0.5 ms, at which nothing is masked.
    private static let sudden = 24
    /// Maximum estimate of masked frames: 1.5 ms.
    private static let mostHidden: Float = 72
    /// As a fraction of the amplitude at which the attack begins.
    private static let silence: Float = 0.5
    /// Of an earlier note that may mask the beginning, as a fraction of the attack's peak.
    private static let ringing: Float = 0.25
    /// As a fraction of the attack's peak. Anything less is part of the earlier sound.
    private static let unforetold: Float = 0.12
    /// In frames, 6 ms: half the period of most low notes.
    private static let displaced = 288

    private var all = HopTrack(above: 25, steepness: 1)
    private var body = HopTrack(above: 80, steepness: 1)
    private var edge = HopTrack(above: 2500, steepness: 2)
    private var ringing = Ringing()

    /// - Parameter least: amplitude that may be left over of the loudspeaker. No attack begins below it.
    func listen(to sound: SoundHistory, until end: Int, least: Float) {
        all.listen(to: sound, until: end, least: least)
        body.listen(to: sound, until: end, least: least)
        edge.listen(to: sound, until: end, least: least)
        ringing.listen(to: sound, until: end)
    }

    /// Over the 26 ms that ended 2 ms before, longer than one swing of a low note.
    var jump: Float {
        newest / max(body.peak(before: HopTrack.reach - 2, hops: 13), 1e-6)
    }

    /// Whether the newest 8 ms are louder than the 8 ms before, but softer than `amplitude`.
    func grows(below amplitude: Float) -> Bool {
        let before = body.peak(before: HopTrack.reach - 4, hops: 4)
        let newest = body.peak(before: HopTrack.reach, hops: 4)
        return before < newest && newest < amplitude
    }

    /// Of the newest hop, where a low note rang before.
    var residual: Float {
        ringing.lowNoteResidual(in: 1)
    }

    var newest: Float {
        body.peaks[HopTrack.reach - 1]
    }

    /// - Parameters:
    ///   - expected: typical peak of the instrument's strokes; 0 if unknown.
    ///   - latest: maximum distance of the peak in hops, also of the beginning unless it is a sudden rise.
    func attack(share: Float, expected: Float, within latest: Int) -> Found {
        let above = place(in: body, share, expected, latest)
        let whole = place(in: all, share, expected, latest)
        let before = body.peak(in: Self.past(before: above.clear))
        var frame = whole.floor < Self.silence * share * whole.peak ? whole.frame : above.frame
        if before >= Self.ringing * above.peak,
            let beginning = ringing.beginning(in: latest, above: Self.unforetold * whole.peak),
            abs(beginning - frame) > Self.displaced
        {
            frame = beginning
        }
        return Found(
            frame: Double(frame), peak: above.peak, floor: above.floor, before: before,
            residual: ringing.residual(in: latest))
    }

    private struct Place {
        let frame: Int
        /// Where the attack stands out from the sound before it.
        let clear: Int
        let peak: Float
        let floor: Float
    }

    private func place(in track: HopTrack, _ share: Float, _ expected: Float, _ latest: Int) -> Place {
        let first = max(Self.calm, track.peaks.count - latest)
        var peakHop = first
        for hop in first..<track.peaks.count where track.peaks[hop] >= track.peaks[peakHop] {
            peakHop = hop
        }
        var (floor, floorHop) = (Float.infinity, first)
        for hop in first...peakHop {
            let level = track.peak(before: hop, hops: Self.calm)
            if level <= floor * 1.1 {
                floorHop = hop
            }
            floor = min(floor, level)
        }
        let peak = track.peaks[peakHop]
        let height = share * growth(peak, expected)
        let clearHeight = min(peak, floor + height * max(0, peak - floor))
        let hops = HopTrack.reach - Self.furthest...max(peakHop, HopTrack.reach - Self.furthest)
        let sudden = track.suddenRise(above: clearHeight, in: hops, times: Self.suddenness, rival: Self.rival)
        if let sudden, let frame = softerEdge(in: hops, before: sudden) {
            return Place(frame: frame, clear: frame, peak: peak, floor: floor)
        }
        let start = track.start(of: sudden ?? floorHop)
        let crossed = track.firstFrame(from: start, above: clearHeight) ?? start
        let clear = beyondNoise(crossed, in: track, clearHeight, peak)
        // Without the last 4 ms, which may already belong to the attack.
        let last = clear - 2 * Self.gap
        let near = track.peak(in: last - Self.calm * HearingSettings.hop..<last)
        let seenHeight = min(clearHeight, max(height * peak, Self.margin * max(floor, near)))
        let seen = track.followBack(from: clear, above: seenHeight, gap: Self.gap)
        let hidden = hidden(in: track, before: seen, height: height * peak, seen: seenHeight, peak: peak)
        return Place(frame: seen - hidden, clear: clear, peak: peak, floor: floor)
    }

    /// Noise that reached `height` before will do so again.
    private func beyondNoise(_ crossed: Int, in track: HopTrack, _ height: Float, _ peak: Float) -> Int {
        let noise = Self.margin * track.peak(in: Self.past(before: crossed))
        guard noise > height, noise < Self.loudestNoise * peak else {
            return crossed
        }
        return track.firstFrame(from: crossed, above: noise) ?? crossed
    }

    /// The 24 ms before a frame, without the last 0.5 ms, which may already belong to the attack.
    private static func past(before frame: Int) -> Range<Int> {
        frame - 1152..<frame - 24
    }

    /// Assumes that the attack rose as fast before as in its next doubling. No more than one doubling is extrapolated.
    private func hidden(in track: HopTrack, before seen: Int, height: Float, seen seenHeight: Float, peak: Float) -> Int
    {
        guard seenHeight > height, 2 * seenHeight <= peak,
            let twice = track.firstFrame(from: seen, above: 2 * seenHeight), twice - seen > Self.sudden
        else {
            return 0
        }
        return Int(min(Self.mostHidden, Float(twice - seen) * min(1, log2(seenHeight / height))))
    }

    private func growth(_ peak: Float, _ expected: Float) -> Float {
        min(pow(max(1, expected / max(peak, 1e-6)), Self.faith), Self.mostGrowth)
    }

    private func softerEdge(in hops: ClosedRange<Int>, before sudden: Int) -> Int? {
        let height = Self.edgeShare * edge.peak(before: HopTrack.reach, hops: Self.furthest)
        guard let hop = edge.suddenRise(above: height, in: hops, times: Self.suddenness, rival: Self.rival),
            hop < sudden
        else {
            return nil
        }
        return edge.firstFrame(from: edge.start(of: hop), above: height)
    }
}

/// A second-order Butterworth high-pass (bilinear transform, R. Bristow-Johnson's "Audio EQ Cookbook"). In Hz.
struct HighPass {
    private let (b0, b1, a1, a2): (Float, Float, Float, Float)
    private var (x1, x2, y1, y2): (Float, Float, Float, Float) = (0, 0, 0, 0)

    init(frequency: Double, rate: Double) {
        let angle = 2 * Double.pi * frequency / rate
        let slope = sin(angle) / 2.0.squareRoot()
        let scale = 1 + slope
        b0 = Float((1 + cos(angle)) / 2 / scale)
        b1 = Float(-(1 + cos(angle)) / scale)
        a1 = Float(-2 * cos(angle) / scale)
        a2 = Float((1 - slope) / scale)
    }

    mutating func next(_ sample: Float) -> Float {
        let result = b0 * (sample + x2) + b1 * x1 - a1 * y1 - a2 * y2
        (x2, x1, y2, y1) = (x1, sample, y1, result)
        return result
    }
}

/// A high-pass filtered track of the sound: its latest samples, and the peak of each hop.
struct HopTrack {
    /// Hops kept: the newest 56 ms.
    static let reach = 28
    /// They cover the swing of most low notes.
    private static let silence = 4

    /// The newest last, without samples that count as silence.
    private(set) var peaks = [Float](repeating: 0, count: HopTrack.reach)

    /// With samples that count as silence, so that sound that a click no longer masks does not look like a rise.
    private var background = [Float](repeating: 0, count: HopTrack.reach)

    private let sound = SoundHistory(frames: 16_384)
    private var filters: [HighPass]

    /// - Parameters:
    ///   - frequency: cutoff in Hz.
    ///   - steepness: filters in series, each with 12 dB an octave.
    init(above frequency: Double, steepness: Int) {
        let filter = HighPass(frequency: frequency, rate: Double(HearingSettings.rate))
        filters = [HighPass](repeating: filter, count: steepness)
    }

    var end: Int {
        sound.end
    }

    func start(of hop: Int) -> Int {
        sound.end - (peaks.count - hop) * HearingSettings.hop
    }

    /// Samples softer than `least` count as silence. Realtime-safe.
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

    /// Without samples that count as silence.
    func peak(in frames: Range<Int>) -> Float {
        sound.peak(in: frames)
    }

    /// Including samples that count as silence.
    func peak(before hop: Int, hops: Int) -> Float {
        var peak: Float = 0
        for index in max(0, hop - hops)..<hop {
            peak = max(peak, background[index])
        }
        return peak
    }

    func firstFrame(from frame: Int, above height: Float) -> Int? {
        (frame..<max(frame, sound.end)).first { abs(sound[$0]) >= height }
    }

    /// Over frames of at least `height` that are at most `gap` apart.
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

    /// The first rise that is about as sudden as the most sudden one: a finger snap has a soft sound before the loud
    /// one. Anything less sudden is a crackle. Nil if the sound only rises gradually.
    ///
    /// - Parameters:
    ///   - times: minimum ratio to the amplitude before.
    ///   - rival: minimum size in dB, as a fraction of the most sudden rise.
    func suddenRise(above height: Float, in hops: ClosedRange<Int>, times: Float, rival: Float) -> Int? {
        let most = hops.reduce(0) { max($0, suddenness(of: $1, above: height)) }
        let least = max(log(times), rival * most)
        return hops.first { suddenness(of: $0, above: height) >= least }
    }

    /// Logarithm of the ratio to the hops just before, if the sound rises above `height`; otherwise 0.
    private func suddenness(of hop: Int, above height: Float) -> Float {
        let before = peak(before: hop, hops: Self.silence)
        guard before < height, peaks[hop] >= height else {
            return 0
        }
        return log(max(peaks[hop], peaks[min(hop + 1, peaks.count - 1)]) / max(before, 1e-6))
    }
}
