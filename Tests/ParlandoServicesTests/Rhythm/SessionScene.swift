import ParlandoCore
import ParlandoTestSupport

@testable import ParlandoServices

/// What a session by itself works with. A test tells the session what happens, and moves the time.
@MainActor struct SessionScene {
    static let rate = 48_000

    let transport = FakeTransport()
    let time = ManualClock(advancesItself: false)
    let spy = SpyRhythmDelegate()
    let tools: RhythmTools
    private let service: RhythmService

    init() {
        service = RhythmService(transport: transport, clock: ManualHostClock(time), alarm: time)
        service.delegate = spy
        let door = AsyncStream.makeStream(of: RhythmSessionEvent.self).continuation
        let outbox = Outbox<RhythmEvent>()
        outbox.deliver(through: service)
        tools = RhythmTools(
            transport: transport, clock: ManualHostClock(time), thread: EarThread(), outbox: outbox, door: door)
    }

    var now: HostTime {
        ManualHostClock(time).now
    }

    /// A session whose devices are open and do not run yet.
    func begun(_ options: RhythmOptions) async -> ExerciseSession {
        var session = ExerciseSession(options, tools: tools)
        session.begin()
        _ = await transport.commands.first { @Sendable _ in true }
        session.handle(.opened)
        return session
    }

    /// Lets the devices run. Frame 0 is heard at `origin`.
    func run(_ session: inout ExerciseSession, captureRate: Int? = nil, origin: HostTime) {
        transport.run(playbackRate: Self.rate, captureRate: captureRate)
        session.handle(.transport(.running(playbackRate: Self.rate, captureRate: captureRate)))
        let map = TimeMap(anchorFrame: 0, anchorTime: origin, rate: Double(Self.rate))
        session.handle(.transport(.playback(map)))
    }
}
