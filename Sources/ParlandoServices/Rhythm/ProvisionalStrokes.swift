import ParlandoCore

/// Strokes that are judged before their time is known for certain: taps before the clock fit (which maps frames to
/// times) of the playback stream is stable, and strokes that the microphone heard in the first half minute.
///
/// Once the time is known, or after a timeout, all of these strokes are judged again if the position of any stroke has
/// changed. Strokes around a later change of latency keep their verdicts, because nothing tells which of them came
/// before it. This type has no side effects.
struct ProvisionalStrokes {
    /// What is known of a stroke.
    enum Stroke {
        /// The time of a tap, from which the calibrated latency has been subtracted.
        case tap(HostTime)
        /// The frame of the playback stream that was due when the microphone heard the stroke.
        case heard(frame: Double)
    }

    /// Change of a stroke's position, in seconds, above which strokes are judged again. An undisturbed clock fit (which
    /// maps frames to times) changes by less.
    private static let notable = 0.002

    /// Timeout for the time to become certain, in seconds.
    private static let patience = 30.0

    private var firstMap: HostTime?
    /// The judge's state before the first of these strokes; nil if nothing needs to be judged again.
    private var judge: Judge?
    private var strokes: [(stroke: Stroke, seconds: Double)] = []

    /// Whether strokes that are judged already have turned out to be none.
    private var isOutdated = false

    /// Whether strokes can be judged for the last time, because their time has been certain once or the timeout has
    /// passed.
    private(set) var isSettled = false

    /// Discards the recorded strokes. Called at each count-in, before new strokes arrive. `judge` is the judge's state
    /// at this time, from which the new strokes are judged.
    mutating func begin(with judge: Judge?) {
        self.judge = isSettled ? nil : judge
        strokes = []
        isOutdated = false
    }

    /// Discards the recorded strokes, because they turned out to be none. The next call of `judged` judges without them.
    mutating func forgetStrokes() {
        strokes = []
        isOutdated = true
    }

    /// Records a stroke that was judged.
    ///
    /// - Parameter seconds: position of the stroke in seconds from the first beat of the exercise, as it was judged.
    mutating func add(_ stroke: Stroke, at seconds: Double) {
        if judge != nil {
            strokes.append((stroke, seconds))
        }
    }

    /// Moves the frames of the strokes that the microphone heard, after the alignment of the captured sound has moved.
    mutating func move(by frames: Double) {
        for index in strokes.indices {
            if case .heard(let frame) = strokes[index].stroke {
                strokes[index].stroke = .heard(frame: frame + frames)
            }
        }
    }

    /// Notes the time of a new clock fit (which maps frames to times) of the playback stream, and updates `isSettled`.
    ///
    /// - Parameter isCertain: whether the time of every stroke is known for certain by this fit.
    mutating func note(_ now: HostTime, isCertain: Bool) {
        let first = firstMap ?? now
        firstMap = first
        isSettled = isSettled || isCertain || now.seconds(since: first) >= Self.patience
    }

    /// Judges all recorded strokes again; for the last time if `isSettled`.
    ///
    /// - Parameters:
    ///   - end: current position in seconds from the first beat of the exercise.
    ///   - seconds: returns the position of a stroke in seconds from the first beat, as it is known now.
    /// - Returns: a judge that has judged all strokes again, and its verdicts; nil if the earlier verdicts still hold.
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
