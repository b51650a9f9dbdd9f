public import ParlandoCore
public import ParlandoServices

/// Fake rhythm service that only records commands. A test reports events by calling the delegate.
public actor FakeRhythmTraining: RhythmTraining {
    /// Command that the service received.
    public enum Command: Sendable, Equatable {
        case start(RhythmOptions)
        case stop
        case pause
        case resume
        case tap(HostTime)
        case changeTempo(Tempo)
        case changeClicks(ClickPattern)
        case changeVolumes(click: Double, guide: Double)
        case changeDevices(TransportOptions, latency: Double?)
        case learn(TransportOptions)
        case calibrate(TransportOptions)

        /// The options with which to start; nil for all other commands.
        public var started: RhythmOptions? {
            if case .start(let options) = self { options } else { nil }
        }
    }

    @MainActor public weak var delegate: (any RhythmServiceDelegate)?
    /// The received commands, each as soon as it arrives. For a single reader.
    public nonisolated var commands: AsyncStream<Command> { log.commands }
    private nonisolated let log = CommandLog<Command>()

    public init() {}

    public func start(_ options: RhythmOptions) {
        log.yield(.start(options))
    }

    public func stop() {
        log.yield(.stop)
    }

    public func pause() {
        log.yield(.pause)
    }

    public func resume() {
        log.yield(.resume)
    }

    public func tap(at time: HostTime) {
        log.yield(.tap(time))
    }

    public func change(tempo: Tempo) {
        log.yield(.changeTempo(tempo))
    }

    public func change(clicks: ClickPattern) {
        log.yield(.changeClicks(clicks))
    }

    public func change(clickVolume: Double, guideVolume: Double) {
        log.yield(.changeVolumes(click: clickVolume, guide: guideVolume))
    }

    public func change(devices: TransportOptions, latency: Double?) {
        log.yield(.changeDevices(devices, latency: latency))
    }

    public func learnInstrument(_ transport: TransportOptions) {
        log.yield(.learn(transport))
    }

    public func calibrate(_ transport: TransportOptions) {
        log.yield(.calibrate(transport))
    }
}
