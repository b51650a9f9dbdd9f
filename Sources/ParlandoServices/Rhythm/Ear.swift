import ParlandoCore
import ParlandoSignal

/// An analyser of captured sound, which turns it into events such as strokes. Used by one thread.
protocol Ear {
    mutating func hear(_ event: TransportEvent) -> [EarNews]
}

/// The kind of analyser (`Ear`) that a session needs. A value, so that the analyser itself can be created on the thread
/// that it works on.
enum EarKind: Sendable {
    /// Detects strokes of an instrument while `sound` is played.
    case strokes(InstrumentProfile?, sound: PlayedSound?)
    /// Measures the latency of the clicks in `sound`.
    case latency(sound: PlayedSound)
    /// Learns an instrument from strokes without any other sound.
    case instrument

    /// Creates the analyser. Returns nil if the sample rate is out of range or memory cannot be allocated.
    func makeEar(playbackRate: Int, captureRate: Int) -> (any Ear)? {
        switch self {
        case .strokes(let instrument, let sound):
            StrokeEar(instrument: instrument, sound: sound, playbackRate: playbackRate, captureRate: captureRate)
        case .latency(let sound):
            LatencyEar(sound: sound, playbackRate: playbackRate, captureRate: captureRate)
        case .instrument:
            InstrumentEar(captureRate: captureRate)
        }
    }
}

/// The thread on which analysers (`Ear`) work. They compute too much for the shared thread pool.
actor EarThread {
    nonisolated let executor = BlockingExecutor(label: "parlando.ear")

    nonisolated var unownedExecutor: UnownedSerialExecutor {
        executor.asUnownedSerialExecutor()
    }

    /// Analyses events until the stream ends.
    func listen(
        _ kind: EarKind, playbackRate: Int, captureRate: Int, to events: AsyncStream<TransportEvent>,
        tell: @Sendable (EarNews) -> Void
    ) async {
        guard var ear = kind.makeEar(playbackRate: playbackRate, captureRate: captureRate) else {
            tell(.failed(.audio(AudioError(.unsupported, detail: "rate \(captureRate)"))))
            return
        }
        var gauge = LevelGauge(rate: captureRate)
        for await event in events {
            for news in ear.hear(event) {
                tell(news)
            }
            if case .block(let block) = event, let level = gauge.add(block.samples) {
                tell(.level(level))
            }
        }
    }
}

/// The connection that sends a session's transport events to its analyser (`Ear`).
struct EarLine: Sendable {
    /// Number of the analyser within its session. Results from an analyser that has been replaced are ignored.
    let number: Int

    private let input: AsyncStream<TransportEvent>.Continuation

    init(
        _ kind: EarKind, number: Int = 0, playbackRate: Int, captureRate: Int,
        door: AsyncStream<RhythmSessionEvent>.Continuation, thread: EarThread
    ) {
        self.number = number
        let (events, input) = AsyncStream.makeStream(of: TransportEvent.self)
        self.input = input
        Task {
            await thread.listen(kind, playbackRate: playbackRate, captureRate: captureRate, to: events) { news in
                door.yield(.heard(news, ear: number))
            }
        }
    }

    func pass(_ event: TransportEvent) {
        input.yield(event)
    }

    func end() {
        input.finish()
    }
}
