import ParlandoCore
public import ParlandoServices

/// Applies events of the rhythm service to the screen.
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
        update { $0.book.add(verdicts) }
        // Haptic feedback is only given for a new stroke. Missed notes are reported after their time is over, and
        // strokes that are judged again have had their feedback already.
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
            update { $0.results = results }
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
