public import ParlandoCore
public import ParlandoServices

/// Rhythm service whose devices and time a test plays. Frames of the loudspeaker are heard as the manual clock says:
/// frame 0 at its beginning.
@MainActor public final class PlayedRhythm {
    private static let rate = 48_000

    public let transport = FakeTransport()
    public let time = ManualClock(advancesItself: false)
    public let spy = SpyRhythmDelegate()
    public let service: RhythmService
    /// Seconds by which the line that the device tells is later than the sound.
    public var error = 0.0 {
        didSet {
            errorBegin = now
        }
    }
    private var errorBegin: HostTime?
    private var rendered = 0

    public init() {
        service = RhythmService(transport: transport, clock: ManualHostClock(time), alarm: time)
        service.delegate = spy
    }

    public var now: HostTime {
        ManualHostClock(time).now
    }

    /// The device plays from frame 0 on. Five seconds after the start or a change of the error the line is sure, as
    /// `StreamClock` would be.
    public var map: TimeMap {
        let isSure = now.seconds(since: errorBegin ?? sound) >= 5
        return TimeMap(
            anchorFrame: 0, anchorTime: sound.advanced(by: error), rate: Double(Self.rate),
            uncertainty: isSure ? 0.0002 : 0.03)
    }

    /// When frame 0 is heard.
    private let sound = HostTime(nanoseconds: 1)

    /// Returns when the transport was asked for something.
    @discardableResult public func nextCommand() async -> FakeTransport.Command? {
        await transport.commands.first { @Sendable _ in true }
    }

    public func nextOpening() async -> TransportOptions? {
        for await command in transport.commands {
            if case .open(let options) = command {
                return options
            }
        }
        return nil
    }

    public func start(_ options: RhythmOptions) async {
        await service.start(options)
        await nextCommand()
        await run()
    }

    public func play(_ options: RhythmOptions) async {
        await start(options)
        advance(toTick: 0)
        await spy.wait(for: .playing)
    }

    /// Starts a calibration by taps, up to the first line.
    public func calibrateByTaps() async {
        await service.calibrate(TransportOptions())
        await nextCommand()
        await run()
        await spy.wait { !$0.clocks.isEmpty }
    }

    public func run(captureRate: Int? = nil) async {
        transport.run(playbackRate: Self.rate, captureRate: captureRate)
        transport.say(.playback(map))
        await spy.wait { !$0.clocks.isEmpty || $0.phases.last == .paused || $0.phases.last == .calibrating }
    }

    /// Moves the time, and has the loudspeaker keep up with it. Returns what it was given to play.
    @discardableResult public func advance(seconds: Double) -> [Float] {
        let end = Int((Double(now.nanoseconds) * 1e-9 + seconds + 0.1) * Double(Self.rate))
        let played = transport.render(max(end - rendered, 0), at: rendered)
        rendered = max(end, rendered)
        time.advance(by: .nanoseconds(Int64(seconds * 1e9)))
        transport.say(.playback(map))
        return played
    }

    /// Moves the time in small steps until the events meet the condition.
    public func advance(until isMet: (SpyRhythmDelegate) -> Bool) async {
        while !isMet(spy), !Task.isCancelled {
            advance(seconds: 0.05)
            await Task.yield()
        }
    }

    /// Moves the time until nothing was played for three seconds.
    public func advanceUntilSilent() async {
        while advance(seconds: 3).contains(where: { $0 != 0 }), !Task.isCancelled {
            await Task.yield()
        }
    }

    /// Moves the time to a tick of the exercise, and returns when the session has taken the line of that moment.
    public func reach(tick: Double) async {
        let told = spy.clocks.count
        advance(toTick: tick)
        await spy.wait { $0.clocks.count > told }
    }

    public func advance(toTick tick: Double) {
        guard let clock = spy.clocks.last else {
            return
        }
        advance(seconds: max(clock.seconds(ofTick: tick) - clock.seconds(ofTick: clock.tick(at: now)), 0))
    }

    /// The moment of a tick of the exercise, by the line that was told last.
    public func moment(ofTick tick: Double) -> HostTime {
        spy.clocks.last.map { moment(ofTick: tick, by: $0) } ?? now
    }

    private func moment(ofTick tick: Double, by clock: BeatClock) -> HostTime {
        now.advanced(by: clock.seconds(ofTick: tick) - clock.seconds(ofTick: clock.tick(at: now)))
    }

    /// The moment at which a tick of the exercise is heard, whatever the line says.
    public func sound(ofTick tick: Double) -> HostTime {
        guard let clock = spy.clocks.last else {
            return now
        }
        // By the same line: another may be told meanwhile.
        return moment(ofTick: tick, by: clock).advanced(by: sound.seconds(since: clock.map.time(of: 0)))
    }
}

extension BeatClock {
    /// Of the exercise. The count-in has the tempo of the bar after it.
    fileprivate func seconds(ofTick tick: Double) -> Double {
        course.stretch(atTick: max(tick, Double(startTick))).seconds(ofTick: tick)
    }

    public var tempo: Tempo {
        course.tempo(atTick: startTick)
    }
}

extension Exercise {
    public static func quarters(bars: Int?) -> Exercise {
        let elements = [NoteValue(.quarter)].compactMap { $0 }.map { Pattern.Element($0) }
        return Exercise(.sequence([Pattern(id: "quarter", difficulty: 1, elements: elements)]), bars: bars)
    }
}
