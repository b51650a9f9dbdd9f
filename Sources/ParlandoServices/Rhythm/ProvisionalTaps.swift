import ParlandoCore

/// Taps that are judged before the clock fit of the playback stream is stable. Once the fit is stable, or after a
/// timeout, all of these taps are judged again if the position of any tap has changed. This happens once: taps around a
/// later change of latency keep their verdicts, because nothing tells which of them came before it. This type has no
/// side effects.
struct ProvisionalTaps {
    /// Change of a tap's position, in seconds, above which taps are judged again. An undisturbed clock fit changes by
    /// less.
    private static let notable = 0.002

    /// Timeout for the clock fit to become steady, in seconds.
    private static let patience = 30.0

    private var firstMap: HostTime?
    /// The judge's state before the first of these taps; nil if nothing needs to be judged again.
    private var judge: Judge?
    private var taps: [(moment: HostTime, seconds: Double)] = []

    /// Whether taps can be judged for the last time, because the clock fit has been steady once or the timeout has
    /// passed.
    private(set) var isSettled = false

    /// Discards the recorded taps, at a count-in before any new tap. `judge` is the judge's state at this time.
    mutating func begin(with judge: Judge?) {
        self.judge = isSettled ? nil : judge
        taps = []
    }

    /// Records a tap that was judged.
    ///
    /// - Parameter seconds: position of the tap in seconds from the first beat of the exercise, according to the clock
    ///   fit at the time of the tap.
    mutating func add(_ moment: HostTime, at seconds: Double) {
        if judge != nil {
            taps.append((moment, seconds))
        }
    }

    /// Adopts a new clock fit of the playback stream, and updates `isSettled`.
    mutating func take(_ map: TimeMap, at now: HostTime) {
        let first = firstMap ?? now
        firstMap = first
        isSettled = isSettled || map.isSteady || now.seconds(since: first) >= Self.patience
    }

    /// Judges all recorded taps again, for the last time.
    ///
    /// - Parameters:
    ///   - end: current position in seconds from the first beat of the exercise.
    ///   - seconds: returns the position of a time in seconds from the first beat, according to the current clock fit.
    /// - Returns: a judge that has judged all taps again, and its verdicts; nil if the earlier verdicts still hold.
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
        // The verdict on the newest stroke comes last, because the player looks at it.
        return (judge, missed + verdicts)
    }
}
