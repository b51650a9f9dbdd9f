public import ParlandoCore

/// Runs the metronome and exercises, learns instruments, and measures latencies. One activity runs at a time. A command
/// that makes no sense in the current phase has no effect.
public actor RhythmService {
    @MainActor public weak var delegate: (any RhythmServiceDelegate)?

    private let transport: any AudioTransport
    private let clock: any MonotonicClock
    private let alarm: any Clock<Duration>
    private let thread = EarThread()
    private let counting: CountSpeaker?
    private let outbox = Outbox<RhythmEvent>()
    /// Leads to the running session; nil if none runs.
    private var door: AsyncStream<RhythmSessionEvent>.Continuation?

    /// - Parameters:
    ///   - clock: times the strokes.
    ///   - alarm: times the wake-ups of a session.
    ///   - counting: speaks the beats; without it, they are clicked.
    public init(
        transport: any AudioTransport, clock: any MonotonicClock, alarm: any Clock<Duration> = SuspendingClock(),
        counting: CountSpeaker? = nil
    ) {
        self.counting = counting
        self.transport = transport
        self.clock = clock
        self.alarm = alarm
        outbox.deliver(through: self)
    }

    public func start(_ options: RhythmOptions) {
        begin { ExerciseSession(options, tools: $0) }
    }

    /// Listens to the instrument alone; no clicks are played meanwhile.
    public func learnInstrument(_ transport: TransportOptions) {
        begin { ListeningSession(learns: true, options: transport, tools: $0) }
    }

    /// By loud noise from the loudspeaker if `transport` includes the microphone (`listens`). Otherwise the user taps
    /// along with clicks.
    public func calibrate(_ transport: TransportOptions) {
        begin { tools -> any RhythmSession in
            transport.listens
                ? ListeningSession(learns: false, options: transport, tools: tools)
                : TapCalibrationSession(options: transport, tools: tools)
        }
    }

    /// An exercise is judged as far as it was played.
    public func stop() {
        door?.yield(.command(.stop))
    }

    public func pause() {
        door?.yield(.command(.pause))
    }

    public func resume() {
        door?.yield(.command(.resume))
    }

    /// A key, button or finger went down at this time. Also used when calibrating by tapping.
    public func tap(at time: HostTime) {
        door?.yield(.command(.tap(time)))
    }

    /// Changes the metronome within a beat. Has no effect during an exercise.
    public func change(tempo: Tempo) {
        door?.yield(.command(.tempo(tempo)))
    }

    /// Takes effect at the next beat. The beats of a bar must stay the same.
    public func change(clicks: ClickPattern) {
        door?.yield(.command(.clicks(clicks)))
    }

    public func change(clickVolume: Double, guideVolume: Double) {
        door?.yield(.command(.volumes(click: clickVolume, guide: guideVolume)))
    }

    /// Continues after another count-in, also after a device was lost. `latency` is as in `RhythmOptions`.
    public func change(devices: TransportOptions, latency: Double?) {
        door?.yield(.command(.devices(devices, latency: latency)))
    }

    private func begin(_ make: (RhythmTools) -> any RhythmSession) {
        guard door == nil else {
            return
        }
        let (events, door) = AsyncStream.makeStream(of: RhythmSessionEvent.self)
        self.door = door
        let tools = RhythmTools(
            transport: transport, clock: clock, thread: thread, outbox: outbox, door: door, counting: counting)
        let session = make(tools)
        Task { await run(session, events: events) }
    }

    private func run(
        _ begun: any RhythmSession, events: AsyncStream<RhythmSessionEvent>
    ) async {
        var session = begun
        var sleeper: Task<Void, Never>?
        var wake: HostTime?
        session.begin()
        for await event in events {
            session.handle(event)
            if session.isOver {
                break
            }
            if case .woke = event {
                wake = nil
            }
            if session.wake != wake {
                wake = session.wake
                sleeper?.cancel()
                sleeper = wake.map(sleep)
            }
        }
        sleeper?.cancel()
        // There is no suspension between these two lines, so a delegate that is told of the end can start a new session
        // at once.
        door = nil
        outbox.post(.phase(.idle))
    }

    private func sleep(until moment: HostTime) -> Task<Void, Never> {
        let seconds = max(moment.seconds(since: clock.now), 0)
        return Task { [alarm, door] in
            if (try? await alarm.sleep(for: .seconds(seconds))) != nil {
                door?.yield(.woke)
            }
        }
    }
}

extension RhythmService: EventSource {
    @MainActor func report(_ event: RhythmEvent) {
        delegate?.rhythmService(self, didReport: event)
    }
}

/// One activity from start to end: an exercise, learning, or a calibration. A single loop owns it and passes events to
/// it.
protocol RhythmSession: Sendable {
    var tools: RhythmTools { get }
    var transport: TransportUse { get set }
    var wake: HostTime? { get }

    mutating func begin()
    /// Not called any more after `end`.
    mutating func take(_ event: RhythmSessionEvent)
    mutating func fail(_ failure: RhythmFailure)
    /// The session is over once its transport is closed.
    mutating func end()
}

extension RhythmSession {
    var isOver: Bool {
        transport.isEnding && transport.isClosed
    }

    mutating func handle(_ event: RhythmSessionEvent) {
        if let error = transport.note(event) {
            fail(.audio(error))
        }
        if !transport.isEnding {
            take(event)
        }
    }

    mutating func fail(_ failure: RhythmFailure) {
        tools.outbox.post(.failure(failure))
        end()
    }
}

/// What every session works with.
struct RhythmTools: Sendable {
    let transport: any AudioTransport
    let clock: any MonotonicClock
    let thread: EarThread
    let outbox: Outbox<RhythmEvent>
    /// Leads all events to the session.
    let door: AsyncStream<RhythmSessionEvent>.Continuation
    var counting: CountSpeaker?
}

/// All events arrive through one stream, which fixes their order.
enum RhythmSessionEvent: Sendable {
    enum Command: Sendable {
        case stop
        case pause
        case resume
        case tap(HostTime)
        case tempo(Tempo)
        case clicks(ClickPattern)
        case volumes(click: Double, guide: Double)
        case devices(TransportOptions, latency: Double?)
    }

    case command(Command)
    /// What is waited for before devices are opened.
    case ready
    case opened
    case notOpened(AudioError)
    case transport(TransportEvent)
    case transportEnded
    /// - Parameter ear: number of the ear within its session.
    case heard(EarNews, ear: Int)
    case woke
}

/// What an ear (see `Ear`) tells its session.
enum EarNews: Sendable, Equatable {
    /// `frame` is the playback frame that was due when the stroke reached the microphone. Strokes and clicks reach it
    /// by the same route, so an error in the delays that the devices report counts only once.
    case stroke(frame: Double)
    /// The frames of the strokes before are to be moved by this many.
    case moved(frames: Double)
    /// All sound is heard again: the strokes before do not count, and follow again.
    case restarted
    /// The loudspeaker reaches the microphone this many seconds later than it was due.
    case loudspeaker(delay: Double)
    /// To be told as it is. An instrument, a calibration or a failure is the last one of an ear.
    case event(RhythmEvent)
}
