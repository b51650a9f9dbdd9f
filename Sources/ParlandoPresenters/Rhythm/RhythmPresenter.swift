public import ParlandoCore
public import ParlandoServices

/// Turns the user's actions into commands, and events into the state of the rhythm page.
@MainActor public final class RhythmPresenter: PreferenceReader {
    weak var view: (any RhythmView)?
    let training: any RhythmTraining
    var events = EventClock()
    var taps = TapTempo()
    var beat = ForwardBeat()
    private(set) var screen: RhythmScreen
    /// Starts the latest activity again: the exercise or metronome, learning an instrument, or a calibration.
    var again: @MainActor (RhythmPresenter) -> Void = { $0.start() }
    /// Time at which results were last shown; nil if none were shown yet.
    private var finished: HostTime?
    private let chosen: ChosenPreferences
    private let clock: any MonotonicClock
    let haptics: any StrokeHaptics
    private let practice: any PracticeStore
    private let calendar: any WallClock
    /// Serial number of the latest stroke that was judged in this exercise; nil if none was judged yet.
    var newestStroke: Int?
    private var state = RhythmViewState()

    /// - Parameter patterns: the patterns that exercises are made of, easiest first.
    public init(
        view: any RhythmView, training: any RhythmTraining, patterns: [Pattern], store: any PreferenceStore,
        clock: any MonotonicClock, haptics: any StrokeHaptics, practice: any PracticeStore, calendar: any WallClock
    ) {
        self.view = view
        self.training = training
        chosen = ChosenPreferences(in: store)
        self.clock = clock
        self.haptics = haptics
        self.practice = practice
        self.calendar = calendar
        screen = RhythmScreen(library: patterns)
    }

    /// Renders the initial view state and starts to receive events. Call once.
    public func activate() {
        training.delegate = self
        screen.preferences = chosen.current
        screen.seed = newSeed
        state = screen.state
        view?.render(state)
        chosen.watch(for: self)
    }

    /// Changes `screen`, computes the view state from it, and renders the view state if it has changed.
    func update(_ change: (inout RhythmScreen) -> Void) {
        change(&screen)
        let new = screen.state
        if new != state {
            state = new
            view?.render(new)
        }
    }

    /// Changes the preferences, stores them and shows them.
    func choose(_ change: (inout RhythmPreferences) -> Void) {
        let preferences = chosen.change { change(&$0.rhythm) }
        update { $0.preferences = preferences }
    }

    /// Starts the chosen exercise or the metronome.
    func start() {
        guard screen.phase == .idle, !screen.isWaiting else {
            return
        }
        let options = screen.options
        if let exercise = options.exercise, exercise.isEmpty {
            view?.showToast(tr("No patterns to play."))
            return
        }
        beat = ForwardBeat()
        newestStroke = nil
        again = { $0.start() }
        update { screen in
            screen.begin(options)
        }
        view?.focus(.button)
        Task { [training] in await training.start(options) }
    }

    /// Records that results are shown now.
    func noteResults() {
        finished = clock.now
    }

    /// Whether the results appeared less than 1.5 seconds ago. A key press is then probably a late stroke rather than a
    /// command.
    var areResultsNew: Bool {
        screen.results != nil && finished.map { clock.now.seconds(since: $0) < 1.5 } ?? false
    }

    /// Ends the current activity, such as an exercise or a calibration.
    public func stop() {
        guard screen.phase != .idle, !screen.isWaiting else {
            return
        }
        update { $0.isWaiting = true }
        Task { [training] in await training.stop() }
    }

    /// A new random seed, taken from the current time. With another seed, a random exercise draws another sequence of
    /// patterns.
    var newSeed: UInt64 {
        UInt64(bitPattern: clock.now.nanoseconds)
    }

    /// Switches the running activity to the audio devices that are chosen now, if they differ from those in use.
    ///
    /// - Parameter listens: whether the activity uses the microphone.
    private func follow(listens: Bool) {
        let key = screen.latencyKey(listens: listens)
        guard key != screen.devices else {
            return
        }
        update { screen in
            screen.noteDevices(listens: listens)
            // The bias was measured with the former devices.
            if case .steadyBias = screen.warning {
                screen.warning = nil
            }
        }
        let devices = screen.transport(listens: listens)
        let latency = screen.choices.latencies[key]
        Task { [training] in await training.change(devices: devices, latency: latency) }
    }

    func adopt(_ preferences: Preferences) {
        let old = screen.options
        update { $0.preferences = preferences }
        let new = screen.options
        if let running = screen.running {
            follow(listens: running.input == .microphone)
        }
        guard screen.phase != .idle else {
            return
        }
        if new.clickVolume != old.clickVolume || new.guideVolume != old.guideVolume {
            Task { [training] in
                await training.change(clickVolume: new.clickVolume, guideVolume: new.guideVolume)
            }
        }
    }
}

extension RhythmScreen {
    /// Starts a short movement of the on-screen lamp for the beat of a judged stroke or note.
    fileprivate mutating func move(for verdict: Verdict) {
        let beats = running?.clicks.beats ?? choices.clicks.beats
        movement = State.Movement(
            beat: verdict.tick / NoteValue.ticksPerBeat % beats,
            isHit: verdict.note != nil && verdict.grade != .missed, number: (movement?.number ?? 0) + 1)
    }

    fileprivate mutating func begin(_ options: RhythmOptions) {
        isWaiting = true
        running = options
        noteDevices(listens: options.input == .microphone)
        clock = nil
        place = nil
        book = VerdictBook()
        movement = nil
        clearNews()
    }

    /// Removes what the page says about the last activity, and the announcement of a test sound.
    mutating func clearNews() {
        results = nil
        warning = nil
        failure = nil
        isTestSoundAnnounced = false
    }
}

/// Updates the page in response to events of the rhythm service.
extension RhythmPresenter: RhythmServiceDelegate {
    public func rhythmService(_ service: any RhythmTraining, didReport event: RhythmEvent) {
        switch event {
        case .phase(let phase): enter(phase)
        case .clock(let clock): adopt(clock)
        case .verdicts(let verdicts): add(verdicts)
        case .results(let results): show(results)
        case .level(let level): update { $0.level = level }
        case .warning(let warning): show(warning)
        case .count(let count, let needed): update { $0.tally = .init(count: count, needed: needed) }
        case .instrument(let instrument): keep(instrument)
        case .calibration(let calibration): keep(calibration)
        case .failure(let failure): show(failure)
        }
    }

    private func enter(_ phase: RhythmPhase) {
        let seed = newSeed
        update { screen in
            screen.phase = phase
            screen.isWaiting = false
            switch phase {
            case .idle:
                screen.running = nil
                screen.clock = nil
                screen.place = nil
                screen.book = VerdictBook()
                screen.tally = .init()
                screen.seed = seed
            case .learning, .calibrating:
                screen.tally = .init()
            case .opening, .paused, .deviceLost:
                // Playback resumes with a new count-in, and after a device was lost also with new frame numbers.
                screen.clock = nil
            case .countIn, .playing:
                screen.failure = nil
            }
        }
        if !screen.isMoving {
            view?.render(RhythmPosition.nowhere)
        }
        if phase == .idle, screen.results != nil {
            view?.focus(.results)
        }
    }

    private func adopt(_ clock: BeatClock) {
        update { screen in
            // After a pause, the exercise resumes at the beginning of a bar.
            if screen.clock == nil {
                screen.book.rewind(to: clock.startTick)
            }
            screen.clock = clock
        }
    }

    private func add(_ verdicts: [Verdict]) {
        update { screen in
            screen.book.add(verdicts)
            if let moving = verdicts.last(where: { $0.stroke ?? .max > newestStroke ?? -1 }) {
                screen.move(for: moving)
            }
        }
        // Haptic feedback is only given for a new stroke. Missed notes are reported only after their time has passed,
        // and strokes that are judged again have already had their feedback.
        guard let newest = verdicts.last(where: { $0.stroke ?? -1 > newestStroke ?? -1 }) else {
            return
        }
        newestStroke = newest.stroke
        if screen.choices.isFelt {
            Task { [haptics] in await haptics.feel(newest.grade) }
        }
    }

    private func show(_ results: RhythmResults) {
        guard screen.running?.exercise != nil else {
            return
        }
        let isEmpty = Grade.allCases.allSatisfy { results.count($0) == 0 }
        if isEmpty {
            view?.showToast(tr("Stopped before the first note"))
        } else {
            noteResults()
            let exercise = screen.running?.exercise
            update { screen in
                screen.results = results
                screen.practice = []
            }
            if let exercise, screen.choices.keepsResults {
                Task { await keep(results, of: exercise.practiceName) }
            }
        }
    }

    private func show(_ warning: RhythmWarning) {
        update { screen in
            // The offer to correct a bias is made only once, so a warning about dropouts must not replace it.
            if case .steadyBias = screen.warning, case .dropouts = warning {
                return
            }
            screen.warning = warning
        }
    }

    /// Stores the results of an exercise, and then shows the results of the same exercise by day.
    private func keep(_ results: RhythmResults, of exercise: String) async {
        do throws(TextSaveError) {
            try await practice.add(results, of: exercise, on: PracticeCalendar.day(of: calendar.now))
        } catch {
            view?.showToast(tr("The results could not be kept. {reason}", ["reason": error.message.text]))
        }
        let days = await practice.days(of: exercise, limit: RhythmReport.mostDays)
        update { screen in
            if screen.results == results {
                screen.practice = days
            }
        }
    }

    private func keep(_ instrument: InstrumentProfile) {
        choose { $0.instrument = instrument }
        view?.showToast(tr("Instrument learned"))
    }

    private func keep(_ calibration: LatencyCalibration) {
        let key = screen.devices
        choose { $0.latencies[key] = calibration.median }
        view?.showToast(RhythmWording.calibrated(calibration))
    }

    private func show(_ failure: RhythmFailure) {
        // While a device is lost, the phase already shows it.
        if case .audio(let error) = failure, error.kind == .lost, screen.phase == .deviceLost {
            return
        }
        update { $0.failure = failure.message }
    }
}
