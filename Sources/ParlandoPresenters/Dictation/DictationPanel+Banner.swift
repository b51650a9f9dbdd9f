import ParlandoCore
import ParlandoServices

extension DictationPanel {
    /// The banner about a session, which takes precedence: unsent sound, halted sending, or another failure; nil if
    /// there is none.
    var sessionBanner: PageBanner? {
        if let banner = unsentBanner ?? upload.banner(phase) {
            return banner
        }
        return failure.map { PageBanner($0.text, tone: .failure, action: $0.action) }
    }

    /// Returns the banner that is shown if there is none about the session: the microphone is lost, the model cannot be
    /// used yet, or too much sound waits for it. Nil if there is no such condition.
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

    /// The banner about sound that no server accepted, shown once the session is over, or nil if there is no such
    /// sound.
    private var unsentBanner: PageBanner? {
        guard unsent != nil, phase == .idle else {
            return nil
        }
        let text = failure?.text ?? tr("Part of the recording was not sent. It is not lost.")
        let action = failure?.action?.kind == .editServer ? failure?.action : .tryAgain
        return PageBanner(text, tone: .failure, action: action, alternative: .saveRecording)
    }
}
