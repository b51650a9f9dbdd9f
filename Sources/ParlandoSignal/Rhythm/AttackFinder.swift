import Foundation

/// Finds the beginning of an attack in the waveform, to the sample.
///
/// An attack begins where the amplitude first reaches a fraction of its peak. At the time of the search the peak is
/// often still to come, so that a sound softer than the instrument's usual strokes is assumed to grow. Other sound may
/// mask the beginning. The search therefore starts where the attack stands out and goes back as far as the attack can
/// be followed. The masked part before that is extrapolated from the rate at which the amplitude then rises.
///
/// A low thump is searched for in the full range of the microphone. If there was hum or footstep noise before, it is
/// searched for above 80 Hz only.
///
/// A sudden attack may follow a softer one (fingers snap twice within 20 ms). Noise masks the softer one, but seldom
/// above a few kilohertz, so that the softer one is also searched for in that range.
///
/// The amplitude of a low note falls to zero within each period, so that each swing of a note that still sounds looks
/// like an attack. In this case the prediction residual is used (`Ringing`).
final class AttackFinder {
    /// The attack that was found.
    struct Found {
        /// Frame at which the attack begins.
        let frame: Double
        /// Peak amplitude from the beginning of the attack to the newest frame.
        let peak: Float
        /// Peak amplitude of the quietest 6 ms shortly before the attack's peak.
        let floor: Float
        /// Peak amplitude in the 24 ms before the attack stands out, a time longer than one swing of a low note.
        let before: Float
        /// Peak prediction residual (see `Ringing`).
        let residual: Float
    }

    /// Maximum distance of a sudden rise from the newest hop, in hops. Fingers snap twice within 20 ms.
    private static let furthest = 22
    /// Minimum ratio of a sudden rise to the amplitude of the hops before it.
    private static let suddenness: Float = 4
    /// Minimum size of a sudden rise in decibels, as a fraction of the size of the most sudden rise nearby. Smaller
    /// rises are not considered as the beginning of an attack.
    private static let rival: Float = 0.7
    /// Minimum amplitude of the edge of a softer attack, as a fraction of the loudest edge. It is low enough to find an
    /// edge that begins near the end of a hop.
    private static let edgeShare: Float = 0.2
    /// Number of hops over which the amplitude before an attack is measured. Several hops are needed, because a low
    /// note swings slowly.
    private static let calm = 3
    /// Fraction of the difference between a sound's and the instrument's loudness, in decibels, by which the sound is
    /// assumed still to grow. A regression on performances made for training gave 0.9 for struck, blown and bowed
    /// instruments.
    private static let faith: Float = 0.9
    /// Maximum factor by which a sound is assumed to grow. The factor is limited because the sound may be a soft
    /// stroke, which does not reach the instrument's usual loudness.
    private static let mostGrowth: Float = 6

    /// Minimum ratio of an attack's amplitude to that of the earlier sound while the attack is followed back. No swing
    /// of the earlier sound is that loud.
    private static let margin: Float = 1.2
    /// Maximum amplitude of noise before an attack, as a fraction of the attack's peak. Anything louder is a note that
    /// still sounds.
    private static let loudestNoise: Float = 0.5
    /// Maximum number of silent frames across which an attack is followed back: 2 ms. Low notes cross zero; crackles of
    /// noise are further apart.
    private static let gap = 96
    /// Doubling time in frames, 0.5 ms. If the amplitude of an attack doubles within this time, none of its beginning
    /// is masked.
    private static let sudden = 24
    /// Maximum estimate of the number of frames at the beginning of an attack that other sound masks: 1.5 ms.
    private static let mostHidden: Float = 72
    /// Maximum amplitude of silence before an attack, as a fraction of the amplitude at which the attack begins.
    private static let silence: Float = 0.5
    /// Minimum amplitude of an earlier note that may mask the beginning, as a fraction of the attack's peak.
    private static let ringing: Float = 0.25
    /// Minimum prediction residual of an attack, as a fraction of its peak. The attack begins at the first frame with a
    /// larger residual. If there is none, the apparent attack is part of the earlier sound, which predicted it.
    private static let unforetold: Float = 0.12
    /// Minimum distance in frames, 6 ms, between the beginnings found in the residual and in the envelope for the
    /// residual to be used. It is half the period of most low notes.
    private static let displaced = 288

    private var all = HopTrack(above: 25, steepness: 1)
    private var body = HopTrack(above: 80, steepness: 1)
    private var edge = HopTrack(above: 2500, steepness: 2)
    private var ringing = Ringing()

    /// Processes the hop that ends before frame `end`.
    ///
    /// - Parameter least: amplitude of the loudspeaker's sound that may be left over. No attack begins below it.
    func listen(to sound: SoundHistory, until end: Int, least: Float) {
        all.listen(to: sound, until: end, least: least)
        body.listen(to: sound, until: end, least: least)
        edge.listen(to: sound, until: end, least: least)
        ringing.listen(to: sound, until: end)
    }

    /// Ratio of the newest hop's peak amplitude to that of the 26 ms that ended 2 ms before the hop, a time longer than
    /// one swing of a low note.
    var jump: Float {
        newest / max(body.peak(before: HopTrack.reach - 2, hops: 13), 1e-6)
    }

    /// Returns whether the newest 8 ms are louder than the 8 ms before, but softer than `amplitude`.
    func grows(below amplitude: Float) -> Bool {
        let before = body.peak(before: HopTrack.reach - 4, hops: 4)
        let newest = body.peak(before: HopTrack.reach, hops: 4)
        return before < newest && newest < amplitude
    }

    /// Peak prediction residual of the newest hop (see `Ringing`), counted only where a low note rang before.
    var residual: Float {
        ringing.lowNoteResidual(in: 1)
    }

    /// Peak amplitude of the newest hop.
    var newest: Float {
        body.peaks[HopTrack.reach - 1]
    }

    /// Finds the attack of the newest loud sound.
    ///
    /// - Parameters:
    ///   - share: fraction of its peak at which the attack begins.
    ///   - expected: typical peak amplitude of the instrument's strokes; 0 if unknown.
    ///   - latest: maximum distance of the peak from the newest hop, in hops. The beginning has the same limit, unless
    ///     it is a sudden rise.
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

    /// The position of an attack in one of the tracks.
    private struct Place {
        let frame: Int
        /// Frame at which the attack stands out from the sound before it. Never earlier than `frame`.
        let clear: Int
        let peak: Float
        let floor: Float
    }

    /// Finds where an attack stands out in a track, and follows it back from there to its beginning.
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
        // The earlier sound shortly before, without the last 4 ms, which may already belong to the attack.
        let last = clear - 2 * Self.gap
        let near = track.peak(in: last - Self.calm * HearingSettings.hop..<last)
        let seenHeight = min(clearHeight, max(height * peak, Self.margin * max(floor, near)))
        let seen = track.followBack(from: clear, above: seenHeight, gap: Self.gap)
        let hidden = hidden(in: track, before: seen, height: height * peak, seen: seenHeight, peak: peak)
        return Place(frame: seen - hidden, clear: clear, peak: peak, floor: floor)
    }

    /// Returns the frame at which an attack stands out from noise, given that it exceeds `height` at `crossed`. If
    /// noise reached `height` in the 24 ms before, it will do so again, so that only a louder sound stands out.
    private func beyondNoise(_ crossed: Int, in track: HopTrack, _ height: Float, _ peak: Float) -> Int {
        let noise = Self.margin * track.peak(in: Self.past(before: crossed))
        guard noise > height, noise < Self.loudestNoise * peak else {
            return crossed
        }
        return track.firstFrame(from: crossed, above: noise) ?? crossed
    }

    /// Returns the 24 ms before a frame, without the last 0.5 ms, which may already belong to the attack.
    private static func past(before frame: Int) -> Range<Int> {
        frame - 1152..<frame - 24
    }

    /// Estimates for how many frames the attack had lasted before it became detectable above the earlier sound. The
    /// estimate assumes that the attack rose as fast before that moment as after it. The rate of the rise is measured
    /// over one doubling of the amplitude, so no more than one doubling is extrapolated.
    private func hidden(in track: HopTrack, before seen: Int, height: Float, seen seenHeight: Float, peak: Float) -> Int
    {
        guard seenHeight > height, 2 * seenHeight <= peak,
            let twice = track.firstFrame(from: seen, above: 2 * seenHeight), twice - seen > Self.sudden
        else {
            return 0
        }
        return Int(min(Self.mostHidden, Float(twice - seen) * min(1, log2(seenHeight / height))))
    }

    /// Returns the factor by which the peak amplitude of a sound is assumed still to grow: 1 if it has reached the
    /// `expected` amplitude, at most `mostGrowth`.
    private func growth(_ peak: Float, _ expected: Float) -> Float {
        min(pow(max(1, expected / max(peak, 1e-6)), Self.faith), Self.mostGrowth)
    }

    /// Returns the frame of a soft edge before a sudden attack; nil if there is none.
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

/// A second-order Butterworth high-pass filter (bilinear transform, as in R. Bristow-Johnson's "Audio EQ Cookbook").
struct HighPass {
    private let (b0, b1, a1, a2): (Float, Float, Float, Float)
    private var (x1, x2, y1, y2): (Float, Float, Float, Float) = (0, 0, 0, 0)

    /// - Parameters:
    ///   - frequency: cutoff frequency in Hz.
    ///   - rate: sample rate in Hz.
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
