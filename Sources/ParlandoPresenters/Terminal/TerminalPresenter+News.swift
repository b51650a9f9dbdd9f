import ParlandoCore
public import ParlandoServices

/// Updates the page in response to events of the services.
extension TerminalPresenter: DictationServiceDelegate {
    public func dictationService(_ service: DictationService, didReport event: DictationEvent) {
        update { screen in
            screen.panel.apply(event)
            screen.keepSoundInItsTab()
            if case .transcript(let transcript) = event {
                screen.hear(transcript)
            }
        }
        switch event {
        case .phase:
            didEnterPhase()
        case .transcript:
            if let dictation = screen.dictation {
                sendByItself(dictation.tab)
            }
        case .warning(let warning):
            warning.message.map { showToast($0.text) }
        case .silence(let seconds):
            showToast(DictationWording.stopped(afterSilence: seconds))
        case .heard, .level, .elapsed, .language, .halt, .recognised, .failure:
            break
        }
    }

    private func didEnterPhase() {
        if screen.panel.isWaiting {
            Task { await keepUnsent() }
        }
        if screen.panel.isRecording, screen.panel.resumedFrom == nil, !isDictationConnected {
            // The connection ended while the microphone was being opened.
            stopDictation()
        }
        obeyKeptCommand()
    }

    private var isDictationConnected: Bool {
        screen.dictation.flatMap { screen.tabs[$0.tab] }?.isConnected ?? false
    }
}

extension TerminalPresenter: ModelServiceDelegate {
    public func modelService(_ service: ModelService, didChange entries: [ModelEntry]) {
        adopt(entries)
    }
}
