import ParlandoCore
import ParlandoServices

extension DictationPanel {
    /// What is said first of a session: sound that was not sent, a server that takes nothing, or what failed.
    var sessionBanner: PageBanner? {
        if let banner = unsentBanner ?? upload.banner {
            return banner
        }
        return failure.map { PageBanner($0.text, tone: .failure, action: $0.action) }
    }

    /// What is said where nothing else is: the microphone is lost, or there is no model.
    func conditionBanner(_ engine: RecognitionEngine?) -> PageBanner? {
        if phase == .deviceLost {
            let message = AudioError(.lost).message
            return PageBanner(message.text, tone: .warning, action: message.action)
        }
        guard engine?.server == nil, let model, let message = ModelWording.obstacle(model) else {
            return nil
        }
        let tone: PageBanner.Tone = model.state == .absent ? .information : .failure
        return PageBanner(message.text, tone: tone, action: message.action)
    }

    /// What is said, once a session is over, of sound that no server took; nil: there is none.
    private var unsentBanner: PageBanner? {
        guard unsent != nil, phase == .idle else {
            return nil
        }
        let text = failure?.text ?? tr("Part of the recording was not sent. It is not lost.")
        let action = failure?.action?.kind == .editServer ? failure?.action : .tryAgain
        return PageBanner(text, tone: .failure, action: action, alternative: .saveRecording)
    }
}
