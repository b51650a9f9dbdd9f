public import ParlandoCore
public import ParlandoServices

/// What the services say becomes part of the screen.
extension TerminalPresenter: DictationServiceDelegate {
    public func dictationService(_ service: any Dictating, didEnter phase: DictationPhase) {
        update { $0.enter(phase) }
        if screen.isWaiting {
            Task { await keepUnsent() }
        }
        if screen.isRecording, !screen.isConnected {
            // The connection went away while the microphone was being opened.
            stopDictation()
        }
    }

    public func dictationService(_ service: any Dictating, didHear transcript: Transcript) {
        update { $0.draft.hear(transcript) }
        sendByItself()
    }

    public func dictationService(_ service: any Dictating, didWarn warning: RecognitionWarning) {
        if let message = warning.message {
            view?.showToast(message.text)
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

    public func dictationService(_ service: any Dictating, didElapse seconds: Int) {
        update { $0.upload.hear(Double(seconds)) }
    }

    // The page has no place for loudness and language.
    public func dictationService(_ service: any Dictating, didMeasure level: Double) {}
    public func dictationService(_ service: any Dictating, didDetect language: String, probability: Double) {}
}

extension TerminalPresenter: ModelServiceDelegate {
    public func modelService(_ service: any ModelKeeping, didChange entries: [ModelEntry]) {
        update { screen in
            screen.model = entries.first(where: \.isChosen)
            screen.isModelKnown = true
        }
    }
}
