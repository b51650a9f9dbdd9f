import ParlandoCore
import ParlandoSignal

/// Plays the metronome alone, or an exercise whose strokes are judged.
struct ExerciseSession: RhythmSession {
    let tools: RhythmTools
    var options: RhythmOptions
    var phase = RhythmPhase.opening
    var rate = 0
    var map: TimeMap?
    /// Playback frame of the first click of the latest count-in; of the metronome alone, at a tempo that was asked for.
    var firstClick = 0
    /// Of the exercise, with `firstClick`; negative during the first count-in.
    var firstTick = 0
    /// With the first click that was rendered since the latest start.
    var runTick = 0
    /// The bar that follows the latest count-in.
    var startBar = 0
    /// Of the metronome alone, as rendered.
    var tempo: Tempo
    var plan: TempoPlan
    var judge: Judge?
    /// Those in bars that still matter.
    var verdicts = FinalVerdicts()
    /// The next bar line at which something is told: the drift, the results of a pass.
    var nextLine = 1
    /// Of the trainer, as told last; nil if nothing was.
    var toldChange: TempoChange??
    var guide: GuideFeed?
    var bias = BiasWatch()
    var filter = DoubleStrokeFilter()
    /// Seconds from the loudspeaker to the microphone, as measured in this session.
    var heardDelay: Double?
    var provisional = ProvisionalStrokes()
    var wake: HostTime?

    private let maker: MetronomeMaker
    var transport: TransportUse
    private var ear: EarLine?
    private var ears = 0
    private var xruns = 0
    private var isLost = false
    private var hasRun = false
    /// Asked for while the metronome plays alone, and not rendered yet.
    var wantedTempo: Tempo?

    init(_ options: RhythmOptions, tools: RhythmTools) {
        self.options = options
        self.tools = tools
        // The clicks between beats are swung as the notes are.
        self.options.clicks.swing = options.exercise?.swing ?? options.clicks.swing
        tempo = options.tempo
        plan = TempoPlan(options)
        maker = MetronomeMaker(
            clickVolume: options.clickVolume, guideVolume: options.guideVolume, isHeard: options.listens,
            sound: options.clickVoice)
        transport = TransportUse(tools)
        if options.input != .none {
            judge = options.exercise.map { [plan] in
                Judge(Schedule($0, course: plan.course), caps: options.caps, gaps: options.clicks.gaps)
            }
        }
    }

    mutating func begin() {
        tools.outbox.post(.phase(.opening))
        transport.open(devices, playing: maker, after: maker.prepare(tools.counting))
    }

    private var devices: TransportOptions {
        TransportOptions(
            output: options.transport.output, listens: options.listens,
            input: options.listens ? options.transport.input : nil)
    }

    /// What was played still gets its results.
    mutating func fail(_ failure: RhythmFailure) {
        tools.outbox.post(.failure(failure))
        hasRun ? finish() : end()
    }

    mutating func take(_ event: RhythmSessionEvent) {
        switch event {
        case .command(let command): obey(command)
        case .transport(let news):
            // Events of devices that are being closed are ignored.
            if transport.isOpen {
                take(news)
            }
        case .transportEnded:
            if transport.isClosed {
                end()
            }
        case .heard(let news, let number):
            if number == ear?.number {
                take(news)
            }
        case .woke: advance()
        case .ready, .opened, .notOpened: break
        }
    }

    // MARK: Commands

    private mutating func obey(_ command: RhythmSessionEvent.Command) {
        switch command {
        case .stop: finish()
        case .pause: pause()
        case .resume: resume()
        case .tap(let time): judge(tapAt: time)
        case .tempo(let tempo): change(tempo)
        case .clicks(let clicks): change(clicks)
        case .volumes(let click, let guide): maker.change(clickVolume: click, guideVolume: guide)
        case .devices(let devices, let latency): change(devices, latency: latency)
        }
    }

    private mutating func pause() {
        guard [.opening, .countIn, .playing, .deviceLost].contains(phase), !isPastEnd else {
            return
        }
        leaveOff()
        options.countsIn = true
        enter(.paused)
    }

    private mutating func resume() {
        guard phase == .paused else {
            return
        }
        if rate > 0 {
            countIn()
        } else {
            enter(isLost ? .deviceLost : .opening)
        }
    }

    /// Stops the clicks, and stores the bar at which the exercise continues.
    private mutating func leaveOff() {
        if let metronome = maker.latest?.metronome {
            takeTempo(from: metronome)
            metronome.stop()
        }
        if phase == .playing {
            startBar = max(bar(at: tools.clock.now) ?? startBar, startBar)
        }
        guide = nil
        wake = nil
    }

    private mutating func change(_ tempo: Tempo) {
        guard options.exercise == nil else {
            return
        }
        wantedTempo = tempo
        guard let metronome = maker.latest?.metronome, phase == .playing else {
            return
        }
        metronome.change(tempo: tempo)
        advance()
    }

    private mutating func change(_ clicks: ClickPattern) {
        guard clicks.beats == options.clicks.beats, clicks.beatTicks == options.clicks.beatTicks else {
            return
        }
        options.clicks = clicks
        options.clicks.swing = options.exercise?.swing ?? clicks.swing
        maker.latest?.metronome.change(pattern: options.clicks)
    }

    // MARK: The transport

    private mutating func change(_ devices: TransportOptions, latency: Double?) {
        guard !isPastEnd else {
            return finish()
        }
        options.transport = devices
        options.latency = latency
        bias = BiasWatch()
        transport.change(self.devices, playing: maker)
        stopListening()
        if phase != .paused {
            enter(.opening)
        }
    }

    private mutating func take(_ news: TransportEvent) {
        switch news {
        case .running(let playbackRate, let captureRate):
            run(playbackRate: playbackRate, captureRate: captureRate)
        case .playback(let map):
            follow(map)
            ear?.pass(news)
            tellClock()
            advance()
        case .capture, .block:
            ear?.pass(news)
        case .xrun:
            xruns += 1
            tools.outbox.post(.warning(.dropouts(count: xruns)))
            ear?.pass(news)
        case .lost(let error):
            lose(error)
        }
    }

    private mutating func run(playbackRate: Int, captureRate: Int?) {
        rate = playbackRate
        isLost = false
        hasRun = true
        if let captureRate, let sound = maker.latest?.sound {
            ears += 1
            ear?.end()
            ear = EarLine(tools, number: ears, captureRate: captureRate) { [instrument = options.instrument] in
                StrokeEar(instrument: instrument, sound: sound, playbackRate: playbackRate, captureRate: captureRate)
            }
        }
        if phase != .paused {
            countIn()
        }
    }

    private mutating func lose(_ error: AudioError) {
        guard !isPastEnd else {
            return finish()
        }
        stopListening()
        isLost = true
        if phase != .paused {
            enter(.deviceLost)
            tools.outbox.post(.failure(.audio(error)))
        }
    }

    /// With the next devices, playback begins with a count-in, and frames are counted from 0 again.
    private mutating func stopListening() {
        leaveOff()
        ear?.end()
        ear = nil
        map = nil
        rate = 0
        heardDelay = nil
        provisional = ProvisionalStrokes()
    }

    // MARK: Playing

    private mutating func countIn() {
        guard let metronome = maker.latest?.metronome else {
            return
        }
        let wanted = wantedTempo ?? tempo
        if options.exercise == nil, wanted != course.tempo(atTick: startTick) {
            plan.change(to: wanted, atTick: startTick)
        }
        wantedTempo = nil
        firstClick = metronome.nextFrame + Int(leadSeconds * Double(rate))
        firstTick = countsIn ? startTick - ticksPerBar : startTick
        runTick = firstTick
        tempo = course.tempo(atTick: startTick)
        let schedule = options.exercise.map {
            Schedule($0, course: course, startBar: startBar, countsIn: options.countsIn)
        }
        metronome.begin(
            MetronomeRun(
                firstClick: firstClick, tempo: tempo, clicks: schedule.flatMap(\.clicks), pattern: options.clicks,
                countIn: (startTick - firstTick) / options.clicks.beatTicks, firstBar: startBar))
        for stretch in course.stretches where stretch.tick > startTick {
            announce(stretch.tempo, atTick: stretch.tick, to: metronome)
        }
        guide = schedule.map { GuideFeed($0, rate: rate, firstClick: firstClick, gaps: options.clicks.gaps) }
        verdicts.keep(..<startTick)
        tell(judge?.rewind(toBar: startBar) ?? [])
        provisional.begin(with: judge)
        enter(countsIn ? .countIn : .playing)
        tellClock()
        advance()
    }

    /// Seconds of silence before the first click. Meanwhile the stroke detector measures the background noise.
    private var leadSeconds: Double {
        options.input == .microphone ? 1.3 : 0.4
    }

    /// Does what is due now, and sets the time of the next wake-up.
    private mutating func advance() {
        guard let metronome = maker.latest?.metronome else {
            return
        }
        takeTempo(from: metronome)
        decideTempos(on: metronome)
        guide?.feed(
            metronome, until: metronome.nextFrame + Self.guideSeconds * rate, before: plan.nextBar ?? .max)
        let now = tools.clock.now
        if isPlaying, let seconds = seconds(at: now) {
            tellChange(after: course.tick(at: seconds))
            if phase == .countIn, seconds >= course.seconds(ofTick: startTick) - Self.punctuality {
                enter(.playing)
            }
            if phase == .playing, options.exercise != nil {
                settle(until: seconds - longestArrival)
            }
        }
        wake =
            isPlaying ? now.advanced(by: min(pace(at: now), max(untilDecision(on: metronome), Self.shortestPace))) : nil
    }

    /// Seconds until the next wake-up. A metronome without an exercise needs no frequent ones.
    private func pace(at now: HostTime) -> Double {
        guard options.exercise != nil else {
            return wantedTempo != nil ? Self.pace : Self.restfulPace
        }
        return seconds(at: now).map { min(max(nextMoment - $0, 0), Self.longestPace) } ?? Self.pace
    }

    var isPlaying: Bool {
        phase == .countIn || phase == .playing
    }

    /// Adopts a tempo that was asked for from the first click that was rendered with it. If that was the tempo before,
    /// what was planned is dropped nevertheless, and the clicks have moved if another tempo was played meanwhile.
    private mutating func takeTempo(from metronome: MetronomeVoice) {
        for click in metronome.takeClicks() where options.exercise == nil && click.frame > firstClick {
            let tick = runTick + click.index * options.clicks.beatTicks
            tempo = click.tempo
            let isMet = wantedTempo == tempo
            wantedTempo = isMet ? nil : wantedTempo
            let moved = (seconds(atFrame: Double(click.frame)) - course.seconds(ofTick: tick)) * Double(rate)
            if isMet || abs(moved) > Self.mostRounding || tempo != course.tempo(atTick: tick) {
                firstClick = click.frame
                firstTick = tick
                plan.change(to: tempo, atTick: tick)
                tellClock()
            }
        }
    }

    func tellClock() {
        guard let map, isPlaying, rate > 0, firstClick > 0 else {
            return
        }
        let clock = BeatClock(
            map: map, rate: rate, firstClick: firstClick, startTick: options.exercise == nil ? firstTick : startTick,
            meter: options.meter, course: course, countsIn: countsIn)
        tools.outbox.post(.clock(clock))
    }

    private mutating func enter(_ next: RhythmPhase) {
        if next != phase {
            phase = next
            tools.outbox.post(.phase(next))
        }
    }

    // MARK: The end

    /// - Parameter isWhole: whether the exercise was played to its end. The rest of the last note then counts as played
    ///   although it has not passed yet.
    mutating func finish(isWhole: Bool = false) {
        if options.input == .tap {
            judgeAnew()
        }
        if options.exercise != nil {
            if isWhole {
                review(until: .infinity)
            }
            let now = isWhole ? .infinity : seconds(at: tools.clock.now)
            tools.outbox.post(.results(results(at: isPlaying ? now : nil)))
        }
        end()
    }

    mutating func end() {
        wake = nil
        ear?.end()
        transport.close()
    }
}

/// Converts times to positions in the exercise, and judges strokes.
extension ExerciseSession {
    /// Seconds that the event of a stroke may take to arrive, beside the calibrated latency.
    private static let longestWay = 0.15
    /// Seconds by which a tap's timestamp may differ from now. Other taps are ignored.
    private static let longestDelay = 5.0
    /// Seconds between two checks while the time of the next event is not known.
    static let pace = 0.1
    /// Seconds between two checks in an exercise at most, because guide tones must be supplied in time.
    static let longestPace = 1.0
    static let restfulPace = 30.0
    /// Tolerance when a beat's time is compared with the current time, in seconds.
    static let punctuality = 0.001
    /// Frames by which a click may differ from the course of the tempos.
    private static let mostRounding = 2.0
    /// Seconds of guide tones that are supplied ahead.
    static let guideSeconds = 6

    private var countsIn: Bool {
        options.exercise != nil && options.countsIn
    }

    /// At which the latest count-in ends.
    var startTick: Int {
        startBar * ticksPerBar
    }

    var course: TempoCourse {
        plan.course
    }

    var ticksPerBar: Int {
        options.clicks.ticksPerBar
    }

    /// The position that is heard at a time: seconds since the first beat, without pauses. Nil if the beat is not
    /// known.
    func seconds(at time: HostTime) -> Double? {
        guard let map, rate > 0 else {
            return nil
        }
        return seconds(atFrame: map.frame(at: time))
    }

    func seconds(atFrame frame: Double) -> Double {
        // The count-in has the tempo of the bar that follows.
        let stretch = course.stretch(atTick: Double(max(firstTick, startTick)))
        return (frame - Double(firstClick)) / Double(max(rate, 1)) + stretch.seconds(ofTick: Double(firstTick))
    }

    func bar(at time: HostTime) -> Int? {
        seconds(at: time).map { Int(max(course.tick(at: $0), 0)) / ticksPerBar }
    }

    /// Seconds; 0 if there is none or it is out of range.
    var latency: Double {
        options.latency.map { RhythmPreferences.latencyRange.contains($0) ? $0 : 0 } ?? 0
    }

    /// Seconds by which each stroke's sound is later.
    private var delay: Double {
        heardDelay ?? latency
    }

    /// Seconds from the end of a note's time to the arrival of its last stroke at most.
    var longestArrival: Double {
        Self.longestWay + max(delay, 0)
    }

    /// Whether only strokes that have not arrived yet are waited for.
    var isPastEnd: Bool {
        guard phase == .playing, let exercise = options.exercise, let bar = bar(at: tools.clock.now) else {
            return false
        }
        return !exercise.hasBar(bar)
    }

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
        case .loudspeaker(let delay):
            let isFirst = heardDelay == nil
            heardDelay = delay
            // A later delay, of a microphone that was moved or of clocks that run apart, applies to later strokes only.
            if isFirst {
                judgeAnew()
            }
        case .event(.failure(let failure)):
            fail(failure)
        case .event(let event):
            tools.outbox.post(event)
        }
    }

    mutating func judge(tapAt time: HostTime) {
        let isNow = abs(time.seconds(since: tools.clock.now)) < Self.longestDelay
        let moment = time.advanced(by: -latency)
        if options.input == .tap, isPlaying, isNow, filter.passes(time), let seconds = seconds(at: moment) {
            judge(strokeAt: seconds)
            provisional.add(.tap(moment), at: seconds)
        }
    }

    /// Once the fit is steady, taps that were judged by earlier fits are judged again.
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

    /// Judges strokes again if what is known now has changed the position of any.
    mutating func judgeAnew() {
        let current = self
        // During a pause the stream runs on, but no notes are due.
        let end =
            isPlaying ? seconds(at: tools.clock.now).map { $0 - longestArrival } : course.seconds(ofTick: startTick)
        if let end, let said = provisional.judged(until: end, seconds: { current.seconds(of: $0) }) {
            judge = said.judge
            bias = BiasWatch()
            verdicts.keep(..<startTick)
            tell(said.verdicts)
        }
    }

    private func seconds(of stroke: ProvisionalStrokes.Stroke) -> Double? {
        switch stroke {
        case .tap(let moment): seconds(at: moment)
        case .heard(let frame): seconds(atFrame: frame) - delay
        }
    }

    /// - Parameter seconds: position in the exercise, without any latency.
    private mutating func judge(strokeAt seconds: Double) {
        if isPlaying {
            tell(judge?.hear(strokeAt: seconds) ?? [])
        }
    }

    /// Judges the notes whose time ends before `seconds`. Ends the exercise if nothing is left to play.
    mutating func settle(until seconds: Double) {
        if let verdicts = judge?.advance(to: seconds) {
            tell(verdicts)
            review(until: seconds)
            if judge?.isOver == true {
                finish(isWhole: true)
            }
        } else if seconds >= length {
            finish(isWhole: true)
        }
    }

    /// Position of the next event without input, in seconds: the first beat, the end of a note's time, or of the
    /// exercise. The session does not wake up earlier, so the processor can sleep between two notes.
    var nextMoment: Double {
        if phase == .countIn {
            return course.seconds(ofTick: startTick)
        }
        return (judge.map { $0.nextEnd ?? .infinity } ?? length) + longestArrival + Self.punctuality
    }

    /// Of the exercise, in seconds.
    private var length: Double {
        options.exercise?.bars.map { course.seconds(ofTick: $0 * ticksPerBar) } ?? .infinity
    }

    /// - Parameter seconds: position at which the exercise was ended, which may be beyond its end; nil if it was
    ///   paused.
    func results(at seconds: Double?) -> RhythmResults {
        let start = course.seconds(ofTick: startTick)
        let played = min(max(seconds ?? start, start), length)
        return judge?.results(after: played) ?? RhythmResults(seconds: played, meter: options.meter)
    }

    mutating func tell(_ verdicts: [Verdict]) {
        self.verdicts.take(verdicts)
        if !verdicts.isEmpty {
            tools.outbox.post(.verdicts(verdicts))
        }
        // Where the delay of the loudspeaker is measured, any bias is the player's own and no setting can correct it.
        if heardDelay == nil, let bias = bias.add(verdicts) {
            tools.outbox.post(.warning(.steadyBias(bias)))
        }
    }
}
