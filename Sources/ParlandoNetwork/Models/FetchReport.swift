import ParlandoCore
import Synchronization

/// Reports the progress of a fetch, combined over all its files. Thread-safe.
final class FetchReport: Sendable {
    typealias Events = AsyncThrowingStream<ModelFetchEvent, any Error>

    private struct State {
        var meter: RateMeter
        /// Number of bytes of the current file.
        var bytes: Int64 = 0
        /// Number of bytes of the files before the current one.
        var base: Int64 = 0
    }

    private let events: Events.Continuation
    private let total: Int64
    private let stopwatch: @Sendable () -> Duration
    private let state: Mutex<State>

    /// - Parameter total: number of bytes of all files together.
    init(_ events: Events.Continuation, total: Int64, clock: any Clock<Duration>) {
        self.events = events
        self.total = total
        stopwatch = Self.stopwatch(clock)
        state = Mutex(State(meter: RateMeter(total: total)))
    }

    /// Reports the number of bytes of the current file that have arrived.
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

    /// Reports the verification of the checksums, if the current file is the last one. Observers see one download and
    /// then one verification, although each checksum was computed while its file arrived.
    func verify() {
        if state.withLock({ $0.base + $0.bytes == total }) {
            events.yield(.verifying(fraction: 1))
        }
    }

    /// Adds a completed file to the total. Later calls of `advance` refer to the next file.
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
