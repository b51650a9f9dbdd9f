import ParlandoCore
public import ParlandoServices

/// Applies events of the services to the screen.
extension TerminalPresenter: DictationServiceDelegate {
    public func dictationService(_ service: any Dictating, didReport event: DictationEvent) {
        update { screen in
            screen.panel.apply(event)
            if case .transcript(let transcript) = event {
                screen.draft.hear(transcript)
            }
        }
        switch event {
        case .phase:
            didEnterPhase()
        case .transcript:
            sendByItself()
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
        if screen.panel.isRecording, screen.panel.resumedFrom == nil, !screen.isConnected {
            // The connection ended while the microphone was being opened.
            stopDictation()
        }
        obeyKeptCommand()
    }
}

extension TerminalPresenter: ModelServiceDelegate {
    public func modelService(_ service: any ModelKeeping, didChange entries: [ModelEntry]) {
        update { $0.panel.adopt(entries) }
    }
}
