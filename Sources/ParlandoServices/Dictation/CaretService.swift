import Logging
public import ParlandoCore

/// Writes the words of a dictation at the caret of other applications while they are spoken.
///
/// `CaretDelivery` decides what to write and when. This actor sends its commands to the input method and passes the
/// answers back.
public actor CaretService: CaretDelivering {
    enum Input: Sendable {
        case begin(session: Int, breaksLines: Bool)
        case news(DictationNews)
        case chooseAnother
        case ownWindow(isActive: Bool)
        /// An event of the input method. `line` is the number of the connection to the input method.
        case event(CaretEvent, line: Int)
        /// The connection to the input method with this number has ended.
        case closed(line: Int)
        /// The timeout for the input method's last answer has passed, in the session with this number.
        case timeIsUp(session: Int)
    }

    /// Timeout for the last answer of the input method at the end of a session.
    private static let lastAnswer = Duration.seconds(1)
    /// Maximum number of times that the input method is started in a session. It is started again if it dies.
    private static let attempts = 2

    /// An event, with the number of the session to which it belongs.
    struct SessionNews: Sendable {
        var news: CaretNews
        var session: Int
    }

    @MainActor public weak var delegate: (any CaretDelegate)?

    let typing: any CaretTyping
    let clock: any Clock<Duration>
    private let outbox = Outbox<SessionNews>()
    private let door: AsyncStream<Input>.Continuation
    private let log = Logger(label: "parlando.caret")
    private var delivery: CaretDelivery?
    private var state: CaretDelivery.State?
    private var line: (any CaretLine)?
    /// Task that forwards the events of the latest connection to the input method, and ends with the connection.
    private var pump: Task<Void, Never>?
    private var lines = 0
    private var session = 0
    private var restarts = 0
    private var isEnding = false
    /// Whether a window of this program has the focus.
    private(set) var isOwnWindowActive = false
    /// Whether a session is being prepared. This includes waiting until the insertion of a sample text has ended, and
    /// until an earlier input method process has ended.
    private var isPreparing = false
    /// The trial that is under way, which writes a text into a field of this program; nil if there is none.
    private var trial: Task<CaretTrial, Never>?
    private var trialLine: (any CaretLine)?
    /// Task that restores the user's input method, once, in case an earlier run of the program was killed; nil before
    /// it is started.
    private var mending: Task<Void, Never>?

    /// - Parameter clock: clock for the timeout of the last answer, and for the steps of a trial (inserting a sample
    ///   text).
    public init(typing: any CaretTyping, clock: any Clock<Duration> = ContinuousClock()) {
        self.typing = typing
        self.clock = clock
        let (inputs, door) = AsyncStream.makeStream(of: Input.self)
        self.door = door
        outbox.deliver(through: self)
        Task { [weak self] in
            for await input in inputs {
                await self?.take(input)
            }
        }
    }

    deinit {
        door.finish()
        line?.close()
        trialLine?.close()
    }

    public nonisolated func begin(_ session: Int, breaksLines: Bool) {
        door.yield(.begin(session: session, breaksLines: breaksLines))
    }

    public nonisolated func chooseAnother() {
        door.yield(.chooseAnother)
    }

    public nonisolated func setOwnWindow(isActive: Bool) {
        door.yield(.ownWindow(isActive: isActive))
    }

    public func obstacle() async -> CaretObstacle? {
        await typing.obstacle()
    }

    public func tryOut(_ text: String) async -> CaretTrial {
        guard delivery == nil, !isPreparing, trial == nil else {
            return .busy
        }
        let task = Task { await self.write(trial: text) }
        trial = task
        let result = await task.value
        trial = nil
        return result
    }

    /// Restores the user's input method if an earlier run of the program was killed and left it replaced. Returns once
    /// that is done. Only the first call has an effect.
    public func mend() async {
        let task = mending ?? Task { [typing] in await typing.mend() }
        mending = task
        await task.value
    }

    /// Waits until no earlier input method of this program is active. A new one would mistake it for the user's input
    /// method.
    private func rest() async {
        await mend()
        await pump?.value
    }

    private func write(trial text: String) async -> CaretTrial {
        await rest()
        guard !Task.isCancelled else {
            return .busy
        }
        let line = typing.open()
        trialLine = line
        defer { trialLine = nil }
        return await write(trial: text, through: line)
    }

    /// Ends the trial (insertion of a sample text) that is under way, and waits until its input method has ended.
    private func endTrial() async {
        trial?.cancel()
        trialLine?.close()
        _ = await trial?.value
    }

    /// Returns an observer for a dictation service. It passes the words to this service, and forwards everything to
    /// `recorder`.
    public nonisolated func recorder(beside recorder: any DictationRecording) -> any DictationRecording {
        CaretRecorder(beside: recorder, door)
    }

    private func take(_ input: Input) async {
        switch input {
        case .begin(let session, let breaksLines):
            await prepare(session, breaksLines)
        case .news(let news):
            hear(news)
        case .chooseAnother:
            change { $0.chooseAnother() }
        case .ownWindow(let isActive):
            isOwnWindowActive = isActive
            change { $0.setOwnWindow(isActive: isActive) }
        case .event(let event, let number):
            if number == lines {
                change { $0.apply(event) }
                endIfDone()
            }
        case .closed(let number):
            if number == lines, line != nil {
                reopen()
            }
        case .timeIsUp(let number):
            if number == session, isEnding {
                end()
            }
        }
    }

    private func prepare(_ session: Int, _ breaksLines: Bool) async {
        if delivery != nil {
            end()
        }
        isPreparing = true
        await endTrial()
        await rest()
        isPreparing = false
        self.session = session
        restarts = 0
        isEnding = false
        state = nil
        var delivery = CaretDelivery(isOwnWindowActive: isOwnWindowActive)
        delivery.breaksLines = breaksLines
        self.delivery = delivery
        open()
        tell()
    }

    private func hear(_ news: DictationNews) {
        switch news {
        case .began(let options):
            delivery?.language = options.recognition.language ?? ""
            delivery?.skip(options.resumed?.transcript ?? Transcript())
        case .reported(.transcript(let transcript)):
            change { $0.hear(transcript) }
        case .reported(.language(let language, _)):
            delivery?.language = language
        case .reported(.phase(.idle)) where delivery != nil:
            isEnding = true
            let session = session
            Task { [clock, door] in
                try? await clock.sleep(for: Self.lastAnswer)
                door.yield(.timeIsUp(session: session))
            }
            endIfDone()
        case .reported, .captured:
            break
        }
    }

    private func change(_ body: (inout CaretDelivery) -> [CaretCommand]) {
        if var changed = delivery {
            let commands = body(&changed)
            delivery = changed
            commands.forEach { line?.send($0) }
            tell()
        }
    }

    private func tell() {
        if let now = delivery?.state, now != state {
            state = now
            log.debug("caret", metadata: ["state": "\(now)"])
            outbox.post(SessionNews(news: .state(now), session: session))
        }
    }

    private func open() {
        lines += 1
        let (line, number) = (typing.open(), lines)
        self.line = line
        pump = Task { [door] in
            for await event in line.events {
                door.yield(.event(event, line: number))
            }
            door.yield(.closed(line: number))
        }
    }

    /// Starts the input method again after it has died, unless that has already been tried.
    private func reopen() {
        line = nil
        guard delivery != nil else {
            return
        }
        if case .failed = delivery?.state {
            return
        }
        delivery?.giveUp()
        restarts += 1
        guard restarts < Self.attempts else {
            change { $0.apply(.failed(.incomplete)) }
            endIfDone()
            return
        }
        log.warning("the input method has ended; it is started again")
        open()
        tell()
    }

    private func endIfDone() {
        if isEnding, delivery?.isBusy != true {
            end()
        }
    }

    private func end() {
        guard let delivery else {
            return
        }
        var obstacle: CaretObstacle?
        if case .failed(let reason) = delivery.state {
            obstacle = reason
        }
        let news = CaretNews.ended(rest: delivery.rest, hasWritten: delivery.hasWritten, obstacle: obstacle)
        outbox.post(SessionNews(news: news, session: session))
        self.delivery = nil
        isEnding = false
        line?.close()
        line = nil
    }
}

extension CaretService: EventSource {
    @MainActor func report(_ event: SessionNews) {
        delegate?.caret(self, didReport: event.news, of: event.session)
    }
}

/// Forwards the events of a dictation service to another recorder and to `CaretService`.
private final class CaretRecorder: DictationRecording {
    private let other: any DictationRecording
    private let door: AsyncStream<CaretService.Input>.Continuation

    init(beside other: any DictationRecording, _ door: AsyncStream<CaretService.Input>.Continuation) {
        self.other = other
        self.door = door
    }

    func take(_ news: DictationNews) {
        other.take(news)
        switch news {
        case .began, .reported(.transcript), .reported(.language), .reported(.phase(.idle)):
            door.yield(.news(news))
        case .reported, .captured:
            break
        }
    }
}
