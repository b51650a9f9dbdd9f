public import ParlandoCore
public import ParlandoServices

/// What the service says becomes part of the screen.
extension RhythmPresenter: RhythmServiceDelegate {
    public func rhythmService(_ service: any RhythmTraining, didEnter phase: RhythmPhase) {
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
                // What plays next has a count-in of its own, and after a loss frames of its own.
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

    public func rhythmService(_ service: any RhythmTraining, didFit clock: BeatClock) {
        update { screen in
            // After a pause the exercise goes on at the beginning of a bar.
            if screen.clock == nil {
                screen.book.rewind(to: clock.startTick)
            }
            screen.clock = clock
        }
    }

    public func rhythmService(_ service: any RhythmTraining, didJudge verdicts: [Verdict]) {
        update { $0.book.add(verdicts) }
        // What was missed is told when it is over, and what is judged again was felt: nobody struck just now.
        guard let newest = verdicts.last(where: { $0.stroke ?? -1 > newestStroke ?? -1 }) else {
            return
        }
        newestStroke = newest.stroke
        if screen.choices.isFelt {
            Task { [haptics] in await haptics.feel(newest.grade) }
        }
    }

    public func rhythmService(_ service: any RhythmTraining, didFinish results: RhythmResults) {
        guard screen.running?.exercise != nil else {
            return
        }
        let isEmpty = Grade.allCases.allSatisfy { results.count($0) == 0 }
        if isEmpty {
            view?.showToast(tr("Stopped before the first note."))
        } else {
            noteResults()
            update { $0.results = results }
        }
    }

    public func rhythmService(_ service: any RhythmTraining, didMeasure level: Double) {
        update { $0.level = level }
    }

    public func rhythmService(_ service: any RhythmTraining, didWarn warning: RhythmWarning) {
        update { screen in
            // An offer is made once: a dropout must not take it away.
            if case .steadyBias = screen.warning, case .dropouts = warning {
                return
            }
            screen.warning = warning
        }
    }

    public func rhythmService(_ service: any RhythmTraining, didCount count: Int, of needed: Int) {
        update { $0.tally = .init(count: count, needed: needed) }
    }

    public func rhythmService(_ service: any RhythmTraining, didLearn instrument: InstrumentProfile) {
        choose { $0.instrument = instrument }
        view?.showToast(tr("The sound of your instrument was learned."))
    }

    public func rhythmService(_ service: any RhythmTraining, didCalibrate calibration: LatencyCalibration) {
        let key = screen.devices
        choose { $0.latencies[key] = calibration.median }
        view?.showToast(RhythmWording.calibrated(calibration))
    }

    public func rhythmService(_ service: any RhythmTraining, didFailWith failure: RhythmFailure) {
        // A lost device is told by the phase, for as long as it is lost.
        if case .audio(let error) = failure, error.kind == .lost, screen.phase == .deviceLost {
            return
        }
        update { $0.failure = failure.message }
    }
}
