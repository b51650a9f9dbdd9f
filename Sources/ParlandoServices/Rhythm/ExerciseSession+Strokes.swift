import ParlandoCore

/// Converts times to positions in the exercise, and judges strokes.
extension ExerciseSession {
    /// Maximum time from a stroke to the arrival of its event, in seconds, not counting the calibrated latency.
    private static let longestWay = 0.15
    /// Maximum difference between a tap's timestamp and the current time, in seconds. Taps with a larger difference are
    /// ignored.
    private static let longestDelay = 5.0
    /// Interval between two checks for due events while the time of the next event is not known, in seconds.
    static let pace = 0.1
    /// Maximum interval between two checks for due events in an exercise, in seconds, because guide tones must be
    /// supplied in time.
    static let longestPace = 1.0
    static let restfulPace = 30.0
    /// Tolerance when a beat's time is compared with the current time, in seconds.
    static let punctuality = 0.001
    /// Duration of the guide tones (quiet sounds on each note) that are supplied ahead of the frame being rendered, in
    /// seconds.
    static let guideSeconds = 6

    /// Tick of the exercise (a twelfth of a beat) at which the latest count-in ends.
    var startTick: Int {
        startBar * ticksPerBar
    }

    var ticksPerBar: Int {
        options.clicks.beats * NoteValue.ticksPerBeat
    }

    /// Returns the position in the exercise of the sound that is heard at `time`: seconds since the first beat, without
    /// pauses. Returns nil if the position of the beat is not known.
    func seconds(at time: HostTime) -> Double? {
        guard let map, rate > 0 else {
            return nil
        }
        return seconds(atFrame: map.frame(at: time))
    }

    /// Returns the position in the exercise of a frame of the playback stream, in seconds since the first beat.
    private func seconds(atFrame frame: Double) -> Double {
        (frame - Double(firstClick)) / Double(max(rate, 1)) + tempo.seconds(ofTick: startTick - ticksPerBar)
    }

    /// Returns the index of the bar that is heard at this time; nil if the position of the beat is not known.
    func bar(at time: HostTime) -> Int? {
        seconds(at: time).map { Int(max($0 / tempo.seconds(ofTick: ticksPerBar), 0)) }
    }

    /// The calibrated latency, in seconds; 0 if there is none or it is out of range.
    var latency: Double {
        options.latency.map { RhythmPreferences.latencyRange.contains($0) ? $0 : 0 } ?? 0
    }

    /// Delay of every stroke's sound, in seconds, as measured in this session or else as calibrated.
    private var delay: Double {
        heardDelay ?? latency
    }

    /// Maximum time from the end of a note's time window to the arrival of the last stroke within the window, in
    /// seconds.
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
            let position = seconds(atFrame: frame) - delay
            judge(strokeAt: position)
            if isPlaying {
                provisional.add(.heard(frame: frame), at: position)
            }
        case .moved(let frames):
            provisional.move(by: frames)
            judgeAnew()
        case .restarted:
            provisional.forgetStrokes()
        case .level(let level):
            tools.outbox.post(.level(level))
        case .loudspeaker(let delay):
            let isFirst = heardDelay == nil
            heardDelay = delay
            // A later delay, of a microphone that was moved or of clocks that run apart, applies to later strokes only.
            if isFirst {
                judgeAnew()
            }
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
            provisional.add(.tap(moment), at: seconds)
        }
    }

    /// Adopts a new clock fit (which maps frames to times) of the playback stream. Once the fit is stable, taps that
    /// were judged by earlier fits are judged again.
    mutating func follow(_ map: TimeMap) {
        self.map = map
        provisional.note(tools.clock.now, isCertain: options.input == .tap && map.isSteady)
        guard provisional.isSettled else {
            return
        }
        if options.input == .tap {
            judgeAnew()
        } else {
            // What is heard of the loudspeaker from now on need not apply to the strokes before.
            provisional.begin(with: nil)
        }
    }

    /// Judges strokes again if the position of any has changed by what is known now.
    mutating func judgeAnew() {
        let current = self
        // During a pause the stream runs on, but no notes are due.
        let end = isPlaying ? seconds(at: tools.clock.now).map { $0 - patience } : tempo.seconds(ofTick: startTick)
        if let end, let said = provisional.judged(until: end, seconds: { current.seconds(of: $0) }) {
            judge = said.judge
            bias = BiasWatch()
            tell(said.verdicts)
        }
    }

    /// Returns the position of a stroke in seconds; nil if the position of the beat is not known.
    private func seconds(of stroke: ProvisionalStrokes.Stroke) -> Double? {
        switch stroke {
        case .tap(let moment): seconds(at: moment)
        case .heard(let frame): seconds(atFrame: frame) - delay
        }
    }

    /// Judges a stroke at once. `seconds` is the stroke's position in the exercise, from which all latencies must
    /// already have been subtracted.
    private mutating func judge(strokeAt seconds: Double) {
        guard isPlaying else {
            return
        }
        let verdicts = judge?.hear(strokeAt: seconds)
        tell(verdicts ?? [])
    }

    /// Judges the notes whose time window ends before `seconds`, the position in the exercise. Ends the exercise if
    /// nothing is left to play.
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

    /// Position in the exercise of the next event that occurs without input, in seconds: the first beat, the end of a
    /// note's time window, or the end of the exercise. The session does not wake up earlier, so the processor can sleep
    /// between two notes.
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
    /// - Parameter seconds: position in the exercise at which it was ended, in seconds, which may be beyond its end. If
    ///   nil, the exercise was paused, and the results end at the bar in which it was paused.
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

/// Detects strokes that are consistently late or early, which indicates a wrong latency rather than an inaccurate
/// player. It has no side effects.
struct BiasWatch: Sendable {
    /// Number of the latest strokes matching a note that are evaluated together.
    private static let needed = 50
    /// Minimum bias that is reported, in seconds. A correction could not improve on a smaller bias.
    private static let smallest = 0.008
    /// Minimum fraction of the strokes that must deviate in the same direction. With a smaller fraction, the deviations
    /// are random scatter.
    private static let share = 0.8

    private var deviations: [Double] = []
    private var isTold = false

    /// Adds judged strokes. Returns the bias (the median deviation of the latest strokes, in seconds) the first time
    /// that a bias is found; nil otherwise.
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
