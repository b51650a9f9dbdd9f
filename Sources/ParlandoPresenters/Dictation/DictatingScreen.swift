import ParlandoCore
import ParlandoServices

/// What every page depends on that dictates.
protocol DictatingScreen {
    var phase: DictationPhase { get set }
    /// Whether a command is under way: until the service answers, a press does nothing.
    var isWaiting: Bool { get set }
    /// The chosen model, nil: not known yet, or there is none.
    var model: ModelEntry? { get }
    var failure: Message? { get set }
    /// Whether a server recognises in this session, or did in the last one.
    var isServerSession: Bool { get }
    /// How far it has come.
    var upload: ServerUpload { get set }
    /// What no server took: it is kept until it is sent again, saved, or given up.
    var unsent: UnsentSpeech? { get set }
}

extension DictatingScreen {
    var isModelReady: Bool {
        isServerSession || model == nil || model?.state == .ready
    }

    /// What the button does that begins and ends a session.
    var sessionButton: PageButton {
        switch phase {
        case .idle: isWaiting ? .wait : .start
        case .opening, .finishing: .wait
        case .listening, .paused, .deviceLost: isWaiting ? .wait : .stop
        }
    }

    /// What is said, once a session is over, of sound that no server took; nil: there is none.
    var unsentBanner: PageBanner? {
        guard unsent != nil, phase == .idle else {
            return nil
        }
        let text = failure?.text ?? tr("A part of the recording was not sent. It is kept.")
        let action = failure?.action?.kind == .editServer ? failure?.action : .tryAgain
        return PageBanner(text, tone: .failure, action: action, alternative: .saveRecording)
    }

    mutating func enter(_ phase: DictationPhase) {
        self.phase = phase
        // Until it is known what the server did not take, nothing new may begin.
        isWaiting = phase == .idle && isServerSession
        upload.halt = phase == .idle ? nil : upload.halt
        if phase == .listening {
            failure = nil
        }
    }
}
