import Foundation

/// Finds in the waveform where an attack begins, to the sample.
///
/// An attack begins where the amplitude first reaches a share of its peak. The peak is often still to come when that is
/// asked: what is softer than the instrument is believed to grow. What still sounds hides the beginning: where the
/// attack stands out is found first, then how far back it can be followed, and what is still hidden there is made up for
/// by how fast it rises once it is heard.
///
/// A thump begins so low that it is looked for in all that a microphone hears; where that was not silent before, as the
/// mains or steps are not, only above 80 Hz.
///
/// A sudden attack may have a softer one shortly before it (fingers snap twice within 20 ms), which noise hides, but
/// seldom above a few kilohertz: there it is looked for once more.
///
/// A low note falls silent within each period, so that each swing of one that still sounds seems to begin. What it does
/// not foretell is the attack there (`Ringing`).
final class AttackFinder {
    /// What was found.
    struct Found {
        /// Where it begins.
        let frame: Double
        /// Largest amplitude from there to the newest frame.
        let peak: Float
        /// Amplitude before it.
        let floor: Float
        /// Largest amplitude of the 24 ms before it stands out: longer than the swing of a low note.
        let before: Float
        /// Root mean square since it stands out over that of the 24 ms or, if that is more, the 12 ms before.
        let swell: Float
        /// Amplitude that what rang before did not foretell…
        let newness: Float
        /// …and the same where that was a low note, shortly after it begins.
        let newnessBesideLowNote: Float
        /// Whether it is no louder than what rang before, which foretold it.
        let isForetold: Bool
    }

    /// Hops before the newest one in which a sudden rise may lie: fingers snap twice within 20 ms.
    private static let furthest = 22
    /// How much louder than the hops before a sudden rise is.
    private static let suddenness: Float = 4
    /// How sudden it is in decibels, as a share of the most sudden one.
    private static let rival: Float = 0.7
    /// How loud the edge of a softer attack is, as a share of the loudest edge: also where it begins late in a hop.
    private static let edgeShare: Float = 0.2
    /// Hops over which the amplitude before an attack is taken: a low note swings slowly.
    private static let calm = 3
    /// By how much of what it lacks of the loudness of the instrument a sound will grow, in decibels: on performances made
    /// for training a regression gave 0.9 with struck, blown and bowed ones.
    private static let faith: Float = 0.9
    /// The most that a sound is believed to grow by: it may be a soft stroke.
    private static let mostGrowth: Float = 6

    /// How far above what sounded before an attack is followed back: no swing of that reaches so high.
    private static let margin: Float = 1.2
    /// As a share of the peak of an attack: what is louder before it is no noise, but a note that still sounds.
    private static let loudestNoise: Float = 0.5
    /// Frames of silence across which it is followed back, 2 ms: low notes swing through zero, noise crackles farther off.
    private static let gap = 96
    /// What doubles within so many frames, half a millisecond, hides nothing.
    private static let sudden = 24
    /// Frames of its beginning that may be hidden, 1.5 ms.
    private static let mostHidden: Float = 72
    /// Silent is what stays below that part of the share of its peak at which an attack begins.
    private static let silence: Float = 0.5
    /// As a share of the peak of an attack: a note that rings before it and is louder may hide where it begins.
    private static let ringing: Float = 0.25
    /// As a share of its peak: what is not foretold and louder is its beginning, and what has none louder is foretold.
    private static let unforetold: Float = 0.12
    /// Frames, 6 ms, by which its beginning is elsewhere than its envelope says before that is believed: half the period
    /// of most low notes.
    private static let displaced = 288
    /// As a share of its peak: what was louder before may have foretold it.
    private static let lasting: Float = 0.7

    /// Frames after its beginning, 25 ms, in which what is new beside a low note is its own, and not the next note's: the
    /// longest period of a low note.
    private static let own = 1200

    private var all = HopTrack(above: 25, steepness: 1)
    private var body = HopTrack(above: 80, steepness: 1)
    private var edge = HopTrack(above: 2500, steepness: 2)
    private var ringing = Ringing()

    /// Follows the sound for the hop that ends before frame `end`.
    ///
    /// - Parameter least: amplitude of what may be left of the loudspeaker's sound: no attack begins below it.
    func listen(to sound: SoundHistory, until end: Int, least: Float) {
        all.listen(to: sound, until: end, least: least)
        body.listen(to: sound, until: end, least: least)
        edge.listen(to: sound, until: end, least: least)
        ringing.listen(to: sound, until: end)
    }

    /// How much the newest hop stands out from the 26 ms that ended 2 ms before it: longer than the swing of a low note.
    var jump: Float {
        newest / max(body.peak(before: HopTrack.reach - 2, hops: 13), 1e-6)
    }

    /// Whether the newest 8 ms are louder than the 8 ms before, and softer than that.
    func grows(below amplitude: Float) -> Bool {
        let before = body.peak(before: HopTrack.reach - 4, hops: 4)
        let newest = body.peak(before: HopTrack.reach, hops: 4)
        return before < newest && newest < amplitude
    }

    /// Amplitude in the newest hop that a low note which rang before did not foretell.
    var newness: Float {
        ringing.newnessBesideLowNote(in: 1)
    }

    /// Largest amplitude of the newest hop.
    var newest: Float {
        body.peaks[HopTrack.reach - 1]
    }

    /// The attack of the newest loud sound.
    ///
    /// - Parameters:
    ///   - share: of its peak at which it begins.
    ///   - expected: amplitude that strokes of the instrument reach; 0: that is not known.
    ///   - latest: hops before the newest one in which its peak may be, and its beginning unless that is sudden.
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
        let newness = ringing.newness(in: latest)
        return Found(
            frame: Double(frame), peak: above.peak, floor: above.floor, before: before,
            swell: swell(at: above.clear), newness: newness,
            newnessBesideLowNote: ringing.newnessBesideLowNote(in: frame - Self.sudden..<frame + Self.own),
            isForetold: before >= Self.lasting * above.peak && newness < Self.unforetold * above.peak)
    }

    /// An attack as one of the tracks has it.
    private struct Place {
        let frame: Int
        /// Where it stands out from what sounded before: there, or later.
        let clear: Int
        let peak: Float
        let floor: Float
    }

    /// Where an attack stands out in one of the tracks, and from there back where it begins.
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
        // The swings of what sounded shortly before, but for the last 4 ms, which may be the attack's own.
        let last = clear - 2 * Self.gap
        let near = track.peak(in: last - Self.calm * HearingSettings.hop..<last)
        let seenHeight = min(clearHeight, max(height * peak, Self.margin * max(floor, near)))
        let seen = track.followBack(from: clear, above: seenHeight, gap: Self.gap)
        let hidden = hidden(in: track, before: seen, height: height * peak, seen: seenHeight, peak: peak)
        return Place(frame: seen - hidden, clear: clear, peak: peak, floor: floor)
    }

    /// Where an attack stands out that seems to at `crossed`. Noise that reached `height` in the 24 ms before crackles on:
    /// only what is louder than all of it stands out.
    private func beyondNoise(_ crossed: Int, in track: HopTrack, _ height: Float, _ peak: Float) -> Int {
        let noise = Self.margin * track.peak(in: Self.past(before: crossed))
        guard noise > height, noise < Self.loudestNoise * peak else {
            return crossed
        }
        return track.firstFrame(from: crossed, above: noise) ?? crossed
    }

    /// By how much the root mean square grows at a frame; see `Found.swell`.
    private func swell(at clear: Int) -> Float {
        let past = Self.past(before: clear)
        let before = max(body.level(in: past), body.level(in: past.suffix(past.count / 2)))
        return body.level(in: clear..<max(clear, body.end)) / max(before, 1e-6)
    }

    /// The 24 ms before a frame, but for the last half of one, which may be the attack's own.
    private static func past(before frame: Int) -> Range<Int> {
        frame - 1152..<frame - 24
    }

    /// Frames that an attack took from the height at which it begins to the one at which it is seen, if it rose as fast as
    /// it does from there on. It was seen to double, so no more than a doubling is made up for.
    private func hidden(in track: HopTrack, before seen: Int, height: Float, seen seenHeight: Float, peak: Float) -> Int
    {
        guard seenHeight > height, 2 * seenHeight <= peak,
            let twice = track.firstFrame(from: seen, above: 2 * seenHeight), twice - seen > Self.sudden
        else {
            return 0
        }
        return Int(min(Self.mostHidden, Float(twice - seen) * min(1, log2(seenHeight / height))))
    }

    /// How many times louder a sound will probably become.
    private func growth(_ peak: Float, _ expected: Float) -> Float {
        min(pow(max(1, expected / max(peak, 1e-6)), Self.faith), Self.mostGrowth)
    }

    /// Where a sudden attack began to sound softly, before it was heard to.
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
