import ParlandoCore

/// Run of frames with its place according to the container. Stamps are in seconds, or nil if the container does not
/// state them.
struct StampedRun {
    let run: SoundRun
    let stamp: Double?
    /// End of the packet before it, as the container states it. A gap that the container itself declares is no loss.
    var previousEnd: Double?
    var isAfterDamage = false
    /// Stamp of the first packet after the previous run that could not be decoded.
    var damageStart: Double?
}

/// Places the runs of a recording at their own times. Between its pieces there is silence, which is made piece by
/// piece. All times are in seconds.
///
/// Stamps come from outside and may be wrong. A jump counts only if the stamps after it keep to it for some seconds. If
/// the clock jumps back, or further than is plausible, the next piece follows without a gap. Not thread-safe.
struct SoundTimeline {
    private enum Piece {
        case silence(frames: Int, SoundFormat)
        case sound(SoundRun)
    }

    private struct Place {
        let start: Double
        let end: Double
        /// Of what is lost within the place.
        let seconds: Double
    }

    /// Of a film's audio.
    static let mostLateness = 4 * 3600.0
    private static let mostGap = 3600.0
    private static let mostSilence = 8 * 3600.0
    /// Deviation of a stamp that is ignored.
    private static let tolerance = 0.1
    /// The same after damage.
    private static let toleranceAfterDamage = 0.02
    /// Time after damage in which a gap is taken for its consequence.
    private static let aftermath = 1.0
    /// Counts as a loss although nothing else tells of damage.
    private static let leastGap = 0.25
    /// The same for codecs that pause in silence, which leave shorter gaps.
    private static let leastGapWithPauses = 0.5
    /// That the user is told of: more than a frame, which is cut where recordings are joined.
    private static let leastLoss = 0.08
    private static let nearby = 1.0
    /// Share of a place that is lost if nothing of the place could be read.
    private static let wholeShare = 0.95
    private static let mostPlaces = 1000
    /// Minimum mean duration of the sound between gaps, after so many gaps. Less than any codec's frame means that the
    /// stamps are wrong.
    private static let leastPiece = 0.002
    private static let fewGaps = 3
    /// Deviation of a stamp that is checked with the stamps after it.
    private static let leastJump = 2.0
    /// Maximum deviation of a stamp with which it still belongs to a clock.
    private static let sameClock = 1.0
    /// Duration of the sound that is held until a jump is certain.
    private static let trial = 6.0
    /// Number of samples.
    private static let mostHeld = 4_000_000

    private let leastGap: Double
    /// Stamp of the recording's beginning; nil before the first stamp.
    private var origin: Double?
    private var position = 0.0
    private var silence = 0.0
    private var gaps = 0
    /// There were more gaps than the sound between them allows. The stamps are ignored from then on.
    private var isTorn = false
    private var hasBegun = false
    /// Duration of the sound since the last damage.
    private var calm = Double.infinity
    private var ready: [Piece] = []
    /// Runs after a jump that is not certain yet.
    private var held: [StampedRun] = []
    private var heldSeconds = 0.0
    private var heldSamples = 0
    private var places: [Place] = []
    /// Seconds of sound before the first implausible jump of the time stamps; nil if there is none.
    private(set) var clockJump: Double?
    /// Whether there was damage before sound that could be read.
    private(set) var wasDamaged = false

    /// - Parameters:
    ///   - origin: timestamp at which the recording begins; nil to take that of the first run.
    ///   - pauses: whether the codec leaves short gaps where nobody speaks.
    init(origin: Double?, pauses: Bool = false) {
        self.origin = origin
        leastGap = pauses ? Self.leastGapWithPauses : Self.leastGap
    }

    var lost: [LostSound] {
        places.filter { $0.seconds >= Self.leastLoss }.map { place in
            let isWhole = place.seconds >= Self.wholeShare * (place.end - place.start)
            return LostSound(start: place.start, end: place.end, isWhole: isWhole)
        }
    }

    /// Returns nil if more has to be added before a place is certain.
    mutating func next() -> SoundRun? {
        switch ready.first {
        case nil:
            return nil
        case .sound(let run):
            ready.removeFirst()
            return run
        case .silence(let frames, let format):
            let count = min(frames, max(1, format.rate / 10))
            if frames > count {
                ready[0] = .silence(frames: frames - count, format)
            } else {
                ready.removeFirst()
            }
            return SoundRun(format: format, samples: [Float](repeating: 0, count: count * format.channels), isGap: true)
        }
    }

    mutating func add(_ next: StampedRun) {
        guard !isTorn else {
            place(StampedRun(run: next.run, stamp: nil, isAfterDamage: next.isAfterDamage))
            return
        }
        if let begin = held.first?.stamp, let stamp = next.stamp {
            if abs(deviation(of: stamp) - heldSeconds) < Self.sameClock {
                settle(isJump: false)
            } else if abs(stamp - begin - heldSeconds) > Self.sameClock {
                settle(isJump: true)
            }
        }
        let isJump = next.stamp.map { abs(deviation(of: $0)) > Self.leastJump } ?? false
        guard isJump || !held.isEmpty else {
            place(next)
            return
        }
        held.append(next)
        heldSeconds += next.run.seconds
        heldSamples += next.run.samples.count
        if heldSeconds >= Self.trial || heldSamples >= Self.mostHeld {
            settle(isJump: true)
        }
    }

    mutating func finish(damageEnd: Double?) {
        settle(isJump: true)
        if let damageEnd, let origin, hasBegun, (0...Self.mostGap).contains(damageEnd - origin - position) {
            lose(position, damageEnd - origin, seconds: damageEnd - origin - position)
        }
    }

    // MARK: Placing

    /// From the stamp that would follow what has been placed.
    private func deviation(of stamp: Double) -> Double {
        stamp - (origin ?? stamp) - position
    }

    private mutating func settle(isJump: Bool) {
        let runs = held
        held = []
        (heldSeconds, heldSamples) = (0, 0)
        for run in runs {
            place(isJump ? run : StampedRun(run: run.run, stamp: nil, isAfterDamage: run.isAfterDamage))
        }
    }

    private mutating func place(_ next: StampedRun) {
        if next.isAfterDamage {
            calm = 0
            wasDamaged = wasDamaged || hasBegun
        }
        if let stamp = next.stamp, !isTorn {
            follow(stamp, next)
        }
        ready.append(.sound(next.run))
        position += next.run.seconds
        calm += next.run.seconds
        hasBegun = true
    }

    private mutating func follow(_ stamp: Double, _ next: StampedRun) {
        let start = origin ?? stamp
        let gap = stamp - start - position
        let isDamaged = calm < Self.aftermath
        origin = start
        if gap < -Self.sameClock || gap > (hasBegun ? Self.mostGap : Self.mostLateness)
            || silence + gap > Self.mostSilence
        {
            origin = stamp - position
            if gap > 0 {
                clockJump = clockJump ?? position
            }
            if isDamaged, hasBegun {
                lose(position, position, seconds: Self.leastLoss)
            }
        } else if gap > (isDamaged ? Self.toleranceAfterDamage : Self.tolerance) {
            let end = position + gap
            if hasBegun {
                let isDeclared = next.previousEnd.map { abs($0 - stamp) < Self.tolerance } ?? false
                if isDamaged || gap >= leastGap && !isDeclared {
                    lose(position, end, seconds: gap)
                }
            } else if let damageStart = next.damageStart, damageStart - start < end {
                let begin = max(position, damageStart - start)
                lose(begin, end, seconds: end - begin)
            }
            let frames = Int(gap * Double(next.run.format.rate), within: 0...Int.max / 2)
            ready.append(.silence(frames: frames, next.run.format))
            position += Double(frames) / Double(max(1, next.run.format.rate))
            silence += gap
            gaps += 1
            if gaps >= Self.fewGaps, position - silence < Double(gaps) * Self.leastPiece {
                isTorn = true
                clockJump = clockJump ?? position
            }
        }
    }

    /// Losses that are near each other become one place.
    private mutating func lose(_ start: Double, _ end: Double, seconds: Double) {
        if let last = places.last, start - last.end < Self.nearby || places.count >= Self.mostPlaces {
            places[places.count - 1] = Place(start: last.start, end: end, seconds: last.seconds + seconds)
        } else {
            places.append(Place(start: start, end: end, seconds: seconds))
        }
    }
}
