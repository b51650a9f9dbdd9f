public import ParlandoCore
public import ParlandoServices

/// What the services say becomes part of the screen.
extension TranscriptionPresenter: DictationServiceDelegate {
    public func dictationService(_ service: any Dictating, didEnter phase: DictationPhase) {
        update { screen in
            screen.enter(phase)
            if phase == .idle, screen.document.isEmpty, screen.failure != nil, !screen.isServerSession {
                // The session never began: what stood on the page before it comes back.
                screen.restore()
            }
        }
        if phase == .idle {
            deliver()
        }
        if screen.isWaiting {
            Task { await keepUnsent() }
        }
    }

    public func dictationService(_ service: any Dictating, didHear transcript: Transcript) {
        update { $0.hear(transcript) }
    }

    public func dictationService(_ service: any Dictating, didMeasure level: Double) {
        update { $0.level = level }
    }

    public func dictationService(_ service: any Dictating, didElapse seconds: Int) {
        update { screen in
            screen.elapsed = seconds
            screen.upload.hear(Double(seconds))
        }
    }

    public func dictationService(_ service: any Dictating, didDetect language: String, probability: Double) {
        update { screen in
            screen.heardLanguage = language
            screen.document.language = language
        }
    }

    public func dictationService(_ service: any Dictating, didWarn warning: RecognitionWarning) {
        switch warning {
        case .notEnglish:
            update { $0.isOtherLanguage = true }
        case .english:
            update { $0.isOtherLanguage = false }
        case .fallingBehind:
            let isFirst = !screen.isBehind
            update { $0.isBehind = true }
            if isFirst, let message = warning.message {
                view?.showToast(message.text)
            }
        }
    }

    public func dictationService(_ service: any Dictating, didHalt error: RecognitionError?) {
        update { $0.upload.halt = error }
    }

    public func dictationService(_ service: any Dictating, didRecognise seconds: Double, of total: Double) {
        update { $0.upload.recognise(seconds, of: total) }
    }

    public func dictationService(_ service: any Dictating, didStopAfterSilence seconds: Int) {
        view?.showToast(DictationWording.stopped(afterSilence: seconds))
    }

    public func dictationService(_ service: any Dictating, didFailWith failure: DictationFailure) {
        if !failure.isTold(by: screen.phase) {
            update { $0.failure = failure.message }
        }
    }
}

extension TranscriptionPresenter: ModelServiceDelegate {
    public func modelService(_ service: any ModelKeeping, didChange entries: [ModelEntry]) {
        adopt(entries)
    }
}
