/// Estimates when each frame of an audio stream is heard or captured, from the positions that the device reports. Free
/// of side effects.
///
/// Each estimate (`TimeMap`) contains its uncertainty, so that its users can decide whether it is accurate enough.
///
/// A report that deviates from the estimate by more than chance explains is not used, but starts a rival estimate. If
/// later reports agree with the rival, the latency of the device has changed, as a sound server's latency does when
/// another program starts or stops playing. The offset of the rival is then adopted, and counts as uncertain for as
/// long as the errors of a sound server last.
///
/// A rival whose rate no device can have is not adopted before a timeout. Such a rate is seen with PulseAudio, whose
/// client library smooths the latency over five seconds: on a busy computer, one wrong answer of the server makes the
/// reports drift by up to a tenth of the elapsed time during these seconds, although the sound continues normally.
///
/// PulseAudio's client library calculates the latency from times reported by the server. At the start it was observed
/// to report a latency of 4 ms with 100 ms of sound in the buffer. Impossible reports of this kind are used only in the
/// first two seconds, and only until the first possible report, with which the estimate begins anew.
public struct StreamClock: Sendable {
    /// Maximum difference between a position that the device reports and the estimated position at which the two count
    /// as agreeing, in standard deviations.
    private static let gate = 3.0
    /// Minimum time for which position reports must agree with a rival clock estimate before it replaces the current
    /// one, in seconds.
    private static let secondsOfProof = 0.5
    /// Maximum plausible difference of a device's rate from the nominal rate, as a fraction: three times the tolerance
    /// of the least accurate crystals (1000 ppm, IEC 60958-3, level II).
    private static let largestRate = 0.003
    /// Timeout in seconds after which impossible reports, and any rival estimate, are accepted: twice the time for
    /// which errors of a sound server last.
    private static let patience = 2 * ClockFilter.memory
    /// Standard deviation in seconds that is added to the estimated positions while the reports of a sound server may
    /// be wrong. After a start or a change of latency, or during a drift, reports can be off by tens of milliseconds.
    private static let unsettled = 0.03

    /// Duration of the start phase, in seconds since the first position report. In this phase, impossible reports are
    /// used, a rival clock estimate replaces the current one after less time, and doubtful estimates are published too.
    private static let youth = 2.0
    /// Minimum interval between two publications of the clock fit (which maps frames to times), and maximum interval if
    /// the fit has not changed, in seconds.
    private static let publication = 0.2...1.0

    /// A second estimate, made from reports that disagree with the current one.
    private struct Rival {
        /// Minimum fraction of the latest position reports that must disagree with the current clock estimate for a
        /// rival estimate to be kept.
        private static let least = 0.5
        private static let weight = 0.125

        var filter: ClockFilter
        let begin: Double
        private var share = 1.0

        init(_ filter: ClockFilter) {
            self.filter = filter
            begin = filter.seconds
        }

        /// Records whether a position report disagreed with the current clock estimate (`isStray`). Returns whether
        /// this rival estimate is kept.
        mutating func note(isStray: Bool) -> Bool {
            share += Self.weight * ((isStray ? 1 : 0) - share)
            return share >= Self.least
        }
    }

    /// Whether the latest position report of the device was ignored, because it was impossible or disagreed with the
    /// estimated position.
    public private(set) var isDoubtful = false

    private let nominalRate: Double
    private var origin: (time: HostTime, frame: Double)?
    private var now = 0.0
    private var filter: ClockFilter?
    /// Time of the first report or of the latest change of latency, in seconds since the first report.
    private var change = 0.0
    private var rival: Rival?
    private var strayingSince: Double?
    private var impossibleSince: Double?
    /// Whether a position report that can be true has been used. Until then, the clock is estimated from impossible
    /// reports of the start phase.
    private var isFounded = false
    /// Whether so much time has passed since the start that the initial errors of a sound server have ended.
    private var isSeasoned = false
    private var published: (map: TimeMap, seconds: Double)?
    private var isAwaited = false

    /// Creates a clock that has no estimate yet.
    ///
    /// - Parameter nominalRate: nominal sample rate of the device, in Hz.
    public init(nominalRate: Int) {
        self.nominalRate = Double(nominalRate)
    }

    /// The current clock fit (which maps frames to times); nil before the first report.
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

    /// Whether enough time has passed since the latest change of latency for a sound server's errors to end, and the
    /// position reports agree with the clock fit (which maps frames to times).
    private var isSettled: Bool {
        now - change >= ClockFilter.memory && !isContested
    }

    /// Whether position reports have disagreed with the clock fit (which maps frames to times) for longer than chance
    /// explains.
    private var isContested: Bool {
        strayingSince.map { now - $0 >= Self.secondsOfProof } ?? false
    }

    /// Updates the clock fit (which maps frames to times) with a report of the device that it played or captured
    /// `frame` at `time`. Times must not decrease.
    ///
    /// - Parameter isPossible: whether the report can be true. A reported latency that is shorter than the contents of
    ///   the device's buffer cannot.
    public mutating func take(frame: Double, at time: HostTime, isPossible: Bool = true) {
        let origin = origin ?? (time, frame)
        self.origin = origin
        now = time.seconds(since: origin.time)
        let offset = (frame - origin.frame) / nominalRate - now
        isDoubtful = !(isUsed(isPossible) && agrees(offset))
    }

    /// Returns the number of frames by which a reported position is ahead of the position that the clock fit (which
    /// maps frames to times) predicts; negative if the report is behind, and nil before the first report.
    public func lead(of frame: Double, at time: HostTime) -> Double? {
        map.map { frame - $0.frame(at: time) }
    }

    /// Shifts the clock fit (which maps frames to times) after the latency of the device has changed: the device now
    /// reports positions that are `frames` higher.
    ///
    /// - Parameter time: time of the report that showed this.
    public mutating func shift(by frames: Double, at time: HostTime) {
        now = origin.map { time.seconds(since: $0.time) } ?? now
        filter?.move(by: frames / nominalRate)
        noteChange()
    }

    /// Makes `nextMap` return the clock fit (which maps frames to times) after the next report that is used, without
    /// waiting for the usual interval.
    public mutating func publishSoon() {
        isAwaited = true
    }

    /// Returns the current clock fit (which maps frames to times) if it should be published now; nil otherwise. It is
    /// published regularly, and sooner if it has moved by more than its uncertainty. While reports are not used, it is
    /// published only in the start phase, when the receiver needs a first fit, and once to say that it is in doubt.
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

    /// Returns whether a position report is to be used. Once the first possible report arrives, discards the clock
    /// estimate that impossible reports have given.
    ///
    /// - Parameter isPossible: whether the report can be true, see `take`.
    private mutating func isUsed(_ isPossible: Bool) -> Bool {
        let since = isPossible ? nil : impossibleSince ?? now
        impossibleSince = since
        guard since.map({ now - $0 >= Self.patience }) ?? true else {
            return now <= Self.youth && !isFounded
        }
        if !isFounded {
            isFounded = true
            filter = nil
        }
        return true
    }

    /// Updates the current clock estimate with a position report or, if the report disagrees with it, updates a rival
    /// estimate instead. Returns whether the report was used for the current estimate.
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

    /// Replaces the current clock estimate with the rival estimate if enough position reports agree with the rival, or
    /// if reports have disagreed with the current estimate until a timeout. Returns whether the estimate was replaced.
    private mutating func adoptRival() -> Bool {
        guard let rival, var current = filter else {
            return false
        }
        let isOverdue = now - (strayingSince ?? now) >= Self.patience
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
