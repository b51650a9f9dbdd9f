import Logging
public import ParlandoCore

/// Runs dictation sessions, one at a time. Passes sound from the microphone to the recogniser, and the results to the
/// delegate.
public actor DictationService: Dictating {
    @MainActor public weak var delegate: (any DictationServiceDelegate)?

    private let microphone: any Microphone
    private let recognizer: any SpeechRecognizer
    private let servers: (any ServerRecognizing)?
    private let words: (any WordBookStore)?
    private let clock: any Clock<Duration>
    private let outbox: Outbox<DictationEvent>
    private let log = Logger(label: "parlando.dictation")
    private let recorder: (any DictationRecording)?
    /// Continuation that sends events to the running session, or nil if no session runs.
    private var door: AsyncStream<SessionEvent>.Continuation?

    /// - Parameters:
    ///   - recognizer: recognises speech on this computer.
    ///   - servers: recognises speech in sessions whose options name a server. If nil, such sessions fail.
    ///   - words: supplies the user's vocabulary and replacement rules, read anew for each session; nil for none.
    ///   - recorder: receives the options, sound and events of every session; nil for no recording.
    ///   - clock: times the interval between attempts to reopen a lost microphone.
    public init(
        microphone: any Microphone, recognizer: any SpeechRecognizer, servers: (any ServerRecognizing)? = nil,
        words: (any WordBookStore)? = nil, recorder: (any DictationRecording)? = nil,
        clock: any Clock<Duration> = ContinuousClock()
    ) {
        self.microphone = microphone
        self.recognizer = recognizer
        self.servers = servers
        self.words = words
        self.recorder = recorder
        self.clock = clock
        outbox = Outbox { recorder?.take(.reported($0)) }
        outbox.deliver(through: self)
    }

    public func start(_ options: DictationOptions) {
        guard door == nil else {
            return
        }
        let (events, door) = AsyncStream.makeStream(of: SessionEvent.self)
        self.door = door
        Task { await run(options, events: events, door: door) }
    }

    public func stop() {
        door?.yield(.command(.stop))
    }

    public func abort() {
        door?.yield(.command(.abort))
    }

    public func pause() {
        door?.yield(.command(.pause))
    }

    public func resume() {
        door?.yield(.command(.resume))
    }

    public func change(microphone: AudioDevice.ID?) {
        door?.yield(.command(.change(microphone)))
    }

    private func run(
        _ options: DictationOptions, events: AsyncStream<SessionEvent>, door: AsyncStream<SessionEvent>.Continuation
    ) async {
        recorder?.take(.began(options))
        log.debug("start", metadata: ["engine": options.recognition.engine.server == nil ? "local" : "server"])
        let book = await self.words?.load()
        let language = options.recognition.language
        var recognition = options.recognition
        recognition.vocabulary += book?.vocabulary.entries(for: language) ?? []
        let (blocks, sound) = AsyncStream.makeStream(of: AudioBlock.self)
        let words = recognition.recognise(blocks, on: recognizer, or: servers)
        var session = DictationSession(
            options: options, microphone: microphone, sound: sound, words: words, clock: clock, outbox: outbox,
            door: door, recorder: recorder)
        session.rules = book?.rules(for: language)
        session.begin()
        for await event in events {
            session.handle(event)
            if session.isOver {
                break
            }
        }
        log.debug("stop", metadata: ["seconds": "\(session.seconds)"])
        // There is no suspension between these two lines, so a delegate that is told of the end can start a new session
        // at once.
        self.door = nil
        outbox.post(.phase(.idle))
    }
}

extension DictationService: EventSource {
    @MainActor func report(_ event: DictationEvent) {
        delegate?.dictationService(self, didReport: event)
    }
}

/// An event that a session handles. All events arrive through one stream, which fixes their order.
enum SessionEvent: Sendable {
    enum Command: Sendable {
        case stop
        case abort
        case pause
        case resume
        case change(AudioDevice.ID?)
    }

    case command(Command)
    case opened
    case notOpened(AudioError)
    case captured(CaptureEvent)
    case captureEnded
    /// The retry interval for a microphone that could not be opened has passed.
    case timeToRetry
    case recognised(RecognitionEvent)
    /// Recognition has ended with this error; nil if all sound has been recognised.
    case recognitionEnded(RecognitionError?)
}

extension RecognitionOptions {
    /// Recognises sound with the engine that the options name, and never with another engine. Returns the recogniser's
    /// events.
    ///
    /// - Parameters:
    ///   - computer: recognises speech on this computer.
    ///   - servers: recognises speech on a server. If nil, recognition on a server fails.
    func recognise(
        _ blocks: AsyncStream<AudioBlock>, on computer: any SpeechRecognizer, or servers: (any ServerRecognizing)?
    ) -> AsyncThrowingStream<RecognitionEvent, any Error> {
        switch (engine, servers) {
        case (.local, _):
            computer.transcribe(blocks, options: self)
        case (.server(let profile, let timeout), let servers?):
            servers.transcribe(blocks, options: self, on: profile, timeout: .seconds(timeout))
        case (.server(let profile, _), nil):
            AsyncThrowingStream {
                $0.finish(throwing: RecognitionError(.engineFailed, detail: "no client for \(profile.wire)"))
            }
        }
    }
}
