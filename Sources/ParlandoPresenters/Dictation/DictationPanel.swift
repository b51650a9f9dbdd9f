import ParlandoCore
import ParlandoServices

/// What all pages with dictation know of the session, the speech model, and recordings that no server has accepted.
struct DictationPanel {
    var phase = DictationPhase.idle
    /// Whether a command is under way. Until the service answers, the button has no effect.
    var isWaiting = false
    var isEnding = false
    /// A command that came too early.
    var next: DictationCommand? { didSet { isPressOver = false } }
    /// Whether push-to-talk has begun the session, or is to begin the next one.
    var isTalking = false
    /// Whether the keys that are to begin the next session were already released.
    var isPressOver = false
    /// With what a kept start begins.
    var nextChoice = DictationChoice.plain
    /// Of the session, or else of the last one.
    private(set) var choice = DictationChoice.plain
    var model: ModelEntry?
    /// Whether the session's model has been in memory. The session keeps it, whatever the user chooses meanwhile.
    private var hasModel = false
    /// The session's model if one that knows only English is chosen while it waits.
    private var keptModel: String?
    private(set) var entries: [ModelEntry] = []
    /// Whether the microphone was closed because too much sound waits for the model.
    private(set) var isQueueFull = false
    private var isSoundMissing = false
    var isModelKnown = false
    var failure: Message?
    /// Whether a server recognises the current or else the last session.
    var isServerSession = false
    var upload = ServerUpload()
    /// The recording that no server accepted, kept until it is sent again, saved or discarded.
    var unsent: UnsentSpeech?
    /// The value of `unsent` at the beginning, restored if the microphone does not open.
    private var former: SessionStart?
    private(set) var hasListened = false
    /// Where a recording that is sent to the server again begins in its session, in samples. Nil if the sound comes
    /// from the microphone.
    private(set) var resumedFrom: Int?

    var isModelReady: Bool {
        isServerSession || hasModel || model == nil || sessionModel?.state == .ready
    }

    /// The model that the session waits for; nil if a server recognises, or if the session has its model.
    var awaitedModel: ModelEntry? {
        isServerSession || hasModel ? nil : sessionModel
    }

    /// Plain between sessions.
    var ownChoice: DictationChoice {
        phase == .idle ? .plain : choice
    }

    /// The model that the session has or waits for, and between sessions the chosen one.
    var sessionModel: ModelEntry? {
        if let own = ownChoice.model {
            return entries.first { $0.id == own }
        }
        let isKept = phase != .idle && !hasModel && keptModel != nil && model?.model.isMultilingual != true
        return isKept ? multilingualModel : model
    }

    /// A model that understands many languages, if possible one on disk.
    var multilingualModel: ModelEntry? {
        let fitting = entries.filter(\.model.isMultilingual)
        return fitting.first { $0.id == keptModel } ?? fitting.first { !$0.isMissing } ?? fitting.first
    }

    /// Whether the microphone is open, or would be open if it were available.
    var isRecording: Bool {
        switch phase {
        case .opening, .listening, .paused, .deviceLost: true
        case .idle, .finishing: false
        }
    }

    var sessionButton: PageButton {
        switch phase {
        case .idle: isWaiting ? .wait : .start
        case .opening, .finishing: .wait
        case .listening, .paused, .deviceLost: isWaiting ? .wait : .stop
        }
    }

    mutating func begin(with recognition: RecognitionOptions, _ start: SessionStart) {
        isWaiting = true
        failure = nil
        isQueueFull = false
        isSoundMissing = false
        former = unsent.map { SessionStart(speech: $0, choice: choice) }
        choice = start.choice
        unsent = nil
        hasListened = false
        isEnding = false
        isServerSession = recognition.engine.server != nil
        keptModel = recognition.keptModel
        upload = ServerUpload(start.speech)
        resumedFrom = start.speech?.start
    }

    mutating func apply(_ event: DictationEvent) {
        switch event {
        case .phase(let phase): enter(phase)
        case .elapsed(let seconds): upload.hear(Double(seconds))
        case .halt(let error): upload.halt = error
        case .recognised(let seconds, let total): upload.recognise(seconds, of: total)
        case .failure(let failure):
            if !failure.isTold(by: phase) {
                self.failure = failure.message
            }
        case .warning(.queueFull): isQueueFull = true
        case .warning(.noSound): isSoundMissing = true
        case .warning(.sound): isSoundMissing = false
        case .transcript, .takenBack, .heard, .level, .language, .silence, .warning: break
        }
    }

    mutating func adopt(_ entries: [ModelEntry]) {
        self.entries = entries
        model = entries.first(where: \.isChosen)
        isModelKnown = true
        noteModel()
    }

    private mutating func noteModel() {
        hasModel = phase != .idle && (hasModel || sessionModel?.state == .ready)
    }

    /// - Parameter speech: its start is relative to the sound of the last session.
    mutating func keep(_ speech: UnsentSpeech) {
        isWaiting = false
        if speech.recording.count > 0 {
            unsent = UnsentSpeech(speech.recording, start: speech.start + (resumedFrom ?? 0))
        }
    }

    private mutating func enter(_ phase: DictationPhase) {
        self.phase = phase
        noteModel()
        isEnding = isEnding && phase != .idle
        // No new session may begin until it is known which sound the server did not accept.
        isWaiting = phase == .idle && isServerSession
        upload.halt = phase == .idle ? nil : upload.halt
        if phase == .listening {
            failure = nil
            hasListened = true
        }
        isQueueFull = isQueueFull && phase != .idle
        if phase == .idle, !hasListened {
            unsent = former?.speech
            choice = former?.choice ?? choice
        }
    }
}

extension DictationPanel {
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

    /// The banner that takes precedence over all others.
    var sessionBanner: PageBanner? {
        if let banner = unsentBanner ?? upload.banner(phase) {
            return banner
        }
        return failure.map { PageBanner($0.text, tone: .failure, action: $0.action) }
    }

    /// Returns the banner to show if `sessionBanner` is nil.
    func conditionBanner(_ engine: RecognitionEngine?) -> PageBanner? {
        if phase == .deviceLost {
            let message = AudioError(.lost).message
            return PageBanner(message.text, tone: .warning, action: message.action)
        }
        if phase != .idle, let awaitedModel, awaitedModel.isAwaited, awaitedModel.state != .ready {
            return PageBanner(ModelWording.awaited.text, tone: .information)
        }
        let isOther = ownChoice.model == nil && sessionModel?.id != model?.id
        guard engine?.server == nil, let needed = sessionModel, let message = ModelWording.obstacle(needed) else {
            if isOther, let model, let awaitedModel {
                return PageBanner(ModelWording.kept(awaitedModel.model, not: model.model), tone: .information)
            }
            let warning = isQueueFull ? RecognitionWarning.queueFull.message : nil
            return warning.map { PageBanner($0.text, tone: .warning) }
        }
        let tone: PageBanner.Tone = needed.state == .absent ? .information : .failure
        return PageBanner(message.text, tone: tone, action: isOther ? ModelWording.use(needed) : message.action)
    }

    var soundBanner: PageBanner? {
        let message = MicrophoneWording.noSound
        return isSoundMissing && phase == .listening
            ? PageBanner(message.text, tone: .warning, action: message.action) : nil
    }

    /// The banner about speech in a language that the model does not understand. It offers a model that does, and then
    /// says when that model will be used.
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

    /// Shown once the session is over.
    private var unsentBanner: PageBanner? {
        guard unsent != nil, phase == .idle else {
            return nil
        }
        let text = failure?.text ?? tr("Part of the recording was not sent. It is not lost.")
        let action = failure?.action?.kind == .editServer ? failure?.action : .tryAgain
        return PageBanner(text, tone: .failure, action: action, alternative: .saveRecording)
    }
}
