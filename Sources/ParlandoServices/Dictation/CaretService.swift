import Logging
public import ParlandoCore

/// An event of writing at the caret of other applications.
public enum CaretNews: Sendable, Equatable {
    case state(CaretDelivery.State)
    /// Text was taken back, but stays where it was written.
    case textLeft
    /// The user's former input method is being restored. `rest` is the final text that was not written.
    case ended(rest: String, hasWritten: Bool, obstacle: CaretObstacle?)
}

/// Result of writing a trial text into a field of this program.
public enum CaretTrial: Sendable, Equatable {
    case written
    case noField
    /// The focus left the field first.
    case movedAway
    /// A dictation is being written, or another trial is running.
    case busy
    case failed(CaretObstacle)
}

/// Called on the main actor, in the order of events.
@MainActor public protocol CaretDelegate: AnyObject {
    /// - Parameter session: the number that was passed to `begin`; the next session may have begun.
    func caret(_ caret: CaretService, didReport news: CaretNews, of session: Int)
}

/// Writes the words of a dictation at the caret of other applications while they are spoken.
///
/// `CaretDelivery` decides what to write and when. This actor sends its commands to the input method and passes the
/// answers back. Commands return at once, and take effect in order.
public actor CaretService {
    enum Input: Sendable {
        case begin(session: Int, breaksLines: Bool)
        case news(DictationNews)
        case chooseAnother
        case ownWindow(isActive: Bool)
        /// `line` is the number of the connection to the input method.
        case event(CaretEvent, line: Int)
        case closed(line: Int)
        /// The input method has not given its last answer in time.
        case timeIsUp(session: Int)
    }

    /// Timeout at the end of a session.
    private static let lastAnswer = Duration.seconds(1)
    /// Starts of the input method in a session.
    private static let attempts = 2

    /// An event, with the number of its session.
    struct SessionNews: Sendable {
        var news: CaretNews
        var session: Int
    }

    @MainActor public weak var delegate: (any CaretDelegate)?

    private let typing: any CaretTyping
    private let clock: any Clock<Duration>
    private let outbox = Outbox<SessionNews>()
    private let door: AsyncStream<Input>.Continuation
    private let log = Logger(label: "parlando.caret")
    private var delivery: CaretDelivery?
    private var state: CaretDelivery.State?
    private var line: (any CaretLine)?
    /// Forwards the events of the latest connection, and ends with it.
    private var pump: Task<Void, Never>?
    private var lines = 0
    private var session = 0
    private var restarts = 0
    private var isEnding = false
    private(set) var isOwnWindowActive = false
    /// Whether a session waits until a trial or an earlier input method has ended.
    private var isPreparing = false
    private var trial: Trial?
    /// Restores the user's input method, once; nil before it is started.
    private var mending: Task<Void, Never>?

    /// - Parameter clock: times the last answer and the steps of a trial.
    public init(typing: any CaretTyping, clock: any Clock<Duration> = ContinuousClock()) {
        self.typing = typing
        self.clock = clock
        let (inputs, door) = AsyncStream.makeStream(of: Input.self)
        self.door = door
        outbox.deliver(through: self)
        Task { [weak self] in
            for await input in inputs {
                await self?.handle(input)
            }
        }
    }

    deinit {
        door.finish()
        line?.close()
        trial?.line?.close()
    }

    /// Call before the session begins.
    ///
    /// - Parameters:
    ///   - session: number that is reported with the events.
    ///   - breaksLines: whether a pause becomes a line break, in fields that allow it.
    public nonisolated func begin(_ session: Int, breaksLines: Bool) {
        door.yield(.begin(session: session, breaksLines: breaksLines))
    }

    /// Lets the user choose another field.
    public nonisolated func chooseAnother() {
        door.yield(.chooseAnother)
    }

    /// Sets whether a window of this program has the focus.
    public nonisolated func setOwnWindow(isActive: Bool) {
        door.yield(.ownWindow(isActive: isActive))
    }

    /// Why text cannot be written; nil if it can.
    public func obstacle() async -> CaretObstacle? {
        await typing.obstacle()
    }

    /// Shows a text as interim in the focused field of this program, then inserts it.
    public func tryOut(_ text: String) async -> CaretTrial {
        guard delivery == nil, !isPreparing, trial == nil else {
            return .busy
        }
        let task = Task { await self.write(trial: text) }
        trial = Trial(task: task)
        let result = await task.value
        trial = nil
        return result
    }

    /// Restores the user's input method if an earlier run was killed. Only the first call has an effect.
    public func mend() async {
        let task = mending ?? Task { [typing] in await typing.mend() }
        mending = task
        await task.value
    }

    /// Waits for earlier input methods of this program, which a new one would mistake for the user's.
    private func rest() async {
        await mend()
        await pump?.value
    }

    private func handle(_ input: Input) async {
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
            delivery?.skip(options.resumed?.transcript ?? Transcript())
        case .reported(.transcript(let transcript)):
            change { $0.hear(transcript) }
        case .reported(.takenBack(let transcript, let isAbove)):
            // What an earlier session wrote is not known here.
            delivery?.hasLeftText = isAbove
            change { $0.hear(transcript) }
        case .reported(.phase(.idle)) where delivery != nil:
            isEnding = true
            let session = session
            Task { [clock, door] in
                try? await clock.sleep(for: Self.lastAnswer)
                door.yield(.timeIsUp(session: session))
            }
            endIfDone()
        case .reported, .captured, .unfinished:
            break
        }
    }

    private func change(_ body: (inout CaretDelivery) -> [CaretCommand]) {
        if var changed = delivery {
            for command in body(&changed) {
                let isSent = line?.send(command) ?? false
                if !isSent {
                    changed.takeBack(command)
                }
            }
            delivery = changed
            tell()
        }
    }

    private func tell() {
        if delivery?.hasLeftText == true {
            delivery?.hasLeftText = false
            outbox.post(SessionNews(news: .textLeft, session: session))
        }
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

    /// Starts the input method again after it has died.
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

/// Tries out writing at the caret in a field of this program.
extension CaretService {
    struct Trial {
        let task: Task<CaretTrial, Never>
        var line: (any CaretLine)?
        /// The wait while the text is shown as an interim result.
        var pause: Task<Void, Never>?
        /// Whether a session has ended the trial.
        var isCut = false
    }

    /// Time in which a field must get the focus.
    private static let timeout = Duration.seconds(3)
    /// How long the text is shown as interim.
    private static let preview = Duration.milliseconds(700)

    private func write(trial text: String) async -> CaretTrial {
        await rest()
        guard trial?.isCut == false else {
            return .busy
        }
        let line = typing.open()
        trial?.line = line
        let result = await write(trial: text, through: line)
        return trial?.isCut == true && result != .written ? .busy : result
    }

    /// Waits until the input method has ended. A cancelled task would return earlier.
    private func endTrial() async {
        trial?.isCut = true
        trial?.pause?.cancel()
        trial?.line?.close()
        _ = await trial?.task.value
    }

    /// Closes `line`, and returns the result once the input method has ended.
    private func write(trial text: String, through line: any CaretLine) async -> CaretTrial {
        let timer = Task { [clock] in
            if (try? await clock.sleep(for: Self.timeout)) != nil {
                line.close()
            }
        }
        defer { timer.cancel() }
        var result: CaretTrial?
        var isShown = false
        for await event in line.events where result == nil {
            switch event {
            case .entered(let visit) where !isShown && isOwn(visit):
                timer.cancel()
                isShown = true
                result = await show(text, in: visit, through: line)
            case .written(2):
                result = .written
            case .refused where isShown, .left where isShown:
                result = .movedAway
            case .failed(let obstacle):
                result = .failed(obstacle)
            case .ready, .entered, .left, .around, .written, .refused, .lost, .replaced:
                break
            }
            if result != nil {
                line.close()
            }
        }
        return result ?? .noField
    }

    /// Returns why the text could not be written, or nil if it was sent.
    private func show(_ text: String, in visit: CaretVisit, through line: any CaretLine) async -> CaretTrial? {
        guard trial?.isCut == false else {
            return .busy
        }
        guard line.send(.write(1, final: "", interim: text, visit: visit.number)) else {
            return .failed(.silent)
        }
        let pause = Task { [clock] in
            _ = try? await clock.sleep(for: Self.preview)
        }
        trial?.pause = pause
        await pause.value
        guard trial?.isCut == false, isOwn(visit) else {
            return .movedAway
        }
        return line.send(.write(2, final: text, interim: "", visit: visit.number)) ? nil : .failed(.silent)
    }

    /// Whether the focused field belongs to this program, as far as can be told, and accepts text.
    private func isOwn(_ visit: CaretVisit) -> Bool {
        (visit.isOwn || isOwnWindowActive && visit.mayBeOwn) && visit.purpose != .secret
    }
}

extension CaretService: EventSource {
    @MainActor func report(_ event: SessionNews) {
        delegate?.caret(self, didReport: event.news, of: event.session)
    }
}

extension CaretService: DictationRecording {
    public nonisolated func take(_ news: DictationNews) {
        switch news {
        case .began, .reported(.transcript), .reported(.takenBack), .reported(.phase(.idle)):
            door.yield(.news(news))
        case .reported, .captured, .unfinished:
            break
        }
    }
}
