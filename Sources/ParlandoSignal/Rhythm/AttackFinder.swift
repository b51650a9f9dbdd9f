import Foundation

/// Finds in the waveform where an attack begins, to the sample.
///
/// An attack begins where the amplitude first reaches a share of its peak above what sounded before. The peak is often
/// still to come when that is asked: what is softer than the instrument is believed to grow. Low rumble is left out, so
/// that a heavy step or the mains do not hide it.
///
/// A sudden attack may have a softer one shortly before it (fingers snap twice within 20 ms), which noise hides, but
/// seldom above a few kilohertz: there it is looked for once more.
final class AttackFinder {
    /// What was found.
    struct Found {
        /// Where it begins.
        let frame: Double
        /// Largest amplitude from there to the newest frame.
        let peak: Float
        /// Amplitude just before.
        let floor: Float
        /// Largest amplitude of the 24 ms before: longer than the swing of a low note.
        let before: Float
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
    /// for training a regression gave 0.78 with mostly struck instruments, 0.86 with mostly blown and bowed ones.
    private static let faith: Float = 0.8
    /// The most that a sound is believed to grow by: it may be a soft stroke.
    private static let mostGrowth: Float = 6

    private let body = HopTrack(above: 80, steepness: 1)
    private let edge = HopTrack(above: 2500, steepness: 2)

    /// Follows the sound for the hop that ends before frame `end`.
    func listen(to sound: SoundHistory, until end: Int) {
        body.listen(to: sound, until: end)
        edge.listen(to: sound, until: end)
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
        let peaks = body.peaks
        let first = max(Self.calm, peaks.count - latest)
        var peakHop = first
        for hop in first..<peaks.count where peaks[hop] >= peaks[peakHop] {
            peakHop = hop
        }
        var (floor, floorHop) = (Float.infinity, first)
        for hop in first...peakHop {
            let level = body.peak(before: hop, hops: Self.calm)
            if level <= floor * 1.1 {
                floorHop = hop
            }
            floor = min(floor, level)
        }
        let peak = peaks[peakHop]
        let height = min(peak, floor + share * growth(peak, expected) * max(0, peak - floor))
        let frame = beginning(height, peakHop, otherwise: floorHop)
        return Found(frame: Double(frame), peak: peak, floor: floor, before: body.peak(in: frame - 1152..<frame - 24))
    }

    /// How many times louder a sound will probably become.
    private func growth(_ peak: Float, _ expected: Float) -> Float {
        min(pow(max(1, expected / max(peak, 1e-6)), Self.faith), Self.mostGrowth)
    }

    /// The frame in which an attack begins that reaches the height, and its peak in the hop `last`.
    private func beginning(_ height: Float, _ last: Int, otherwise calmest: Int) -> Int {
        let first = HopTrack.reach - Self.furthest
        let sudden =
            first <= last
            ? body.suddenRise(above: height, in: first...last, times: Self.suddenness, rival: Self.rival) : nil
        if let sudden, let frame = softerEdge(in: first...last, before: sudden) {
            return frame
        }
        let hop = sudden ?? calmest
        return body.firstFrame(from: hop, above: height) ?? body.start(of: hop)
    }

    /// Where a sudden attack began to sound softly, before it was heard to.
    private func softerEdge(in hops: ClosedRange<Int>, before sudden: Int) -> Int? {
        let height = Self.edgeShare * edge.peak(before: HopTrack.reach, hops: Self.furthest)
        guard let hop = edge.suddenRise(above: height, in: hops, times: Self.suddenness, rival: Self.rival),
            hop < sudden
        else {
            return nil
        }
        return edge.firstFrame(from: hop, above: height)
    }
}
