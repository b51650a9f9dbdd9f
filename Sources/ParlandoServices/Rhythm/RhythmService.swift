public import ParlandoCore

/// Runs the metronome and exercises, learns instruments, and measures latencies. One activity runs at a time.
public actor RhythmService: RhythmTraining {
    @MainActor public weak var delegate: (any RhythmServiceDelegate)?

    private let transport: any AudioTransport
    private let clock: any MonotonicClock
    private let alarm: any Clock<Duration>
    private let thread = EarThread()
    private let outbox = Outbox<RhythmEvent>()
    /// Continuation that sends events to the running session; nil if no session runs.
    private var door: AsyncStream<RhythmSessionEvent>.Continuation?

    /// - Parameters:
    ///   - clock: clock by which strokes are timed.
    ///   - alarm: clock that times the wake-ups of a session.
    public init(
        transport: any AudioTransport, clock: any MonotonicClock, alarm: any Clock<Duration> = SuspendingClock()
    ) {
        self.transport = transport
        self.clock = clock
        self.alarm = alarm
        outbox.deliver(through: self)
    }

    public func start(_ options: RhythmOptions) {
        let thread = thread
        begin { ExerciseSession(options, tools: $0, thread: thread) }
    }

    public func learnInstrument(_ transport: TransportOptions) {
        let thread = thread
        begin { ListeningSession(.instrument, options: transport, tools: $0, thread: thread) }
    }

    public func calibrate(_ transport: TransportOptions) {
        let thread = thread
        begin { tools -> any RhythmSession in
            transport.listens
                ? ListeningSession(.latency, options: transport, tools: tools, thread: thread)
                : TapCalibrationSession(options: transport, tools: tools)
        }
    }

    public func stop() {
        door?.yield(.command(.stop))
    }

    public func pause() {
        door?.yield(.command(.pause))
    }

    public func resume() {
        door?.yield(.command(.resume))
    }

    public func tap(at time: HostTime) {
        door?.yield(.command(.tap(time)))
    }

    public func change(tempo: Tempo) {
        door?.yield(.command(.tempo(tempo)))
    }

    public func change(clicks: ClickPattern) {
        door?.yield(.command(.clicks(clicks)))
    }

    public func change(clickVolume: Double, guideVolume: Double) {
        door?.yield(.command(.volumes(click: clickVolume, guide: guideVolume)))
    }

    public func change(devices: TransportOptions, latency: Double?) {
        door?.yield(.command(.devices(devices, latency: latency)))
    }

    private func begin(_ make: (RhythmTools) -> any RhythmSession) {
        guard door == nil else {
            return
        }
        let (events, door) = AsyncStream.makeStream(of: RhythmSessionEvent.self)
        self.door = door
        let session = make(RhythmTools(transport: transport, clock: clock, outbox: outbox, door: door))
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

/// One activity of the rhythm trainer from start to end: an exercise, learning an instrument, or a calibration. A
/// single loop owns the session and passes events to it.
protocol RhythmSession: Sendable {
    /// Whether the session has ended, so that no more events can follow.
    var isOver: Bool { get }
    /// Time at which the session must be woken next; nil if it need not be woken.
    var wake: HostTime? { get }

    mutating func begin()
    mutating func handle(_ event: RhythmSessionEvent)
}

/// The dependencies of every session of the rhythm trainer.
struct RhythmTools: Sendable {
    let transport: any AudioTransport
    let clock: any MonotonicClock
    let outbox: Outbox<RhythmEvent>
    /// Continuation through which all events reach the session.
    let door: AsyncStream<RhythmSessionEvent>.Continuation
}

/// An event that a session of the rhythm trainer handles. All events arrive through one stream, which fixes their
/// order.
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
    case opened
    case notOpened(AudioError)
    case transport(TransportEvent)
    case transportEnded
    /// A result of a sound analyser (`Ear`).
    ///
    /// - Parameter ear: number of the analyser within its session.
    case heard(EarNews, ear: Int)
    /// The time at which the session asked to be woken has come.
    case woke
}

/// A result from the analysis of the captured sound.
enum EarNews: Sendable, Equatable {
    /// A stroke. `frame` is the frame of the playback stream that was due when the stroke reached the microphone.
    /// Strokes and clicks reach the microphone by the same route, so an error in the delays that the devices report
    /// affects the stroke's position only once.
    case stroke(frame: Double)
    /// The alignment of the captured sound has moved: the frames of the strokes before are to be moved by this many.
    case moved(frames: Double)
    /// The captured sound is analysed again from its beginning: the strokes before do not count, and follow again.
    case restarted
    /// Level at the microphone, in dBFS.
    case level(Double)
    /// The sound of the loudspeaker reaches the microphone this many seconds later than it was due.
    case loudspeaker(delay: Double)
    case warning(RhythmWarning)
    /// Number of strokes or calibration bursts found so far.
    case counted(Int)
    case learned(InstrumentProfile)
    case measured(LatencyCalibration)
    case failed(RhythmFailure)
}
