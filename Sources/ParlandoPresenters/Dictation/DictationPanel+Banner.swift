import ParlandoCore
import ParlandoServices

/// Computes what the pages say about the session.
extension DictationPanel {
    /// The text of the status line during a session; nil if there is no session.
    var sessionStatus: String? {
        switch phase {
        case .idle: nil
        case .opening: tr("Opening the microphone")
        case .listening where upload.halt != nil: tr("Recording; the server is not transcribing")
        case .listening: ModelWording.listening(awaitedModel)
        case .paused: tr("Paused")
        case .deviceLost: tr("Waiting for a microphone")
        case .finishing where next == .start: tr("Transcribing the last words, then starting again")
        case .finishing: ModelWording.finishing(awaitedModel)
        }
    }

    /// The banner about the session, which takes precedence over all other banners. It reports a recording that was not
    /// sent, a server that stopped accepting speech, or another failure. Nil if there is nothing to report.
    var sessionBanner: PageBanner? {
        if let banner = unsentBanner ?? upload.banner(phase) {
            return banner
        }
        return failure.map { PageBanner($0.text, tone: .failure, action: $0.action) }
    }

    /// Returns the banner to show if `sessionBanner` is nil. It reports that the microphone is lost, that the model
    /// cannot be used yet, or that too much sound is waiting for the model. Nil if none of these is the case.
    func conditionBanner(_ engine: RecognitionEngine?) -> PageBanner? {
        if phase == .deviceLost {
            let message = AudioError(.lost).message
            return PageBanner(message.text, tone: .warning, action: message.action)
        }
        if !isServerSession, phase != .idle, let model, model.isAwaited, model.state != .ready {
            return PageBanner(ModelWording.awaited.text, tone: .information)
        }
        guard engine?.server == nil, let model, let message = ModelWording.obstacle(model) else {
            let warning = isQueueFull ? RecognitionWarning.queueFull.message : nil
            return warning.map { PageBanner($0.text, tone: .warning) }
        }
        let tone: PageBanner.Tone = model.state == .absent ? .information : .failure
        return PageBanner(message.text, tone: tone, action: message.action)
    }

    /// The banner about speech in a language that the model does not understand. It offers a model that does. Once such
    /// a model is chosen, the banner says when it will be used; nil if that is now.
    var languageBanner: PageBanner? {
        if let model, model.model.isMultilingual {
            return phase == .idle ? nil : PageBanner(ModelWording.comesNext(model.model), tone: .information)
        }
        guard let message = RecognitionWarning.notEnglish.message else {
            return nil
        }
        guard let offer = multilingualModel.map(ModelWording.use) else {
            return PageBanner(message.text, tone: .warning, action: message.action)
        }
        return PageBanner(message.text, tone: .warning, action: offer, alternative: message.action)
    }

    /// The banner about a recording that no server accepted, which is shown once the session is over; nil if there is
    /// no such recording.
    private var unsentBanner: PageBanner? {
        guard unsent != nil, phase == .idle else {
            return nil
        }
        let text = failure?.text ?? tr("Part of the recording was not sent. It is not lost.")
        let action = failure?.action?.kind == .editServer ? failure?.action : .tryAgain
        return PageBanner(text, tone: .failure, action: action, alternative: .saveRecording)
    }
}
