import ParlandoCore
public import ParlandoServices

/// Updates the page in response to events of the services.
extension DictationPresenter: DictationServiceDelegate {
    public func dictationService(_ service: any Dictating, didReport event: DictationEvent) {
        let wasBehind = screen.isBehind
        update { $0.apply(event) }
        switch event {
        case .phase(let phase):
            didEnter(phase)
        case .warning(let warning) where screen.isBehind && !wasBehind:
            warning.message.map { showToast($0.text) }
        case .silence(let seconds):
            showToast(DictationWording.stopped(afterSilence: seconds))
        case .transcript, .heard, .level, .elapsed, .language, .warning, .halt, .recognised, .failure:
            break
        }
    }

    private func didEnter(_ phase: DictationPhase) {
        if phase == .idle {
            deliver()
            Task { await keepPage() }
        }
        if screen.panel.isWaiting {
            Task { await keepUnsent() }
        } else if phase == .idle {
            didComeToRest()
        }
        obeyKeptCommand()
    }

    /// Begins the new page that the user asked for while the last words were being recognised.
    func didComeToRest() {
        if isNewPageDue {
            isNewPageDue = false
            beginNewPage()
        }
    }
}

extension DictationPresenter: ModelServiceDelegate {
    public func modelService(_ service: any ModelKeeping, didChange entries: [ModelEntry]) {
        adopt(entries)
    }
}
