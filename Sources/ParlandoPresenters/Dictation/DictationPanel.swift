import ParlandoCore
import ParlandoServices

/// The state that all pages with dictation have in common: the session, the speech model, and recordings that no server
/// has accepted.
struct DictationPanel {
    /// The effect of pressing *Try Again*.
    enum Retry: Equatable {
        /// Sends the rejected speech to the server again while the session continues.
        case sendAgain
        /// Starts a new session in which the recording that no server accepted is sent once more.
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
    /// A command that was given too early. It is carried out once the session has begun or ended. Nil if there is none.
    var next: DictationCommand?
    /// The chosen model, or nil if it is not known yet or there is none.
    var model: ModelEntry?
    /// Whether the model that recognises the session's speech has been in memory. The session then keeps it, even if
    /// the user chooses another model or removes this one.
    private var hasModel = false
    /// All speech models of the catalogue, with their states.
    private(set) var entries: [ModelEntry] = []
    /// Whether the microphone was closed because too much sound waits for the model.
    private(set) var isQueueFull = false
    /// Whether the list of models has arrived.
    var isModelKnown = false
    var failure: Message?
    /// Whether a server recognises the speech of the current session or, if none is running, of the last one.
    var isServerSession = false
    /// How much of the session the server has recognised, and whether an error has halted sending.
    var upload = ServerUpload()
    /// The part of an earlier recording that no server accepted, kept until it is sent again, saved or discarded; nil
    /// if there is none.
    var unsent: UnsentSpeech?
    /// The value that `unsent` had when this session began. It is restored if the session ends before the microphone
    /// was opened.
    private var former: UnsentSpeech?
    /// Whether the microphone has been open in this session.
    private(set) var hasListened = false
    /// Index in the session's sound of the first sample that is being sent again; nil if the sound comes from the
    /// microphone.
    private(set) var resumedFrom: Int?

    var isModelReady: Bool {
        isServerSession || hasModel || model == nil || model?.state == .ready
    }

    /// The model with which this computer recognises speech, in any state; nil if a server recognises, or if the
    /// session has its model.
    var awaitedModel: ModelEntry? {
        isServerSession || hasModel ? nil : model
    }

    /// A model that understands many languages, one on disk if there is any; nil if there is none.
    var multilingualModel: ModelEntry? {
        let fitting = entries.filter(\.model.isMultilingual)
        return fitting.first { !$0.isMissing } ?? fitting.first
    }

    /// Whether the microphone is open, or would be open if it were available.
    var isRecording: Bool {
        switch phase {
        case .opening, .listening, .paused, .deviceLost: true
        case .idle, .finishing: false
        }
    }

    /// The current function of the button that begins and ends a session.
    var sessionButton: PageButton {
        switch phase {
        case .idle: isWaiting ? .wait : .start
        case .opening, .finishing: .wait
        case .listening, .paused, .deviceLost: isWaiting ? .wait : .stop
        }
    }

    /// Resets the state for a new session.
    ///
    /// - Parameter speech: a recording that is sent to the server again; nil if the microphone is used.
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
        noteModel()
    }

    private mutating func noteModel() {
        hasModel = phase != .idle && (hasModel || model?.state == .ready)
    }

    /// Stores the recording of the last session that no server accepted, unless it is empty.
    ///
    /// - Parameter speech: the recording. Its start is relative to the sound of that session.
    mutating func keep(_ speech: UnsentSpeech) {
        isWaiting = false
        if speech.recording.count > 0 {
            unsent = UnsentSpeech(speech.recording, start: speech.start + (resumedFrom ?? 0))
        }
    }

    /// Returns the current effect of pressing *Try Again*, or nil if there is nothing to try again.
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
            unsent = former
        }
    }
}
