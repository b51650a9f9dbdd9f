import ParlandoCore

/// Carries a session's news to the delegate, in order and without waiting for it.
struct SessionReporter: Sendable {
    let service: DictationService
    let outbox: Outbox

    func enter(_ phase: DictationPhase) {
        tell { $0.dictationService($1, didEnter: phase) }
    }

    func hear(_ transcript: Transcript) {
        tell { $0.dictationService($1, didHear: transcript) }
    }

    func measure(_ level: Double) {
        tell { $0.dictationService($1, didMeasure: level) }
    }

    func elapse(_ seconds: Int) {
        tell { $0.dictationService($1, didElapse: seconds) }
    }

    func detect(_ language: String, probability: Double) {
        tell { $0.dictationService($1, didDetect: language, probability: probability) }
    }

    func warn(_ warning: RecognitionWarning) {
        tell { $0.dictationService($1, didWarn: warning) }
    }

    func halt(_ error: RecognitionError?) {
        tell { $0.dictationService($1, didHalt: error) }
    }

    func recognise(_ seconds: Double, of total: Double) {
        tell { $0.dictationService($1, didRecognise: seconds, of: total) }
    }

    func stopAfterSilence(_ seconds: Int) {
        tell { $0.dictationService($1, didStopAfterSilence: seconds) }
    }

    func fail(_ failure: DictationFailure) {
        tell { $0.dictationService($1, didFailWith: failure) }
    }

    private func tell(
        _ news: @escaping @MainActor @Sendable (any DictationServiceDelegate, any Dictating) -> Void
    ) {
        outbox.post { [service] in
            if let delegate = service.delegate {
                news(delegate, service)
            }
        }
    }
}
