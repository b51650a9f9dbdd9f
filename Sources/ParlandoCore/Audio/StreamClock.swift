/// Estimates when each frame of an audio stream is heard or captured, from the positions that the device reports. Each
/// estimate states its uncertainty.
///
/// A report that deviates by more than chance starts a rival estimate. If later reports agree with the rival, the
/// latency has changed, as a sound server's does when another program starts or stops playing. The rival's offset is
/// adopted, and counts as uncertain as long as errors of a sound server last.
///
/// A rival whose rate no device can have waits for a timeout. PulseAudio's client library smooths the latency over five
/// seconds: on a busy computer, one wrong answer makes the reports drift by up to a tenth of that time, although the
/// sound goes on normally. At the start that library was seen to report a latency of 4 ms with 100 ms of sound in the
/// buffer. Such impossible reports are used only in the first two seconds, until the first possible one, which begins
/// anew.
public struct StreamClock: Sendable {
    /// A report agrees if it is within this many standard deviations.
    private static let gate = 3.0
    /// Seconds for which reports must agree with a rival before it wins.
    private static let secondsOfProof = 0.5
    /// Largest plausible difference from the nominal rate: three times the tolerance of the least accurate crystals
    /// (1000 ppm, IEC 60958-3, level II).
    private static let largestRate = 0.003
    /// Seconds after which impossible reports, and any rival, are accepted.
    private static let timeoutSeconds = 2 * ClockFilter.memory
    /// Standard deviation in seconds that is added while reports may be wrong. After a start, a change of latency or a
    /// drift they can be off by tens of milliseconds.
    private static let unsettled = 0.03

    /// Seconds of the start phase. In it impossible reports are used, a rival wins sooner, and doubtful estimates are
    /// published too.
    private static let youth = 2.0
    /// Shortest interval between two published clock fits, and longest if the fit has not changed, in seconds.
    private static let publication = 0.2...1.0

    /// An estimate from the reports that disagree with the current one.
    private struct Rival {
        /// Share of the latest reports that must disagree with the current estimate.
        private static let least = 0.5
        private static let weight = 0.125

        var filter: ClockFilter
        let begin: Double
        private var share = 1.0

        init(_ filter: ClockFilter) {
            self.filter = filter
            begin = filter.seconds
        }

        /// Returns whether the rival is kept.
        ///
        /// - Parameter isStray: whether a report disagreed with the current estimate.
        mutating func note(isStray: Bool) -> Bool {
            share += Self.weight * ((isStray ? 1 : 0) - share)
            return share >= Self.least
        }
    }

    /// Whether the latest report was ignored, as impossible or in disagreement.
    public private(set) var isDoubtful = false

    private let nominalRate: Double
    private var origin: (time: HostTime, frame: Double)?
    private var now = 0.0
    private var filter: ClockFilter?
    /// Seconds from the first report to the latest change of latency.
    private var change = 0.0
    private var rival: Rival?
    private var strayingSince: Double?
    private var impossibleSince: Double?
    /// Whether a possible report has been used.
    private var isFounded = false
    /// Whether the initial errors of a sound server have ended.
    private var isSeasoned = false
    private var published: (map: TimeMap, seconds: Double)?
    private var isAwaited = false

    /// - Parameter nominalRate: Hz.
    public init(nominalRate: Int) {
        self.nominalRate = Double(nominalRate)
    }

    /// The clock fit; nil before the first report.
    public var map: TimeMap? {
        guard let origin, let filter else {
            return nil
        }
        let unsettled = isSettled ? 0 : Self.unsettled
        return TimeMap(
            anchorFrame: origin.frame + (filter.seconds + filter.offset) * nominalRate,
            anchorTime: origin.time.advanced(by: filter.seconds), rate: nominalRate * (1 + filter.rate),
            uncertainty: (filter.uncertainty * filter.uncertainty + unsettled * unsettled).squareRoot(),
            rateUncertainty: filter.rateVariance.squareRoot())
    }

    /// Whether errors of a sound server after a change of latency have ended, and reports agree.
    private var isSettled: Bool {
        now - change >= ClockFilter.memory && !isContested
    }

    /// Whether reports have disagreed for longer than chance explains.
    private var isContested: Bool {
        strayingSince.map { now - $0 >= Self.secondsOfProof } ?? false
    }

    /// Takes a report that `frame` was played or captured at `time`. Times must not decrease.
    ///
    /// - Parameter isPossible: false if the reported latency is shorter than the device's buffer holds.
    public mutating func take(frame: Double, at time: HostTime, isPossible: Bool = true) {
        let origin = origin ?? (time, frame)
        self.origin = origin
        now = time.seconds(since: origin.time)
        let offset = (frame - origin.frame) / nominalRate - now
        isDoubtful = !(isUsed(isPossible) && agrees(offset))
    }

    /// Frames by which a position is ahead of the clock fit; nil before the first report.
    public func lead(of frame: Double, at time: HostTime) -> Double? {
        map.map { frame - $0.frame(at: time) }
    }

    /// Shifts the fit after a change of latency: positions are `frames` higher from `time` on.
    public mutating func shift(by frames: Double, at time: HostTime) {
        now = origin.map { time.seconds(since: $0.time) } ?? now
        filter?.move(by: frames / nominalRate)
        noteChange()
    }

    /// `nextMap` then returns the fit after the next report that is used.
    public mutating func publishSoon() {
        isAwaited = true
    }

    /// The fit if it is to be published now: regularly, and sooner if it moved by more than its uncertainty. While
    /// reports are impossible or contradict it, it is published only at the start, where a first one is needed, and once
    /// to say that it is in doubt.
    public mutating func nextMap() -> TimeMap? {
        let isYoung = now < Self.youth
        let isRecent = published.map { now - $0.seconds < Self.publication.lowerBound } ?? false
        guard isAwaited || !isRecent, let map, let filter else {
            return nil
        }
        var interval = isYoung ? Self.publication.lowerBound : Self.publication.upperBound
        if let last = published?.map {
            let move = abs(last.time(of: map.anchorFrame).seconds(since: map.anchorTime))
            let isNews = isContested && last.uncertainty < Self.unsettled
            guard isYoung || !isDoubtful || isNews else {
                return nil
            }
            interval = isNews || move > filter.uncertainty ? Self.publication.lowerBound : interval
        }
        guard isAwaited || now - (published?.seconds ?? 0) >= interval else {
            return nil
        }
        isAwaited = false
        published = (map, now)
        return map
    }

    // MARK: Decisions

    /// The first possible report discards what impossible ones have given.
    private mutating func isUsed(_ isPossible: Bool) -> Bool {
        let since = isPossible ? nil : impossibleSince ?? now
        impossibleSince = since
        guard since.map({ now - $0 >= Self.timeoutSeconds }) ?? true else {
            return now <= Self.youth && !isFounded
        }
        if !isFounded {
            isFounded = true
            filter = nil
        }
        return true
    }

    /// Updates the estimate or, if the report disagrees, a rival. Returns whether the estimate was updated.
    private mutating func agrees(_ offset: Double) -> Bool {
        guard var current = filter else {
            filter = ClockFilter(offset: offset, at: now)
            change = now
            published = nil
            isSeasoned = false
            return true
        }
        current.advance(to: now)
        if !isSeasoned, now - change >= ClockFilter.memory {
            isSeasoned = true
            current.forgetRate()
        }
        let isStray = abs(offset - current.offset) > Self.gate * current.spread
        if isStray {
            filter = current
            strayingSince = strayingSince ?? now
            follow(offset, beside: current)
            return adoptRival()
        }
        current.take(offset)
        filter = current
        if rival?.note(isStray: false) != true {
            rival = nil
            strayingSince = nil
        }
        return true
    }

    private mutating func follow(_ offset: Double, beside current: ClockFilter) {
        guard var rival, rival.note(isStray: true) else {
            self.rival = Rival(ClockFilter(offset: offset, unexplainedBy: current))
            return
        }
        rival.filter.advance(to: now)
        if abs(offset - rival.filter.offset) > Self.gate * rival.filter.spread {
            rival = Rival(ClockFilter(offset: offset, unexplainedBy: current))
        } else {
            rival.filter.take(offset)
        }
        self.rival = rival
    }

    /// Returns whether a rival has replaced the estimate, because enough reports agree with it or the timeout is over.
    private mutating func adoptRival() -> Bool {
        guard let rival, var current = filter else {
            return false
        }
        let isOverdue = now - (strayingSince ?? now) >= Self.timeoutSeconds
        guard isOverdue || isProven(rival) else {
            return false
        }
        let isAbsurd = isOverdue && abs(rival.filter.rate) > Self.largestRate
        current.adopt(rival.filter, withRate: isAbsurd || abs(current.rate) > Self.largestRate)
        filter = current
        noteChange()
        return true
    }

    private func isProven(_ rival: Rival) -> Bool {
        let seconds = now - rival.begin
        guard seconds < Self.secondsOfProof else {
            let doubt = 2 * rival.filter.rateVariance.squareRoot()
            return abs(rival.filter.rate) + doubt <= Self.largestRate
        }
        // In the start phase, a rival wins once it has lasted for as long as the estimate before it.
        return now < Self.youth && seconds >= rival.begin - change
    }

    private mutating func noteChange() {
        change = now
        rival = nil
        strayingSince = nil
    }
}
