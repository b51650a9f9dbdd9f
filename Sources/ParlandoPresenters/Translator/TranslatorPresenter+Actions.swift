import ParlandoCore
import ParlandoServices

/// Carries out the commands of the buttons in a banner.
extension TranslatorPresenter {
    /// Does what the button of a banner offers.
    public func press(_ action: PageAction.Kind) {
        switch action {
        case .openPreferences:
            view?.openPreferences(.translator)
        case .openPrivacy:
            view?.openPreferences(.privacy)
        case .chooseMicrophone:
            view?.openPreferences(.microphone)
        case .chooseOutput:
            view?.openPreferences(.rhythm)
        case .chooseSpeechModel, .downloadModel, .downloadMetered, .cancelDownload:
            view?.openPreferences(.models)
        case .retry, .askConsent:
            tryAgain()
        case .typeInstead:
            update { $0.failures = [] }
            view?.focus(.source)
        case .readOnly:
            update { $0.failures = [] }
            choose { $0.speaks = false }
            view?.showToast(tr("Translations will no longer be spoken"))
        case .stopWaiting:
            cancel()
        case .editServer:
            view?.openPreferences(.servers)
        case .copyCommand:
            if case .translation(let error)? = screen.failure?.failure,
                case .notInstalled(.packages(let packages)) = error.kind
            {
                copyCommand(installing: packages)
            }
        case .calibrateLatency, .calibrateNow, .learnInstrument, .correctBias, .startAgain, .otherShell, .sendInLines,
            .saveRecording, .useMultilingualModel,
            .chooseField:
            break
        }
    }

    /// Repeats the failed stage (recognition, translation or speech) of each text for which a stage failed. If nothing
    /// can be repeated, translates the text on the page or, if there is none, opens the microphone.
    private func tryAgain() {
        guard let last = screen.failure else {
            return
        }
        guard last.repeatable != nil else {
            // If there is text, it is translated again. Without any text, the microphone has failed and is opened
            // again.
            return screen.hasSource ? translate() : listen()
        }
        let failed = screen.failures.filter { $0.repeatable != nil }
        let isRecognition = failed.contains { $0.stage == .listening || $0.stage == .transcribing }
        guard !isRecognition || canRecognise() else {
            return
        }
        let options = options()
        update { $0.failures = [] }
        Task { [translator] in
            for exchange in failed.compactMap(\.repeatable) {
                await translator.retry(exchange, options)
            }
        }
    }
}

extension TranslatorScreen.Failure {
    /// The exchange (a text and its translation) whose failed stage can be repeated; nil if the service cannot repeat
    /// it.
    fileprivate var repeatable: Exchange.ID? {
        failure.isOfService ? exchange : nil
    }
}

extension TranslatorFailure {
    /// Whether the translator service can repeat the failed stage.
    fileprivate var isOfService: Bool {
        switch self {
        case .dictation(.audio), .dictation(.file), .nothingHeard, .busy, .consentMissing, .saving: false
        case .dictation(.recognition), .modelMissing, .translation, .synthesis, .playback: true
        }
    }
}
