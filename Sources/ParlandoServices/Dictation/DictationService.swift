public import Foundation
import Logging
public import ParlandoCore

/// The options of a dictation session.
public struct DictationOptions: Sendable, Equatable {
    /// Number of the session: that of a former one if its text continues.
    public var session = UUID()
    /// The sessions above it on the page, from top to bottom.
    public var page: [UUID] = []
    /// ALSA name of the microphone, or nil for the system's default.
    public var microphone: AudioDevice.ID?
    public var recognition: RecognitionOptions
    /// Seconds without speech after which the session stops; nil if it never does by itself.
    public var silenceStop: Int?
    /// Whether the speaker can take words back. Those who are captioned do not speak to the program.
    var takesBack = true
    /// Of the entry in the history; empty for none.
    var title = ""
    /// Of the sound that recorders get.
    var channels = 1
    /// What former sessions of its side said, and the samples they heard, if the text goes on with other sound.
    var former = Transcript()
    var formerSamples = 0
    /// Kept sound to recognise instead of the microphone's; nil for a new session.
    public var resumed: ResumedSession?

    public init(
        microphone: AudioDevice.ID? = nil, recognition: RecognitionOptions = RecognitionOptions(),
        silenceStop: Int? = 30
    ) {
        self.microphone = microphone
        self.recognition = recognition
        self.silenceStop = silenceStop
    }
}

/// An interrupted session that continues with the sound kept from it.
public struct ResumedSession: Sendable, Equatable {
    /// The text that was final when the session was interrupted.
    public var transcript: Transcript
    /// The sound, and its position in the session.
    public var speech: UnsentSpeech

    public init(transcript: Transcript, speech: UnsentSpeech) {
        self.transcript = transcript
        self.speech = speech
    }
}

/// Runs dictation sessions, one at a time. A command has no effect if it makes no sense in the session's phase.
public actor DictationService {
    @MainActor public weak var delegate: (any DictationServiceDelegate)?

    private let microphone: any Microphone
    private let recognizer: any SpeechRecognizer
    private let servers: (any ServerRecognizing)?
    private let words: (any WordBookStore)?
    private let clock: any Clock<Duration>
    private let outbox: Outbox<DictationEvent>
    private let log = Logger(label: "parlando.dictation")
    private let recorders: [any DictationRecording]
    /// Sends events to the running session; nil if none runs.
    private var door: AsyncStream<SessionEvent>.Continuation?
    /// The latest session.
    private var running: Task<Void, Never>?

    /// - Parameters:
    ///   - recognizer: recognises speech on this computer.
    ///   - servers: recognises speech in sessions whose options name a server. If nil, such sessions fail.
    ///   - words: supplies the user's vocabulary and replacement rules, read anew for each session; nil for none.
    ///   - recorders: receive the options, sound and events of every session.
    ///   - clock: times the interval between attempts to reopen a lost microphone.
    public init(
        microphone: any Microphone, recognizer: any SpeechRecognizer, servers: (any ServerRecognizing)? = nil,
        words: (any WordBookStore)? = nil, recorders: [any DictationRecording] = [],
        clock: any Clock<Duration> = ContinuousClock()
    ) {
        self.microphone = microphone
        self.recognizer = recognizer
        self.servers = servers
        self.words = words
        self.recorders = recorders
        self.clock = clock
        outbox = Outbox { event in recorders.forEach { $0.take(.reported(event)) } }
        outbox.deliver(through: self)
    }

    /// Begins a new session. The microphone opens at once; sound is queued until the word book has been read and the
    /// model has loaded.
    public func start(_ options: DictationOptions) {
        guard door == nil else {
            return
        }
        let (events, door) = AsyncStream.makeStream(of: SessionEvent.self)
        self.door = door
        running = Task { await run(options, events: events, door: door) }
    }

    /// Closes the microphone. The words already spoken are still reported, followed by `.idle`.
    public func stop() {
        door?.yield(.command(.stop))
    }

    /// Ends the session at once.
    ///
    /// - Parameter keepsWords: whether the words that may still change are final as they stand, and not discarded.
    public func abort(keepsWords: Bool = false) {
        door?.yield(.command(.abort(keepsWords: keepsWords)))
    }

    /// Closes the microphone, and keeps the session.
    public func pause() {
        door?.yield(.command(.pause))
    }

    /// Opens the microphone again after a pause, or after it was lost.
    public func resume() {
        door?.yield(.command(.resume))
    }

    /// Switches to another microphone (nil: the system's default). Also continues a session whose microphone was lost.
    public func change(microphone: AudioDevice.ID?) {
        door?.yield(.command(.change(microphone)))
    }

    /// Waits until no session is running, even if the calling task is cancelled.
    public func waitForEnd() async {
        await running?.value
    }

    private func run(
        _ options: DictationOptions, events: AsyncStream<SessionEvent>, door: AsyncStream<SessionEvent>.Continuation
    ) async {
        recorders.forEach { $0.take(.began(options)) }
        log.debug("start", metadata: ["engine": options.recognition.engine.server == nil ? "local" : "server"])
        let (blocks, sound) = AsyncStream.makeStream(of: AudioBlock.self)
        var session = DictationSession(
            options: options, microphone: microphone, sound: sound,
            recognition: recognise(blocks, options, into: door), clock: clock, outbox: outbox,
            door: door, recorders: recorders)
        session.begin()
        for await event in events {
            session.handle(event)
            if session.isOver {
                break
            }
        }
        log.debug("stop", metadata: ["seconds": "\(session.seconds)"])
        // No suspension here: a delegate that is told of the end can start a new session at once.
        self.door = nil
        if session.isUnfinished {
            recorders.forEach { $0.take(.unfinished) }
        }
        outbox.post(.phase(.idle))
    }

    /// Reads the word book, then recognises. The rules are reported before any word.
    private func recognise(
        _ blocks: AsyncStream<AudioBlock>, _ dictation: DictationOptions,
        into door: AsyncStream<SessionEvent>.Continuation
    ) -> Task<Void, Never> {
        Task { [words, recognizer, servers] in
            var options = dictation.recognition
            let book = await words?.load()
            options.vocabulary += book?.vocabulary.entries(for: options.language) ?? []
            door.yield(
                .rules(
                    book?.rules(for: options.language) ?? ReplacementRules(),
                    takeBack: dictation.takesBack ? book?.takeBackCommands(for: options.language) ?? [] : []))
            do {
                for try await event in options.recognise(blocks, on: recognizer, or: servers) {
                    door.yield(.recognised(event))
                }
                door.yield(.recognitionEnded(nil))
            } catch {
                let unknown = RecognitionError(.engineFailed, detail: "\(type(of: error))")
                door.yield(.recognitionEnded(error as? RecognitionError ?? unknown))
            }
        }
    }
}

extension DictationService: EventSource {
    @MainActor func report(_ event: DictationEvent) {
        delegate?.dictationService(self, didReport: event)
    }
}

/// All events arrive through one stream, which fixes their order.
enum SessionEvent: Sendable {
    enum Command: Sendable {
        case stop
        case abort(keepsWords: Bool)
        case pause
        case resume
        case change(AudioDevice.ID?)
    }

    case command(Command)
    case opened
    case notOpened(AudioError)
    case captured(CaptureEvent)
    case captureEnded
    case timeToRetry
    /// The user's replacement rules, empty without a word book.
    case rules(ReplacementRules, takeBack: [ReplacementRule])
    case recognised(RecognitionEvent)
    /// Nil if all sound has been recognised.
    case recognitionEnded(RecognitionError?)
}

extension RecognitionOptions {
    /// Recognises with the engine that the options name, never with another. Without `servers`, recognition on a server
    /// fails.
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
