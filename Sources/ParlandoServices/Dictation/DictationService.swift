public import ParlandoCore

/// Runs dictation sessions: passes sound from the microphone to the recogniser, and its results to the delegate. One
/// session runs at a time.
public actor DictationService: Dictating {
    @MainActor public weak var delegate: (any DictationServiceDelegate)?

    private let microphone: any Microphone
    private let recognizer: any SpeechRecognizer
    private let words: (any WordBookStore)?
    private let clock: any Clock<Duration>
    private let outbox: Outbox<DictationEvent>
    private let recorder: (any DictationRecording)?
    /// Continuation that sends events to the running session, or nil if no session runs.
    private var door: AsyncStream<SessionEvent>.Continuation?

    /// - Parameters:
    ///   - words: the user's replacement rules, read anew for each session; nil to replace nothing.
    ///   - recorder: receives everything that happens, or nil if nothing is recorded.
    ///   - clock: times the interval between attempts to reopen a lost microphone.
    public init(
        microphone: any Microphone, recognizer: any SpeechRecognizer, words: (any WordBookStore)? = nil,
        recorder: (any DictationRecording)? = nil,
        clock: any Clock<Duration> = ContinuousClock()
    ) {
        self.microphone = microphone
        self.recognizer = recognizer
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
        var session = DictationSession(
            options: options, microphone: microphone, recognizer: recognizer, clock: clock, outbox: outbox, door: door,
            recorder: recorder)
        session.rules = await words?.load().rules(for: options.recognition.language)
        session.begin()
        for await event in events {
            session.handle(event)
            if session.isOver {
                break
            }
        }
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
