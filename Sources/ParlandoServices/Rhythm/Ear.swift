import ParlandoCore
import ParlandoSignal

/// Makes news of what the microphone hears. Used by one thread.
protocol Ear {
    mutating func hear(_ event: TransportEvent) -> [EarNews]
}

/// Which ear a session needs. A value, so that the ear itself can be made on the thread it works on.
enum EarKind: Sendable {
    /// Strokes of an instrument while `sound` is played.
    case strokes(InstrumentProfile?, sound: PlayedSound?)
    /// Clicks of `sound`.
    case latency(sound: PlayedSound)
    /// Strokes of an instrument alone.
    case instrument

    /// Nil when the rate is absurd or memory is short.
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

/// The thread on which ears work: they compute too much for the shared pool.
actor EarThread {
    nonisolated let executor = BlockingExecutor(label: "parlando.ear")

    nonisolated var unownedExecutor: UnownedSerialExecutor {
        executor.asUnownedSerialExecutor()
    }

    /// Hears what comes in until there is no more.
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

/// What leads from a session to an ear.
struct EarLine: Sendable {
    /// Which of a session's ears it is: what an ear says that was let go does not count.
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
