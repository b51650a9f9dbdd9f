import ParlandoCore

/// Taps that are judged while the line of the loudspeaker has not come to rest. When it has, or when nothing is waited
/// for any more, they are judged again where it says something else now. Pure.
struct ProvisionalTaps {
    /// Seconds: what a line moves by while nothing is wrong is less.
    private static let notable = 0.002

    private var rest = LineRest()
    /// As it was before the taps, nil: there is nothing to be judged again.
    private var judge: Judge?
    private var taps: [(moment: HostTime, seconds: Double)] = []

    /// Whether the taps that were added can be judged for good.
    var isSettled: Bool {
        rest.isReached || rest.isGivenUp
    }

    /// A count-in begins, which nobody has tapped to.
    mutating func begin(with judge: Judge?) {
        self.judge = isSettled ? nil : judge
        taps = []
    }

    /// A tap was judged.
    ///
    /// - Parameter seconds: from the first beat of the exercise, as the line was.
    mutating func add(_ moment: HostTime, at seconds: Double) {
        if judge != nil {
            taps.append((moment, seconds))
        }
    }

    /// Takes a new line.
    mutating func take(_ map: TimeMap, at now: HostTime) {
        rest.take(map, at: now)
    }

    /// Judges for good.
    ///
    /// - Parameters:
    ///   - end: how far time has come, in seconds from the first beat of the exercise.
    ///   - seconds: from there to a moment, by the line as it is now.
    /// - Returns: the judge who has heard everything again, and what he says; nil: what was said is still right.
    mutating func judged(
        until end: Double, seconds: (HostTime) -> Double?
    ) -> (judge: Judge, verdicts: [Verdict])? {
        let heard = taps.compactMap { tap in seconds(tap.moment).map { (new: $0, old: tap.seconds) } }
        defer { begin(with: nil) }
        guard var judge, heard.contains(where: { abs($0.new - $0.old) > Self.notable }) else {
            return nil
        }
        let verdicts = heard.flatMap { judge.hear(strokeAt: $0.new) }
        let missed = judge.advance(to: end)
        // The newest stroke comes last: it is what the player looks at.
        return (judge, missed + verdicts)
    }
}
