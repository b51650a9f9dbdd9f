public import ParlandoCore
import ParlandoServices

/// Turns the user's actions on the rhythm page into commands.
extension RhythmPresenter {
    /// Starts an exercise or the metronome, or ends the current activity.
    public func pressButton() {
        if screen.phase == .idle {
            start()
        } else {
            stop()
        }
    }

    /// Pauses or resumes.
    public func pressPause() {
        switch screen.state.pause {
        case .pause: pause()
        case .resume: resume()
        case .hidden: break
        }
    }

    /// Starts an exercise or the metronome, or resumes after a pause. Call when the user pressed Enter and no widget
    /// handled the key.
    public func pressEnter() {
        switch screen.phase {
        case .idle where areResultsNew: break
        case .idle: start()
        case .paused: resume()
        case .opening, .countIn, .playing, .deviceLost, .learning, .calibrating: break
        }
    }

    /// Ends the current activity; if there is none, closes the results and the banner.
    public func pressEscape() {
        guard screen.phase == .idle else {
            return stop()
        }
        let hadResults = screen.results != nil
        update { $0.clearNews() }
        if hadResults {
            view?.focus(.button)
        }
    }

    /// Judges a stroke: the player pressed a key or mouse button, or touched the screen.
    ///
    /// - Parameters:
    ///   - stamp: the display server's timestamp in milliseconds, or 0 if there is none.
    ///   - received: time at which the program received the event.
    public func strike(at stamp: UInt32, received: HostTime) {
        let moment = events.moment(of: stamp, received: received)
        guard screen.takesStrokes else {
            return
        }
        Task { [training] in await training.tap(at: moment) }
    }

    /// Moves the position of the beat. Call for each frame before it is drawn; it will be shown at `time`.
    public func showFrame(at time: HostTime) {
        guard screen.isMoving, let clock = screen.clock else {
            return
        }
        let position = RhythmPosition(
            tick: beat.tick(at: time, by: clock), startTick: clock.startTick, tempo: clock.tempo,
            beats: clock.beats)
        view?.render(position)
        let place = RhythmScreen.Place(
            bar: position.bar, beat: position.digit == nil ? position.beat ?? 0 : 0, isCountIn: position.digit != nil)
        if place != screen.place {
            update { $0.place = place }
        }
    }

    /// Pauses, if the user wants that. Call when the user switched to another window or page.
    public func leaveFront() {
        guard screen.choices.pausesInBackground, screen.running?.exercise != nil else {
            return
        }
        if screen.phase == .countIn || screen.phase == .playing {
            pause()
        }
    }

    /// Closes the results and starts the same exercise again.
    public func repeatExercise() {
        update { $0.results = nil }
        start()
    }

    /// Closes the results and moves the focus to the choices for the exercise.
    public func changeExercise() {
        update { $0.results = nil }
        view?.focus(.choices)
    }

    /// Closes the results and moves the focus to the start button.
    public func closeResults() {
        update { $0.results = nil }
        view?.focus(.button)
    }

    /// Does what the button of a banner, or a button that calibrates or learns, offers.
    public func press(_ action: PageAction.Kind) {
        switch action {
        case .openPreferences, .chooseOutput:
            view?.openPreferences(.rhythm)
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
        case .downloadModel, .downloadMetered, .cancelDownload, .typeInstead, .readOnly, .askConsent,
            .chooseSpeechModel, .openPrivacy, .stopWaiting, .startAgain, .otherShell, .sendInLines, .editServer,
            .saveRecording, .chooseField, .copyCommand, .useMultilingualModel:
            break
        }
    }

    private func pause() {
        guard !screen.isWaiting else {
            return
        }
        update { $0.isWaiting = true }
        Task { [training] in await training.pause() }
    }

    private func resume() {
        guard !screen.isWaiting else {
            return
        }
        update { $0.isWaiting = true }
        Task { [training] in await training.resume() }
    }

    /// Shows a banner that says which test sound a calibration by microphone will play. The calibration starts when the
    /// user presses the banner's button.
    private func announceTestSound() {
        guard screen.phase == .idle, !screen.isWaiting else {
            return
        }
        update { screen in
            screen.clearNews()
            screen.isTestSoundAnnounced = true
        }
    }

    /// Starts to calibrate. The noise that a microphone needs is announced first, unless the user has let it sound from
    /// these devices before.
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

    /// Starts learning the sound of an instrument or calibrating the latency. Does nothing if another activity is under
    /// way.
    private func prepare(_ command: @escaping @Sendable (any RhythmTraining, TransportOptions) async -> Void) {
        guard screen.phase == .idle, !screen.isWaiting else {
            return
        }
        update { screen in
            screen.isWaiting = true
            screen.clearNews()
            screen.noteDevices(listens: screen.choices.input == .microphone)
        }
        let transport = screen.transport(listens: screen.choices.input == .microphone)
        Task { [training] in await command(training, transport) }
    }

    /// Corrects the stored latency of the current devices by the constant deviation of the strokes that the banner
    /// reports.
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
