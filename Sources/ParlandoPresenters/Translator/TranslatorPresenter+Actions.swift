import ParlandoCore
import ParlandoServices

/// What the strip above the page offers.
extension TranslatorPresenter {
    public func translatorView(_ view: any TranslatorView, didPress action: PageAction.Kind) {
        switch action {
        case .openPreferences:
            view.openPreferences(.translator)
        case .openPrivacy:
            view.openPreferences(.privacy)
        case .chooseMicrophone:
            view.openPreferences(.microphone)
        case .chooseOutput:
            view.openPreferences(.rhythm)
        case .chooseSpeechModel, .downloadModel, .downloadMetered, .cancelDownload:
            view.openPreferences(.models)
        case .retry, .askConsent:
            tryAgain()
        case .typeInstead:
            update { $0.failure = nil }
            view.focus(.source)
        case .readOnly:
            update { $0.failure = nil }
            choose { $0.speaks = false }
            view.showToast(tr("Translations will no longer be spoken"))
        case .stopWaiting:
            cancel()
        case .editServer:
            view.openPreferences(.servers)
        case .calibrateLatency, .learnInstrument, .correctBias, .startAgain, .otherShell, .sendInLines, .saveRecording:
            break
        }
    }

    /// Does the failed stage again; where nothing was begun, everything.
    private func tryAgain() {
        guard let failed = screen.failure else {
            return
        }
        guard let exchange = failed.exchange, failed.failure.isOfService else {
            // What was typed is to be translated; otherwise it was the microphone that failed.
            return screen.hasSource ? translate() : listen()
        }
        let options = options()
        update { $0.failure = nil }
        Task { [interpreter] in await interpreter.retry(exchange, options) }
    }
}

extension InterpreterFailure {
    /// Whether the exchange is known to the interpreter, which can go on with it.
    fileprivate var isOfService: Bool {
        switch self {
        case .dictation, .nothingHeard, .consentMissing, .saving: false
        case .modelMissing, .translation, .synthesis, .playback: true
        }
    }
}
