public import ParlandoCore
import ParlandoServices

/// Turns the user's actions on the rhythm page into commands.
extension RhythmPresenter: RhythmViewDelegate {
    public func rhythmViewDidPressButton(_ view: any RhythmView) {
        if screen.phase == .idle {
            start()
        } else {
            stop()
        }
    }

    public func rhythmViewDidPressPause(_ view: any RhythmView) {
        switch screen.state.pause {
        case .pause: pause()
        case .resume: resume()
        case .hidden: break
        }
    }

    public func rhythmViewDidPressEnter(_ view: any RhythmView) {
        switch screen.phase {
        case .idle where areResultsNew: break
        case .idle: start()
        case .paused: resume()
        case .opening, .countIn, .playing, .deviceLost, .learning, .calibrating: break
        }
    }

    public func rhythmViewDidPressEscape(_ view: any RhythmView) {
        guard screen.phase == .idle else {
            return stop()
        }
        let hadResults = screen.results != nil
        update { $0.clearNews() }
        if hadResults {
            view.focus(.button)
        }
    }

    public func rhythmView(_ view: any RhythmView, didStrikeAt stamp: UInt32, received: HostTime) {
        let moment = events.moment(of: stamp, received: received)
        guard screen.takesStrokes else {
            return
        }
        Task { [training] in await training.tap(at: moment) }
    }

    public func rhythmView(_ view: any RhythmView, willShowFrameAt time: HostTime) {
        guard screen.isMoving, let clock = screen.clock else {
            return
        }
        let position = RhythmPosition(
            tick: beat.tick(at: time, by: clock), startTick: clock.startTick, tempo: clock.tempo,
            beats: clock.beats)
        view.render(position)
        let place = RhythmScreen.Place(
            bar: position.bar, beat: position.digit == nil ? position.beat ?? 0 : 0, isCountIn: position.digit != nil)
        if place != screen.place {
            update { $0.place = place }
        }
    }

    public func rhythmViewDidLeaveFront(_ view: any RhythmView) {
        guard screen.choices.pausesInBackground, screen.running?.exercise != nil else {
            return
        }
        if screen.phase == .countIn || screen.phase == .playing {
            pause()
        }
    }

    public func rhythmViewDidPressCancelProgress(_ view: any RhythmView) {
        stop()
    }

    public func rhythmView(_ view: any RhythmView, didPress button: RhythmResultsPress) {
        update { $0.results = nil }
        switch button {
        case .again: start()
        case .change: view.focus(.choices)
        case .done: view.focus(.button)
        }
    }

    public func rhythmView(_ view: any RhythmView, didPress action: PageAction.Kind) {
        switch action {
        case .openPreferences, .chooseOutput:
            view.openPreferences(.rhythm)
        case .chooseMicrophone:
            view.openPreferences(.microphone)
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
