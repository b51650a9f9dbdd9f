public import ParlandoCore
public import ParlandoServices

/// Decides what the rhythm page shows, and passes the user's actions on to the trainer.
@MainActor public final class RhythmPresenter: PreferenceReader {
    weak var view: (any RhythmView)?
    let training: RhythmService
    var events = EventClock()
    var taps = TapTempo()
    var beat = ForwardBeat()
    private(set) var screen: RhythmScreen
    /// Starts the latest activity again: the exercise or metronome, learning, or a calibration.
    var again: @MainActor (RhythmPresenter) -> Void = { $0.start() }
    /// When results were last shown.
    private var finished: HostTime?
    /// Stores the latest results.
    private var keeping: Task<Void, Never>?
    /// Wait for the end of an exercise before the window closes.
    private var closing: [CheckedContinuation<Void, Never>] = []
    private let chosen: ChosenPreferences
    private let clock: any MonotonicClock
    let haptics: any StrokeHaptics
    private let practice: any PracticeStore
    let books: any PracticeBookStore
    /// Is told when a rhythm begins or ends to be heard (`RhythmScreen.isHearing`).
    var onHearing: (@MainActor () -> Void)?
    /// The page was left while a command was under way. It counts once the service has answered.
    private var hasLeft = false
    /// What is to be done once the current activity has ended.
    var due: (@MainActor (RhythmPresenter) -> Void)?
    private let calendar: any WallClock
    /// Number of the latest stroke that was judged in this exercise.
    var newestStroke: Int?
    private var state = RhythmViewState()

    /// - Parameter patterns: easiest first.
    public init(
        view: any RhythmView, training: RhythmService, patterns: [Pattern], store: any PreferenceStore,
        clock: any MonotonicClock, haptics: any StrokeHaptics, practice: any PracticeStore,
        book: any PracticeBookStore, calendar: any WallClock
    ) {
        self.view = view
        self.training = training
        chosen = ChosenPreferences(in: store)
        self.clock = clock
        self.haptics = haptics
        self.practice = practice
        books = book
        self.calendar = calendar
        screen = RhythmScreen(library: patterns)
    }

    /// Shows the page and starts to receive events. Call once.
    public func activate() {
        training.delegate = self
        screen.preferences = chosen.current
        screen.seed = newSeed
        state = screen.state
        view?.render(state)
        chosen.watch(for: self)
        Task {
            if let book = try? await readBook() {
                update { $0.saved.book = book }
            }
        }
    }

    func update(_ change: (inout RhythmScreen) -> Void) {
        let wasHearing = screen.isHearing
        change(&screen)
        let new = screen.state
        if new != state {
            state = new
            view?.render(new)
        }
        if screen.isHearing != wasHearing {
            onHearing?()
        }
    }

    func choose(_ change: (inout RhythmPreferences) -> Void) {
        let preferences = chosen.change { change(&$0.rhythm) }
        update { $0.adopt(preferences) }
    }

    public func set(_ change: PreferenceChange) {
        adopt(chosen.change { $0.apply(change) })
    }

    public func start() {
        guard screen.phase == .idle, !screen.isWaiting else {
            return
        }
        let options = screen.options
        if let exercise = options.exercise, exercise.patterns.isEmpty {
            view?.showToast(tr("No patterns to play."))
            return
        }
        beat = ForwardBeat()
        newestStroke = nil
        again = { $0.start() }
        update { $0.begin(options) }
        view?.focus(.button)
        Task { [training] in await training.start(options) }
    }

    /// Whether the results are less than 1.5 seconds old. A key press is then probably a late stroke.
    var areResultsNew: Bool {
        screen.results != nil && finished.map { clock.now.seconds(since: $0) < 1.5 } ?? false
    }

    /// What was to be played afterwards is not.
    public func stop() {
        due = nil
        end()
    }

    func end() {
        if screen.phase != .idle {
            send { await $0.stop() }
        } else if screen.isWaiting, due == nil {
            // Once it has begun.
            due = { _ in }
        }
    }

    /// Does nothing until the service has answered the command before.
    private func send(_ command: @escaping @Sendable (RhythmService) async -> Void) {
        guard !screen.isWaiting else {
            return
        }
        update { $0.isWaiting = true }
        Task { [training] in await command(training) }
    }

    /// With another seed, a random exercise draws other patterns.
    var newSeed: UInt64 {
        UInt64(bitPattern: clock.now.nanoseconds)
    }

    /// Switches the running activity to the devices that are chosen now, if they differ from those in use.
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
        update { $0.adopt(preferences) }
        let new = screen.options
        if let running = screen.running {
            follow(listens: running.input == .microphone)
            changeClicks()
            if running.exercise == nil, new.tempo != old.tempo {
                update { $0.course = nil }
                Task { [training] in await training.change(tempo: new.tempo) }
            }
        }
        guard screen.running != nil else {
            return
        }
        if new.clickVolume != old.clickVolume || new.guideVolume != old.guideVolume {
            Task { [training] in
                await training.change(clickVolume: new.clickVolume, guideVolume: new.guideVolume)
            }
        }
    }
}

extension RhythmPresenter: RhythmServiceDelegate {
    public func rhythmService(_ service: RhythmService, didReport event: RhythmEvent) {
        switch event {
        case .phase(let phase): enter(phase)
        case .clock(let clock): update { $0.adopt(clock) }
        case .verdicts(let verdicts): add(verdicts)
        case .drift(let drift): update { $0.drift = drift }
        case .upcoming(let change): update { $0.upcoming = change }
        case .pass(let results, let number, _): update { $0.add(.init(number: number, accuracy: results.accuracy)) }
        case .results(let results): show(results)
        case .level(let level): update { $0.level = level }
        case .warning(let warning): show(warning)
        case .count(let count, let needed): update { $0.tally = (count, needed) }
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
            screen.tally = (0, 0)
            switch phase {
            case .idle:
                screen.running = nil
                screen.clock = nil
                screen.place = nil
                screen.book = VerdictBook()
                screen.seed = seed
            case .opening, .paused, .deviceLost:
                // Playback resumes with a count-in, and after a loss also with new frame numbers.
                (screen.clock, screen.drift) = (nil, nil)
            case .countIn, .playing:
                screen.failure = nil
            case .learning, .calibrating: break
            }
        }
        if !screen.isMoving {
            view?.render(RhythmPosition.nowhere)
        }
        if phase == .idle, screen.results != nil {
            view?.focus(.results)
        }
        if phase == .idle {
            close()
        }
        let left = hasLeft
        hasLeft = false
        if due != nil || !closing.isEmpty, phase != .idle {
            end()
        } else if let command = due {
            due = nil
            command(self)
        }
        if left {
            leaveFront()
        }
    }

    private func add(_ verdicts: [Verdict]) {
        update { screen in
            screen.book.add(verdicts)
            if let moving = verdicts.last(where: { $0.stroke ?? .max > newestStroke ?? -1 }) {
                screen.move(for: moving)
            }
        }
        // Missed notes are reported only after their time, and strokes that are judged again have been felt already.
        guard let newest = verdicts.last(where: { $0.stroke ?? -1 > newestStroke ?? -1 }) else {
            return
        }
        newestStroke = newest.stroke
        if screen.choices.isFelt {
            Task { [haptics] in await haptics.feel(newest.grade) }
        }
    }

    private func show(_ results: RhythmResults) {
        guard let running = screen.running, let exercise = running.exercise, running.input != .none else {
            return
        }
        guard Grade.allCases.contains(where: { results.count($0) > 0 }) else {
            view?.showToast(tr("Stopped before the first note"))
            return
        }
        finished = clock.now
        update { $0.finish(exercise, with: results) }
        let begun = screen.begun
        if screen.choices.keepsResults, !begun.isLoop {
            keeping = Task { await keep(results, of: begun.saved?.practiceName ?? exercise.practiceName) }
        }
    }

    private func show(_ warning: RhythmWarning) {
        update { screen in
            // The offer to correct a bias is made only once.
            if case .steadyBias = screen.warning, case .dropouts = warning {
                return
            }
            screen.warning = warning
        }
    }

    /// Stores the results, then shows those of the same exercise by day.
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

extension RhythmPresenter {
    public func pressButton() {
        if screen.phase == .idle {
            start()
        } else {
            stop()
        }
    }

    public func pressPause() {
        switch screen.state.pause {
        case .pause: send { await $0.pause() }
        case .resume: send { await $0.resume() }
        case .hidden: break
        }
    }

    /// For Enter, if no widget handled the key.
    public func pressEnter() {
        switch screen.phase {
        case .idle where areResultsNew: break
        case .idle: start()
        case .paused: send { await $0.resume() }
        case .opening, .countIn, .playing, .deviceLost, .learning, .calibrating: break
        }
    }

    /// For the N key, if no widget handled it.
    public func pressNext() {
        if !areResultsNew {
            playNext()
        }
    }

    /// Ends the current activity; without one, closes the results and the banner.
    public func pressEscape() {
        guard screen.phase == .idle else {
            return stop()
        }
        let hadResults = screen.results != nil
        update { screen in
            screen.clearNews()
            screen.loop = nil
        }
        if hadResults {
            view?.focus(.button)
        }
    }

    /// A key, mouse button or finger went down.
    ///
    /// - Parameters:
    ///   - stamp: the display server's timestamp in milliseconds, or 0.
    ///   - received: when the program received the event.
    public func strike(at stamp: UInt32, received: HostTime) {
        let moment = events.moment(of: stamp, received: received)
        guard screen.takesStrokes else {
            return
        }
        Task { [training] in await training.tap(at: moment) }
    }

    /// Call for each frame before it is drawn; it will be shown at `time`.
    public func showFrame(at time: HostTime) {
        guard screen.isMoving, let clock = screen.clock else {
            return
        }
        var position = RhythmPosition(tick: beat.tick(at: time, by: clock), by: clock)
        let place = RhythmScreen.Place(
            bar: position.bar, beat: position.digit == nil ? position.beat ?? 0 : 0, isCountIn: position.digit != nil)
        // After the last bar, strokes on its notes are still waited for.
        if place != screen.place, screen.running?.exercise?.hasBar(place.bar) != false {
            update { $0.place = place }
        }
        position.beat = screen.isSilent ? nil : position.beat
        view?.render(position)
    }

    /// Pauses, if the user wants that, because another window or page is in front.
    public func leaveFront() {
        guard screen.choices.pausesInBackground, screen.isExercise else {
            return
        }
        if screen.isWaiting {
            hasLeft = true
        } else if [.opening, .countIn, .playing, .deviceLost].contains(screen.phase) {
            send { await $0.pause() }
        }
    }

    /// Ends the exercise, and returns once its results are stored. Call before the window closes.
    public func prepareToClose() async {
        if screen.isExercise {
            // A device that hangs does not keep the window open.
            let limit = Task {
                try await Task.sleep(for: .seconds(3))
                close()
            }
            await withCheckedContinuation { result in
                closing.append(result)
                stop()
            }
            limit.cancel()
        }
        await keeping?.value
    }

    private func close() {
        closing.forEach { $0.resume() }
        closing = []
    }

    /// Plays the bars that went wrong, slower, until it is stopped.
    public func practiseBars() {
        update { ($0.loop, $0.results) = ($0.drill, nil) }
        start()
    }

    public func changeExercise() {
        closeResults()
        view?.focus(.choices)
    }

    public func closeResults() {
        update { ($0.results, $0.loop) = (nil, nil) }
        view?.focus(.button)
    }

    public func press(_ action: PageAction.Kind) {
        switch action {
        case .openPreferences:
            view?.openPreferences(.rhythm)
        case .chooseOutput:
            view?.openPreferences(.speaker)
        case .chooseMicrophone:
            view?.openPreferences(.microphone)
        case .retry:
            update { $0.failure = nil }
            again(self)
        case .calibrateLatency where screen.choices.input == .microphone:
            announceTestSound()
        case .calibrateLatency, .calibrateNow:
            calibrate()
        case .learnInstrument:
            learnInstrument()
        case .correctBias:
            correctBias()
        default:
            break
        }
    }

    /// Says which test sound a calibration by microphone will play. The banner's button starts it.
    private func announceTestSound() {
        guard screen.phase == .idle, !screen.isWaiting else {
            return
        }
        update { screen in
            screen.clearNews()
            screen.isTestSoundAnnounced = true
        }
    }

    /// The noise is announced first, unless the user has let it sound from these devices before.
    private func calibrate() {
        let key = screen.latencyKey(listens: true)
        guard screen.choices.input != .microphone || screen.isTestSoundAnnounced || screen.testSoundDevices == key
        else {
            return announceTestSound()
        }
        if screen.choices.input == .microphone {
            update { $0.testSoundDevices = key }
        }
        again = { $0.calibrate() }
        prepare { await $0.calibrate($1) }
    }

    private func learnInstrument() {
        again = { $0.learnInstrument() }
        prepare { await $0.learnInstrument($1) }
    }

    /// Does nothing if another activity is under way.
    private func prepare(_ command: @escaping @Sendable (RhythmService, TransportOptions) async -> Void) {
        guard screen.phase == .idle, !screen.isWaiting else {
            return
        }
        let listens = screen.choices.input == .microphone
        update { screen in
            screen.clearNews()
            screen.noteDevices(listens: listens)
        }
        let transport = screen.transport(listens: listens)
        send { await command($0, transport) }
    }

    /// Adds the steady bias of the strokes to the latency of these devices.
    private func correctBias() {
        guard case .steadyBias(let seconds) = screen.warning else {
            return
        }
        let key = screen.devices
        choose { $0.latencies[key, default: 0] += seconds }
        update { $0.warning = nil }
        view?.showToast(tr("Compensation starts with the next exercise"))
    }
}
