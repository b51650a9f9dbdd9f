import ParlandoCore

/// Strokes that are judged before their time is certain: taps before the clock fit is steady, and what the microphone
/// heard in the first half minute.
///
/// Once the time is certain, or after a timeout, all are judged again if the position of any has changed. Strokes
/// around a later change of latency keep their verdicts, because nothing tells which of them came before it.
struct ProvisionalStrokes {
    enum Stroke {
        /// From its time, the calibrated latency has been subtracted.
        case tap(HostTime)
        /// The playback frame that was due when the microphone heard the stroke.
        case heard(frame: Double)
    }

    /// Seconds that a position must change by. An undisturbed clock fit changes by less.
    private static let notable = 0.002

    /// Seconds for the time to become certain.
    private static let timeoutSeconds = 30.0

    private var firstMap: HostTime?
    /// The judge before the first of these strokes; nil if nothing needs to be judged again.
    private var judge: Judge?
    private var strokes: [(stroke: Stroke, seconds: Double)] = []

    /// Whether strokes that are judged already have turned out to be none.
    private var isOutdated = false

    /// Whether strokes can be judged for the last time.
    private(set) var isSettled = false

    /// Called at each count-in, before new strokes arrive, with the judge of that moment.
    mutating func begin(with judge: Judge?) {
        self.judge = isSettled ? nil : judge
        strokes = []
        isOutdated = false
    }

    mutating func change(to course: TempoCourse) {
        judge?.change(to: course)
    }

    /// The strokes turned out to be none. The next call of `judged` judges without them.
    mutating func forgetStrokes() {
        strokes = []
        isOutdated = true
    }

    /// - Parameter seconds: position of the stroke, as it was judged.
    mutating func add(_ stroke: Stroke, at seconds: Double) {
        if judge != nil {
            strokes.append((stroke, seconds))
        }
    }

    /// The alignment of the captured sound has moved.
    mutating func move(by frames: Double) {
        for index in strokes.indices {
            if case .heard(let frame) = strokes[index].stroke {
                strokes[index].stroke = .heard(frame: frame + frames)
            }
        }
    }

    /// Takes the time of a new clock fit.
    ///
    /// - Parameter isCertain: whether it makes the time of every stroke certain.
    mutating func note(_ now: HostTime, isCertain: Bool) {
        let first = firstMap ?? now
        firstMap = first
        isSettled = isSettled || isCertain || now.seconds(since: first) >= Self.timeoutSeconds
    }

    /// Judges all strokes again; for the last time if `isSettled`.
    ///
    /// - Parameters:
    ///   - end: current position in seconds.
    ///   - seconds: the position of a stroke, as it is known now.
    /// - Returns: nil if the earlier verdicts still hold.
    mutating func judged(
        until end: Double, seconds: (Stroke) -> Double?
    ) -> (judge: Judge, verdicts: [Verdict])? {
        let known = strokes.compactMap { known in seconds(known.stroke).map { (new: $0, old: known) } }
        defer {
            if isSettled {
                begin(with: nil)
            }
        }
        guard var judge, isOutdated || known.contains(where: { abs($0.new - $0.old.seconds) > Self.notable }) else {
            return nil
        }
        isOutdated = false
        strokes = known.map { ($0.old.stroke, $0.new) }
        let verdicts = known.flatMap { judge.hear(strokeAt: $0.new) }
        let missed = judge.advance(to: end)
        // The verdict on the newest stroke comes last, because the player looks at it.
        return (judge, missed + verdicts)
    }
}

/// Merges two keys or fingers that strike at once, which is never at exactly the same moment.
struct DoubleStrokeFilter: Sendable {
    /// Seconds between two strokes. Sixteenths are 94 ms apart at 160 BPM, and 50 ms at 300 BPM.
    private static let seconds = 0.030

    private var last: HostTime?

    /// False if the stroke belongs to the previous one.
    mutating func passes(_ time: HostTime) -> Bool {
        if let last, abs(time.seconds(since: last)) < Self.seconds {
            return false
        }
        last = time
        return true
    }
}
