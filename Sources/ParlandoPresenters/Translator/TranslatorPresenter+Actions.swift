import ParlandoCore
import ParlandoServices

/// Handles the commands of the banner.
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
        case .copyCommand:
            if case .translation(let error)? = screen.failure?.failure,
                case .notInstalled(.packages(let packages)) = error.kind
            {
                copyCommand(installing: packages)
            }
        case .calibrateLatency, .calibrateNow, .learnInstrument, .correctBias, .startAgain, .otherShell, .sendInLines,
            .saveRecording,
            .chooseField:
            break
        }
    }

    /// Repeats the failed stage, or starts from the beginning if no exchange had begun.
    private func tryAgain() {
        guard let failed = screen.failure else {
            return
        }
        guard let exchange = failed.exchange, failed.failure.isOfService else {
            // Typed text is translated again. Without any text it was the microphone that failed.
            return screen.hasSource ? translate() : listen()
        }
        let isRecognition = failed.stage == .listening || failed.stage == .transcribing
        guard !isRecognition || canRecognise() else {
            return
        }
        let options = options()
        update { $0.failure = nil }
        Task { [translator] in await translator.retry(exchange, options) }
    }
}

extension TranslatorFailure {
    /// Whether the translator has a record of the exchange and can repeat the failed stage.
    fileprivate var isOfService: Bool {
        switch self {
        case .dictation(.audio), .dictation(.file), .nothingHeard, .consentMissing, .saving: false
        case .dictation(.recognition), .modelMissing, .translation, .synthesis, .playback: true
        }
    }
}
