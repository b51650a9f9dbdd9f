import ParlandoCore

/// Conversion of times to positions in the exercise, and the judging of strokes.
extension ExerciseSession {
    /// Maximum time from a stroke to the arrival of its event, in seconds, apart from the calibrated latency.
    private static let longestWay = 0.15
    /// Maximum difference between a tap's timestamp and the current time, in seconds. A tap outside it is ignored.
    private static let longestDelay = 5.0
    /// Interval between two checks for due events, in seconds, while the time of the next event is not known.
    static let pace = 0.1
    /// Maximum interval between two checks in an exercise, in seconds, because guide tones must be supplied in time.
    static let longestPace = 1.0
    static let restfulPace = 30.0
    /// Tolerance when a beat's time is compared with the current time, in seconds.
    static let punctuality = 0.001
    /// Seconds of guide tones that are supplied ahead of the frame being rendered.
    static let guideSeconds = 6

    /// Tick of the exercise at which the last count-in ends.
    var startTick: Int {
        startBar * ticksPerBar
    }

    var ticksPerBar: Int {
        options.clicks.beats * NoteValue.ticksPerBeat
    }

    /// Returns the time from the first beat of the exercise to the sound that is heard at `time`, in seconds without
    /// pauses. Returns nil if the position of the beat is not known.
    func seconds(at time: HostTime) -> Double? {
        guard let map, rate > 0 else {
            return nil
        }
        return seconds(atFrame: map.frame(at: time))
    }

    /// Returns the time from the first beat of the exercise to a frame of the playback stream, in seconds.
    private func seconds(atFrame frame: Double) -> Double {
        (frame - Double(firstClick)) / Double(max(rate, 1)) + tempo.seconds(ofTick: startTick - ticksPerBar)
    }

    /// Returns the index of the bar that is heard at this time, or nil if the position of the beat is not known.
    func bar(at time: HostTime) -> Int? {
        seconds(at: time).map { Int(max($0 / tempo.seconds(ofTick: ticksPerBar), 0)) }
    }

    /// The calibrated latency in seconds, or 0 if there is none or it is out of range.
    var latency: Double {
        options.latency.map { RhythmPreferences.latencyRange.contains($0) ? $0 : 0 } ?? 0
    }

    /// Delay in seconds of every stroke, as measured in this session or else as calibrated.
    private var delay: Double {
        heardDelay ?? latency
    }

    /// Maximum time from the end of a note's time span to the arrival of the last stroke made within it, in seconds.
    var patience: Double {
        Self.longestWay + max(delay, 0)
    }

    /// Whether the last bar is over and the session only waits for strokes that have not arrived yet.
    var isPastEnd: Bool {
        guard phase == .playing, let exercise = options.exercise, let bar = bar(at: tools.clock.now) else {
            return false
        }
        return !exercise.hasBar(bar)
    }

    /// Handles a result of the sound analyser.
    mutating func take(_ news: EarNews) {
        switch news {
        case .stroke(let frame):
            judge(strokeAt: seconds(atFrame: frame) - delay)
        case .level(let level):
            tools.outbox.post(.level(level))
        case .loudspeaker(let delay):
            heardDelay = delay
        case .warning(let warning):
            tools.outbox.post(.warning(warning))
        case .failed(let failure):
            tools.outbox.post(.failure(failure))
            finish()
        case .counted, .learned, .measured:
            break
        }
    }

    /// Judges a tap, after subtracting the calibrated latency from its time.
    mutating func judge(tapAt time: HostTime) {
        let isNow = abs(time.seconds(since: tools.clock.now)) < Self.longestDelay
        let moment = time.advanced(by: -latency)
        if options.input == .tap, isPlaying, isNow, filter.passes(time), let seconds = seconds(at: moment) {
            judge(strokeAt: seconds)
            provisional.add(moment, at: seconds)
        }
    }

    /// Adopts a new clock fit of the playback stream. Once the fit is stable, the taps that were judged by earlier fits
    /// are judged again.
    mutating func follow(_ map: TimeMap) {
        self.map = map
        provisional.take(map, at: tools.clock.now)
        if provisional.isSettled {
            judgeAnew()
        }
    }

    /// Judges taps again whose position differs under the current clock fit.
    mutating func judgeAnew() {
        let current = self
        let end = seconds(at: tools.clock.now).map { $0 - patience }
        if let end, let said = provisional.judged(until: end, seconds: { current.seconds(at: $0) }) {
            judge = said.judge
            bias = BiasWatch()
            tell(said.verdicts)
        }
    }

    /// Judges a stroke at once. All latencies must have been subtracted from its time already.
    private mutating func judge(strokeAt seconds: Double) {
        guard isPlaying else {
            return
        }
        let verdicts = judge?.hear(strokeAt: seconds)
        tell(verdicts ?? [])
    }

    /// Judges the notes whose time is over, up to `seconds`, and ends the exercise if nothing is left to play.
    mutating func settle(until seconds: Double) {
        if let verdicts = judge?.advance(to: seconds) {
            tell(verdicts)
            if judge?.isOver == true {
                finish(isWhole: true)
            }
        } else if let bars = options.exercise?.bars, seconds >= tempo.seconds(ofTick: bars * ticksPerBar) {
            finish(isWhole: true)
        }
    }

    /// Time of the next event that occurs without input, in seconds of the exercise: the first beat, the end of a
    /// note's time window, or the end of the exercise. The session does not wake up earlier, so that the processor can
    /// sleep between two notes.
    var nextMoment: Double {
        if phase == .countIn {
            return tempo.seconds(ofTick: startTick)
        }
        if let judge {
            return judge.nextEnd.map { $0 + patience + Self.punctuality } ?? .infinity
        }
        let end = options.exercise?.bars.map { tempo.seconds(ofTick: $0 * ticksPerBar) }
        return end.map { $0 + patience + Self.punctuality } ?? .infinity
    }

    /// Returns the results of the exercise.
    ///
    /// - Parameter seconds: time at which the exercise was ended, which may be beyond its end, or nil if it was paused;
    ///   the results then end at the bar in which it was paused.
    func results(at seconds: Double?) -> RhythmResults {
        let seconds = max(seconds ?? tempo.seconds(ofTick: startTick), tempo.seconds(ofTick: startTick))
        let end = options.exercise?.bars.map { tempo.seconds(ofTick: $0 * ticksPerBar) } ?? .infinity
        return judge?.results(after: min(seconds, end))
            ?? RhythmResults(
                seconds: min(seconds, end), meter: options.exercise?.meter ?? .fourFour)
    }

    mutating func tell(_ verdicts: [Verdict]) {
        if !verdicts.isEmpty {
            tools.outbox.post(.verdicts(verdicts))
        }
        // If the delay of the loudspeaker is measured, any bias that is left is the player's own and cannot be
        // corrected by a setting.
        if heardDelay == nil, let bias = bias.add(verdicts) {
            tools.outbox.post(.warning(.steadyBias(bias)))
        }
    }
}

/// Detects strokes that are steadily late or early, which indicates a wrong latency rather than an inaccurate player.
/// It has no side effects.
struct BiasWatch: Sendable {
    /// Number of the latest strokes that matched a note, which are evaluated together.
    private static let needed = 50
    /// Smallest bias to report, in seconds. A correction could not improve on a smaller one.
    private static let smallest = 0.008
    /// Minimum fraction of the strokes that deviate in the same direction. If fewer do, the deviations are random
    /// scatter.
    private static let share = 0.8

    private var deviations: [Double] = []
    private var isTold = false

    /// Adds verdicts. Returns the bias in seconds the first time that one is found, and nil otherwise.
    mutating func add(_ verdicts: [Verdict]) -> Double? {
        guard !isTold else {
            return nil
        }
        deviations += verdicts.filter { $0.note != nil }.compactMap(\.deviation)
        guard deviations.count >= Self.needed else {
            return nil
        }
        deviations.removeFirst(deviations.count - Self.needed)
        let median = deviations.sorted()[Self.needed / 2]
        let sameSide = deviations.count { ($0 > 0) == (median > 0) }
        guard abs(median) >= Self.smallest, Double(sameSide) >= Self.share * Double(Self.needed) else {
            return nil
        }
        isTold = true
        return median
    }
}
