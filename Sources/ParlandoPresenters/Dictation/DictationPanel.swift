import ParlandoCore
import ParlandoServices

/// The state of the session, the model and unsent sound, as every screen with dictation needs it.
struct DictationPanel {
    /// The command that *Try Again* gives.
    enum Retry: Equatable {
        /// Sends to the server again while the session continues.
        case sendAgain
        /// Sends kept sound in a new session.
        case resume(UnsentSpeech)
        case wakeModel
        case openMicrophone
        case start
    }

    var phase = DictationPhase.idle
    /// Whether a command is under way. Until the service answers, pressing the button has no effect.
    var isWaiting = false
    /// Whether the session has been asked to end.
    var isEnding = false
    /// The command that is carried out once the session has begun or ended, or nil if there is none.
    var next: DictationCommand?
    /// The chosen model, or nil if it is not known yet or there is none.
    var model: ModelEntry?
    /// All models.
    private(set) var entries: [ModelEntry] = []
    /// Whether the microphone was closed because too much sound waits for the model.
    private(set) var isQueueFull = false
    /// Whether the list of models has arrived.
    var isModelKnown = false
    var failure: Message?
    /// Whether a server recognises the speech of the current session or, if none is running, of the last one.
    var isServerSession = false
    /// Progress of the server's recognition.
    var upload = ServerUpload()
    /// Sound that no server accepted. It is kept until it is sent again, saved or discarded.
    var unsent: UnsentSpeech?
    /// The sound that was still unsent when this session began. It becomes `unsent` again if the microphone was never
    /// opened.
    private var former: UnsentSpeech?
    /// Whether the microphone has been open in this session.
    private(set) var hasListened = false
    /// Position in the session of the sound that is being sent again, in samples, or nil if the sound comes from the
    /// microphone.
    private(set) var resumedFrom: Int?

    var isModelReady: Bool {
        isServerSession || model == nil || model?.state == .ready
    }

    /// The model that a session on this computer waits for, or nil if a server recognises.
    var awaitedModel: ModelEntry? {
        isServerSession ? nil : model
    }

    /// Whether the microphone is open, or would be open if it were available.
    var isRecording: Bool {
        switch phase {
        case .opening, .listening, .paused, .deviceLost: true
        case .idle, .finishing: false
        }
    }

    /// The function of the button that begins and ends a session.
    var sessionButton: PageButton {
        switch phase {
        case .idle: isWaiting ? .wait : .start
        case .opening, .finishing: .wait
        case .listening, .paused, .deviceLost: isWaiting ? .wait : .stop
        }
    }

    /// Begins a session, with the microphone or with kept sound.
    mutating func begin(with engine: RecognitionEngine, resuming speech: UnsentSpeech?) {
        isWaiting = true
        failure = nil
        isQueueFull = false
        former = unsent
        unsent = nil
        hasListened = false
        isEnding = false
        isServerSession = engine.server != nil
        upload = ServerUpload(speech)
        resumedFrom = speech?.start
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
        case .warning(let warning): isQueueFull = isQueueFull || warning == .queueFull
        case .transcript, .heard, .level, .language, .silence: break
        }
    }

    mutating func adopt(_ entries: [ModelEntry]) {
        self.entries = entries
        model = entries.first(where: \.isChosen)
        isModelKnown = true
    }

    /// Stores the sound of the last session that no server accepted, with its position in the text on the page.
    mutating func keep(_ speech: UnsentSpeech) {
        isWaiting = false
        if speech.recording.count > 0 {
            unsent = UnsentSpeech(speech.recording, start: speech.start + (resumedFrom ?? 0))
        }
    }

    /// Returns the command that can be tried again, or nil if there is none now.
    func retry(_ engine: RecognitionEngine?) -> Retry? {
        let isAtRest = phase == .idle && !isWaiting
        if upload.halt != nil {
            return .sendAgain
        }
        if let unsent, isAtRest {
            return .resume(unsent)
        }
        if engine?.server == nil, case .failed = model?.state {
            return .wakeModel
        }
        // A failure while paused means that the microphone could not be opened to resume.
        if phase == .deviceLost || phase == .paused && failure != nil {
            return .openMicrophone
        }
        return isAtRest ? .start : nil
    }

    private mutating func enter(_ phase: DictationPhase) {
        self.phase = phase
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
            unsent = former
        }
    }
}
