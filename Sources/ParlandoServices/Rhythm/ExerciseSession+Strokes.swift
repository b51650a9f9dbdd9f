import ParlandoCore

/// Moments of the exercise, and strokes in it.
extension ExerciseSession {
    /// Seconds after a moment until every stroke that was heard then has arrived, for certain.
    private static let longestWay = 0.15
    /// Seconds within which every stroke arrives; what claims to be from another time is no stroke.
    private static let longestDelay = 5.0
    /// Seconds between two looks at what comes next, where nobody knows when it will.
    static let pace = 0.1
    /// The same in an exercise: guide tones have to be fed in time.
    static let longestPace = 1.0
    static let restfulPace = 30.0
    /// Seconds that a beat may be ahead and yet be called now.
    static let punctuality = 0.001
    /// Seconds of guide tones ahead of what is being rendered.
    static let guideSeconds = 6

    /// Tick of the exercise that follows the last count-in.
    var startTick: Int {
        startBar * Exercise.ticksPerBar
    }

    /// Seconds from the first beat of the exercise to a moment, as heard and as if it had never been paused; nil: the
    /// beat is not known.
    func seconds(at time: HostTime) -> Double? {
        guard let map, rate > 0 else {
            return nil
        }
        return seconds(atFrame: map.frame(at: time))
    }

    /// Seconds from the first beat of the exercise to a frame of the playback stream.
    private func seconds(atFrame frame: Double) -> Double {
        (frame - Double(firstClick)) / Double(max(rate, 1)) + tempo.seconds(ofTick: startTick - Exercise.ticksPerBar)
    }

    /// The bar that is heard at a moment.
    func bar(at time: HostTime) -> Int? {
        seconds(at: time).map { Int(max($0 / tempo.seconds(ofTick: Exercise.ticksPerBar), 0)) }
    }

    /// As calibrated, 0 where it never was or makes no sense.
    var latency: Double {
        options.latency.map { RhythmPreferences.latencyRange.contains($0) ? $0 : 0 } ?? 0
    }

    /// Seconds by which every stroke comes later than the player meant it.
    private var delay: Double {
        heardDelay ?? latency
    }

    /// Seconds after a moment until every stroke that was meant for it has arrived.
    var patience: Double {
        Self.longestWay + max(delay, 0)
    }

    /// Whether the last bar is over, and only waits for strokes that are still on their way.
    var isPastEnd: Bool {
        guard phase == .playing, let exercise = options.exercise, let bar = bar(at: tools.clock.now) else {
            return false
        }
        return !exercise.hasBar(bar)
    }

    /// Takes what the ear has to say.
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

    /// Judges a tap.
    mutating func judge(tapAt time: HostTime) {
        let isNow = abs(time.seconds(since: tools.clock.now)) < Self.longestDelay
        let moment = time.advanced(by: -latency)
        if options.input == .tap, isPlaying, isNow, filter.passes(time), let seconds = seconds(at: moment) {
            judge(strokeAt: seconds)
            provisional.add(moment, at: seconds)
        }
    }

    /// Takes a new line. When it has come to rest, what was judged before is judged by it.
    mutating func follow(_ map: TimeMap) {
        self.map = map
        provisional.take(map, at: tools.clock.now)
        if provisional.isSettled {
            judgeAnew()
        }
    }

    /// Judges again what was judged by a line that said something else.
    mutating func judgeAnew() {
        let current = self
        let end = seconds(at: tools.clock.now).map { $0 - patience }
        if let end, let said = provisional.judged(until: end, seconds: { current.seconds(at: $0) }) {
            judge = said.judge
            bias = BiasWatch()
            tell(said.verdicts)
        }
    }

    /// Judges a stroke at once. The moment is as the player meant it: every latency is subtracted.
    private mutating func judge(strokeAt seconds: Double) {
        guard isPlaying else {
            return
        }
        let verdicts = judge?.hear(strokeAt: seconds)
        tell(verdicts ?? [])
    }

    /// Declares what can be missed no more, and ends an exercise in which nothing is left to play.
    mutating func settle(until seconds: Double) {
        if let verdicts = judge?.advance(to: seconds) {
            tell(verdicts)
            if judge?.isOver == true {
                finish(isWhole: true)
            }
        } else if let bars = options.exercise?.bars, seconds >= tempo.seconds(ofTick: bars * Exercise.ticksPerBar) {
            finish(isWhole: true)
        }
    }

    /// When something can happen by itself: the first beat, the end of a note's time, the end of the exercise. Looking
    /// no sooner lets the machine sleep between two notes.
    var nextMoment: Double {
        if phase == .countIn {
            return tempo.seconds(ofTick: startTick)
        }
        if let judge {
            return judge.nextEnd.map { $0 + patience + Self.punctuality } ?? .infinity
        }
        let end = options.exercise?.bars.map { tempo.seconds(ofTick: $0 * Exercise.ticksPerBar) }
        return end.map { $0 + patience + Self.punctuality } ?? .infinity
    }

    /// - Parameter seconds: where it was left, or beyond its end; nil: at the bar that it was paused in.
    func results(at seconds: Double?) -> RhythmResults {
        let seconds = max(seconds ?? tempo.seconds(ofTick: startTick), tempo.seconds(ofTick: startTick))
        let end = options.exercise?.bars.map { tempo.seconds(ofTick: $0 * Exercise.ticksPerBar) } ?? .infinity
        return judge?.results(after: min(seconds, end)) ?? RhythmResults(seconds: min(seconds, end))
    }

    mutating func tell(_ verdicts: [Verdict]) {
        if !verdicts.isEmpty {
            tools.outbox.post(.verdicts(verdicts))
        }
        // Where the way of the sound is heard, what is left is the player's own, and nothing that could be corrected.
        if heardDelay == nil, let bias = bias.add(verdicts) {
            tools.outbox.post(.warning(.steadyBias(bias)))
        }
    }
}
