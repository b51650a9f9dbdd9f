/// Estimates when the frames of a stream are heard or captured, from a device's reports of its position. Free of side
/// effects.
///
/// Each estimate (`TimeMap`) has an uncertainty, by which whoever uses it decides whether it is good enough.
///
/// A report that is further from the estimate than chance explains is not used, but starts a rival estimate. If later
/// reports agree with the rival, the latency of the device has changed, as a sound server's does when another program
/// starts or stops: the offset is taken from the rival, and is uncertain for as long as a server's errors last.
/// While the rival runs at a rate that no device has, it is not believed. A client of PulseAudio smooths the latency
/// over five seconds; on a busy computer one wrong answer of the server makes its reports drift by up to a tenth of the
/// elapsed time for so long, although the sound continues normally.
///
/// Such a client calculates its latency from times reported by the server. At the start it was observed to report 4 ms
/// with 100 ms in the buffer. An impossible report of this kind is used while there is no better one, and is ignored
/// later.
public struct StreamClock: Sendable {
    /// Standard deviations beyond which chance does not explain a report.
    private static let gate = 3.0
    /// Seconds for which a rival must be right before it replaces the estimate.
    private static let secondsOfProof = 0.5
    /// Largest relative difference of a device's rate from the nominal one: three times what the worst crystals are off
    /// (1000 ppm, IEC 60958-3, level II).
    private static let largestRate = 0.003
    /// Timeout in seconds after which any rival, and impossible reports, are believed: twice the memory of a server.
    private static let patience = 2 * ClockFilter.memory
    /// Uncertainty of an estimate in seconds while the server may be wrong: after a start, a change of latency,
    /// or during a drift its reports can be off by tens of milliseconds.
    private static let unsettled = 0.03

    /// Seconds from the first report in which impossible reports are used, a rival need be no older than the estimate,
    /// and every estimate is published.
    private static let youth = 2.0
    /// Minimum seconds between two publications, and maximum seconds if nothing has changed.
    private static let publication = 0.2...1.0

    /// An estimate that competes with the current one.
    private struct Rival {
        /// Fraction of the latest reports that disagreed with the current estimate, above which the rival stays.
        private static let least = 0.5
        private static let weight = 0.125

        var filter: ClockFilter
        let begin: Double
        private var share = 1.0

        init(_ filter: ClockFilter) {
            self.filter = filter
            begin = filter.seconds
        }

        /// Notes whether a report disagreed with the current estimate. Returns whether the rival stays.
        mutating func note(isStray: Bool) -> Bool {
            share += Self.weight * ((isStray ? 1 : 0) - share)
            return share >= Self.least
        }
    }

    /// Whether the latest report was not used.
    public private(set) var isDoubtful = false

    private let nominalRate: Double
    private var origin: (time: HostTime, frame: Double)?
    private var now = 0.0
    private var filter: ClockFilter?
    /// Time of the start or the latest change of latency, in seconds.
    private var change = 0.0
    private var rival: Rival?
    private var strayingSince: Double?
    private var impossibleSince: Double?
    /// Whether a report that was possible has been used.
    private var isFounded = false
    /// Whether the errors that a server makes at the start have passed.
    private var isSeasoned = false
    private var published: (map: TimeMap, seconds: Double)?
    private var isAwaited = false

    /// - Parameter nominalRate: sample rate that the device reports, in Hz.
    public init(nominalRate: Int) {
        self.nominalRate = Double(nominalRate)
    }

    /// The current estimate; nil before the first report.
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

    /// Whether all errors that a server makes at once would have passed by now, and no rival has lasted.
    private var isSettled: Bool {
        now - change >= ClockFilter.memory && !isContested
    }

    /// Whether reports have disagreed for long enough to be more than chance.
    private var isContested: Bool {
        strayingSince.map { now - $0 >= Self.secondsOfProof } ?? false
    }

    /// Adds a report: the device played, or captured, `frame` at `time`. Times must not decrease.
    ///
    /// - Parameter isPossible: whether the device may be right.
    public mutating func take(frame: Double, at time: HostTime, isPossible: Bool = true) {
        let origin = origin ?? (time, frame)
        self.origin = origin
        now = time.seconds(since: origin.time)
        let offset = (frame - origin.frame) / nominalRate - now
        isDoubtful = !(isUsed(isPossible) && agrees(offset))
    }

    /// Returns the frames by which a report is ahead of the estimate, negative if behind; nil before the first report.
    public func lead(of frame: Double, at time: HostTime) -> Double? {
        map.map { frame - $0.frame(at: time) }
    }

    /// Shifts the estimate because the latency of the device has changed: from now on it reports `frames` more at the
    /// same times.
    public mutating func shift(by frames: Double) {
        filter?.move(by: frames / nominalRate)
        noteChange()
    }

    /// Makes the estimate due at the next report that is used.
    public mutating func publishSoon() {
        isAwaited = true
    }

    /// Returns the estimate if it is time to publish it: regularly, and soon if it has moved by more than its
    /// uncertainty. While reports are not used it is published only at the start, when the receiver needs an initial
    /// estimate, and once to say that it is in doubt.
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

    /// Returns whether a report is used, and begins anew with the first one that is possible.
    private mutating func isUsed(_ isPossible: Bool) -> Bool {
        let since = isPossible ? nil : impossibleSince ?? now
        impossibleSince = since
        guard since.map({ now - $0 >= Self.patience }) ?? true else {
            return now <= Self.youth
        }
        if !isFounded {
            isFounded = true
            filter = nil
        }
        return true
    }

    /// Adds a report to the estimate, or to a rival. Returns whether the estimate rests on it.
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

    /// Replaces the estimate by its rival if the rival is proven, or if it is time to believe anything.
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
        // At the start a majority decides.
        return now < Self.youth && seconds >= rival.begin - change
    }

    private mutating func noteChange() {
        change = now
        rival = nil
        strayingSince = nil
    }
}
