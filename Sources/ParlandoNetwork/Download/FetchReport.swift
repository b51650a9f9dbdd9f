import ParlandoCore
import Synchronization

/// Tells how a fetch goes, as one progress over all its files. Safe from any thread.
final class FetchReport: Sendable {
    typealias Events = AsyncThrowingStream<ModelFetchEvent, any Error>

    private struct State {
        var meter: RateMeter
        /// Bytes of the files before this one.
        var base: Int64 = 0
    }

    private let events: Events.Continuation
    private let stopwatch: @Sendable () -> Duration
    private let state: Mutex<State>

    /// - Parameter total: bytes of all the files together.
    init(_ events: Events.Continuation, total: Int64, clock: any Clock<Duration>) {
        self.events = events
        stopwatch = Self.stopwatch(clock)
        state = Mutex(State(meter: RateMeter(total: total)))
    }

    /// So many bytes of the present file are there.
    func advance(to bytes: Int64) {
        let moment = stopwatch()
        let progress = state.withLock { $0.meter.progress(bytes: $0.base + bytes, at: moment) }
        if let progress {
            events.yield(.downloading(progress))
        }
    }

    /// A file is whole, the next one follows.
    func finishFile(bytes: Int64) {
        state.withLock { $0.base += bytes }
    }

    func tell(_ event: ModelFetchEvent) {
        events.yield(event)
    }

    private static func stopwatch<C: Clock<Duration>>(_ clock: C) -> @Sendable () -> Duration {
        let start = clock.now
        return { start.duration(to: clock.now) }
    }
}
