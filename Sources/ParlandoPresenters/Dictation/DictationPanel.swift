import ParlandoCore
import ParlandoServices

/// What a screen that dictates knows of its session, of the model, and of sound that was not sent.
struct DictationPanel {
    /// What *Try Again* does.
    enum Retry: Equatable {
        /// The server is asked again while the session goes on.
        case sendAgain
        /// Sound that was kept is sent, in a session of its own.
        case resume(UnsentSpeech)
        case wakeModel
        case openMicrophone
        case start
    }

    var phase = DictationPhase.idle
    /// Whether a command is under way: until the service answers, a press does nothing.
    var isWaiting = false
    /// The chosen model, nil: not known yet, or there is none.
    var model: ModelEntry?
    /// Whether the list of models has arrived.
    var isModelKnown = false
    var failure: Message?
    /// Whether a server recognises in this session, or did in the last one.
    var isServerSession = false
    /// How far the server has come.
    var upload = ServerUpload()
    /// What no server took: it is kept until it is sent again, saved, or given up.
    var unsent: UnsentSpeech?
    /// What was kept when this session began: it is kept again if nobody ever listened.
    private var former: UnsentSpeech?
    /// Whether the microphone was open in this session.
    private(set) var hasListened = false
    /// Where sound that is being sent again begins, in samples of the session; nil: the microphone is heard.
    private(set) var resumedFrom: Int?

    var isModelReady: Bool {
        isServerSession || model == nil || model?.state == .ready
    }

    /// Whether the microphone is open, or would be if there were one.
    var isRecording: Bool {
        switch phase {
        case .opening, .listening, .paused, .deviceLost: true
        case .idle, .finishing: false
        }
    }

    /// What the button does that begins and ends a session.
    var sessionButton: PageButton {
        switch phase {
        case .idle: isWaiting ? .wait : .start
        case .opening, .finishing: .wait
        case .listening, .paused, .deviceLost: isWaiting ? .wait : .stop
        }
    }

    /// A session begins, with the microphone or with sound that was kept.
    mutating func begin(with engine: RecognitionEngine, resuming speech: UnsentSpeech?) {
        isWaiting = true
        failure = nil
        former = unsent
        unsent = nil
        hasListened = false
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
        case .transcript, .level, .language, .warning, .silence: break
        }
    }

    mutating func adopt(_ entries: [ModelEntry]) {
        model = entries.first(where: \.isChosen)
        isModelKnown = true
    }

    /// What no server took of the session that has ended, with its place in the text that is on the page.
    mutating func keep(_ speech: UnsentSpeech) {
        isWaiting = false
        if speech.recording.count > 0 {
            unsent = UnsentSpeech(speech.recording, start: speech.start + (resumedFrom ?? 0))
        }
    }

    /// What failed and can be tried again, nil: nothing now.
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
        // Paused with a failure: the microphone could not be opened to go on.
        if phase == .deviceLost || phase == .paused && failure != nil {
            return .openMicrophone
        }
        return isAtRest ? .start : nil
    }

    private mutating func enter(_ phase: DictationPhase) {
        self.phase = phase
        // Until it is known what the server did not take, nothing new may begin.
        isWaiting = phase == .idle && isServerSession
        upload.halt = phase == .idle ? nil : upload.halt
        if phase == .listening {
            failure = nil
            hasListened = true
        }
        if phase == .idle, !hasListened {
            unsent = former
        }
    }
}
