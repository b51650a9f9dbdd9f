import ParlandoCore
import Synchronization

/// Tells how a fetch goes, as one progress over all its files. Safe from any thread.
final class FetchReport: Sendable {
    typealias Events = AsyncThrowingStream<ModelFetchEvent, any Error>

    private struct State {
        var meter: RateMeter
        /// Bytes of the present file.
        var bytes: Int64 = 0
        /// Bytes of the files before this one.
        var base: Int64 = 0
    }

    private let events: Events.Continuation
    private let total: Int64
    private let stopwatch: @Sendable () -> Duration
    private let state: Mutex<State>

    /// - Parameter total: bytes of all the files together.
    init(_ events: Events.Continuation, total: Int64, clock: any Clock<Duration>) {
        self.events = events
        self.total = total
        stopwatch = Self.stopwatch(clock)
        state = Mutex(State(meter: RateMeter(total: total)))
    }

    /// So many bytes of the present file are there.
    func advance(to bytes: Int64) {
        let moment = stopwatch()
        let progress = state.withLock { state in
            state.bytes = bytes
            return state.meter.progress(bytes: state.base + bytes, at: moment)
        }
        if let progress {
            events.yield(.downloading(progress))
        }
    }

    /// The present file is compared with its checksum, which was computed while it arrived. Told of the last one only:
    /// whoever looks on sees one download, then one comparison.
    func verify() {
        if state.withLock({ $0.base + $0.bytes == total }) {
            events.yield(.verifying(fraction: 1))
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
