import ParlandoCore
import ParlandoSignal

/// A session that plays the metronome alone, or an exercise whose strokes are judged.
struct ExerciseSession: RhythmSession {
    let tools: RhythmTools
    var options: RhythmOptions
    var phase = RhythmPhase.opening
    var rate = 0
    var map: TimeMap?
    /// Playback frame of the first click of the latest count-in. If only the metronome plays, playback frame of the
    /// first click at the current tempo.
    var firstClick = 0
    /// Index of the bar that follows the latest count-in.
    var startBar = 0
    var tempo: Tempo
    var judge: Judge?
    var bias = BiasWatch()
    var filter = DoubleStrokeFilter()
    /// Delay from the loudspeaker to the microphone, in seconds, as measured in this session; nil if it has not been
    /// measured.
    var heardDelay: Double?
    var provisional = ProvisionalStrokes()
    var wake: HostTime?

    private let thread: EarThread
    private let maker: MetronomeMaker
    private var transport: TransportUse
    private var ear: EarLine?
    private var ears = 0
    private var guide: GuideFeed?
    private var xruns = 0
    private var isLost = false
    /// Whether the audio devices have been running at any time in this session.
    private var hasRun = false
    /// Index of the metronome's first beat at the current tempo.
    private var tempoBeat = 0
    private var wantedTempo: Tempo
    private var isEnding = false

    init(_ options: RhythmOptions, tools: RhythmTools, thread: EarThread) {
        self.options = options
        self.tools = tools
        self.thread = thread
        tempo = options.tempo
        wantedTempo = options.tempo
        let listens = options.input == .microphone && options.exercise != nil
        maker = MetronomeMaker(
            clickVolume: options.clickVolume, guideVolume: options.guideVolume, isHeard: listens)
        transport = TransportUse(tools)
        if options.input != .none {
            judge = options.exercise.map { Judge(Schedule($0, tempo: options.tempo), caps: options.caps) }
        }
    }

    var isOver: Bool {
        isEnding && transport.isClosed
    }

    mutating func begin() {
        tools.outbox.post(.phase(.opening))
        transport.open(devices, playing: maker)
    }

    private var devices: TransportOptions {
        let listens = options.input == .microphone && options.exercise != nil
        let wanted = options.transport
        return TransportOptions(output: wanted.output, listens: listens, input: listens ? wanted.input : nil)
    }

    mutating func handle(_ event: RhythmSessionEvent) {
        if let error = transport.note(event) {
            tools.outbox.post(.failure(.audio(error)))
            // If the devices have been running, the part of the exercise that was played still gets its results.
            hasRun ? finish() : end()
        }
        guard !isEnding else {
            return
        }
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
        case .opened, .notOpened: break
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

    /// Stops the clicks, and stores the current bar as the bar at which the exercise continues.
    private mutating func leaveOff() {
        maker.latest?.metronome.stop()
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
            self.tempo = tempo
            return
        }
        metronome.change(tempo: tempo)
        advance()
    }

    private mutating func change(_ clicks: ClickPattern) {
        guard clicks.beats == options.clicks.beats else {
            return
        }
        options.clicks = clicks
        maker.latest?.metronome.change(pattern: clicks)
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
            ear = EarLine(
                .strokes(options.instrument, sound: sound), number: ears, playbackRate: playbackRate,
                captureRate: captureRate, door: tools.door, thread: thread)
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
        }
        tools.outbox.post(.failure(.audio(error)))
    }

    /// Ends the use of the current audio devices. With the next devices, playback begins with a count-in, and frames
    /// are counted from 0 again.
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

    /// Starts the count-in to the bar at which the exercise stopped. Without an exercise, starts the metronome.
    private mutating func countIn() {
        guard let metronome = maker.latest?.metronome else {
            return
        }
        firstClick = metronome.nextFrame + Int(leadSeconds * Double(rate))
        tempoBeat = 0
        let schedule = options.exercise.map { Schedule($0, tempo: tempo, startBar: startBar) }
        metronome.begin(
            MetronomeRun(
                firstClick: firstClick, tempo: tempo, clicks: schedule.flatMap(\.clicks), pattern: options.clicks))
        guide = schedule.map { GuideFeed($0, rate: rate, firstClick: firstClick) }
        tell(judge?.rewind(toBar: startBar) ?? [])
        provisional.begin(with: judge)
        enter(options.exercise == nil ? .playing : .countIn)
        tellClock()
        advance()
    }

    /// Duration of the silence before the first click, in seconds. During this time the stroke detector measures the
    /// background noise.
    private var leadSeconds: Double {
        options.input == .microphone ? 1.3 : 0.4
    }

    /// Supplies guide tones, adopts a new tempo, enters a new phase and judges notes, as far as this is due now. Sets
    /// the time of the next wake-up.
    private mutating func advance() {
        guard let metronome = maker.latest?.metronome else {
            return
        }
        guide?.feed(metronome, until: metronome.nextFrame + Self.guideSeconds * rate)
        takeTempo(from: metronome)
        let now = tools.clock.now
        if let seconds = seconds(at: now) {
            if phase == .countIn, seconds >= tempo.seconds(ofTick: startTick) - Self.punctuality {
                enter(.playing)
            }
            if phase == .playing, options.exercise != nil {
                settle(until: seconds - patience)
            }
        }
        wake = isPlaying ? now.advanced(by: pace(at: now)) : nil
    }

    /// Returns the time until the session must wake up again, in seconds. A metronome without an exercise needs no
    /// frequent wake-ups.
    private func pace(at now: HostTime) -> Double {
        guard options.exercise != nil else {
            return wantedTempo != tempo ? Self.pace : Self.restfulPace
        }
        return seconds(at: now).map { min(max(nextMoment - $0, 0), Self.longestPace) } ?? Self.pace
    }

    var isPlaying: Bool {
        phase == .countIn || phase == .playing
    }

    /// Adopts a new tempo, beginning with the first click that was rendered with it.
    private mutating func takeTempo(from metronome: MetronomeVoice) {
        let clicks = metronome.takeClicks()
        for click in clicks where click.frame > firstClick && click.beatsPerMinute != tempo.beatsPerMinute {
            tempo = Tempo(clamping: click.beatsPerMinute)
            firstClick = click.frame
            tempoBeat = click.index
            tellClock()
        }
    }

    private func tellClock() {
        guard let map, isPlaying, rate > 0, firstClick > 0 else {
            return
        }
        let clock = BeatClock(
            map: map, rate: rate, firstClick: firstClick, startTick: clockTick, tempo: tempo,
            beats: options.clicks.beats)
        tools.outbox.post(.clock(clock))
    }

    /// Tick (a twelfth of a beat) at which the beat clock starts. The beat clock assumes that a bar of count-in
    /// precedes this tick. A metronome without an exercise has no count-in, because its first click is already the
    /// first beat. One bar is therefore added.
    private var clockTick: Int {
        options.exercise == nil ? tempoBeat * NoteValue.ticksPerBeat + ticksPerBar : startTick
    }

    private mutating func enter(_ next: RhythmPhase) {
        if next != phase {
            phase = next
            tools.outbox.post(.phase(next))
        }
    }

    // MARK: The end

    /// Ends the exercise, whether it is complete or was stopped, and reports its results.
    ///
    /// - Parameter isWhole: whether the exercise was played to its end. The rest of the last note then counts as played
    ///   although it has not passed yet.
    mutating func finish(isWhole: Bool = false) {
        if options.input == .tap {
            judgeAnew()
        }
        if options.exercise != nil {
            let now = isWhole ? .infinity : seconds(at: tools.clock.now)
            tools.outbox.post(.results(results(at: isPlaying ? now : nil)))
        }
        end()
    }

    private mutating func end() {
        isEnding = true
        wake = nil
        ear?.end()
        transport.close()
    }
}
