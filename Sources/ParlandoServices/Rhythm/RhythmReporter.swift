import ParlandoCore

/// Carries the trainer's news to the delegate, in order and without waiting for it.
struct RhythmReporter: Sendable {
    let service: RhythmService
    let outbox: Outbox

    func enter(_ phase: RhythmPhase) {
        tell { $0.rhythmService($1, didEnter: phase) }
    }

    func fit(_ clock: BeatClock) {
        tell { $0.rhythmService($1, didFit: clock) }
    }

    func judge(_ verdicts: [Verdict]) {
        if !verdicts.isEmpty {
            tell { $0.rhythmService($1, didJudge: verdicts) }
        }
    }

    func finish(_ results: RhythmResults) {
        tell { $0.rhythmService($1, didFinish: results) }
    }

    func measure(_ level: Double) {
        tell { $0.rhythmService($1, didMeasure: level) }
    }

    func warn(_ warning: RhythmWarning) {
        tell { $0.rhythmService($1, didWarn: warning) }
    }

    func count(_ count: Int, of needed: Int) {
        tell { $0.rhythmService($1, didCount: count, of: needed) }
    }

    func learn(_ instrument: InstrumentProfile) {
        tell { $0.rhythmService($1, didLearn: instrument) }
    }

    func calibrate(_ calibration: LatencyCalibration) {
        tell { $0.rhythmService($1, didCalibrate: calibration) }
    }

    func fail(_ failure: RhythmFailure) {
        tell { $0.rhythmService($1, didFailWith: failure) }
    }

    private func tell(
        _ news: @escaping @MainActor @Sendable (any RhythmServiceDelegate, any RhythmTraining) -> Void
    ) {
        outbox.post { [service] in
            if let delegate = service.delegate {
                news(delegate, service)
            }
        }
    }
}
