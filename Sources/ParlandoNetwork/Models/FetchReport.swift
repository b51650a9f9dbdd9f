import Glibc
import ParlandoCore
import Synchronization

/// Reports the progress of a fetch, combined over all its files. Thread-safe.
final class FetchReport: Sendable {
    typealias Events = AsyncThrowingStream<ModelFetchEvent, any Error>

    private struct State {
        var meter: RateMeter
        var bytes: Int64 = 0
        /// Of the files before the current one.
        var base: Int64
        var retry = 0
    }

    private let events: Events.Continuation
    private let total: Int64
    private let stopwatch: @Sendable () -> Duration
    private let state: Mutex<State>

    /// - Parameter files: the largest comes last. Only that one is counted, so that the sizes agree with what the user
    ///   was told.
    init(_ events: Events.Continuation, _ files: [SpeechModel], clock: any Clock<Duration>) {
        self.events = events
        total = files.last?.bytes ?? 0
        stopwatch = Self.stopwatch(clock)
        state = Mutex(State(meter: RateMeter(total: total), base: -files.dropLast().reduce(0) { $0 + $1.bytes }))
    }

    func advance(to bytes: Int64) {
        let moment = stopwatch()
        let progress = state.withLock { state in
            state.bytes = bytes
            var progress = state.meter.progress(bytes: max(0, state.base + bytes), at: moment)
            progress?.retry = state.retry
            return progress
        }
        if let progress {
            events.yield(.downloading(progress))
        }
    }

    /// Only for the last file. Each checksum was computed while its file arrived.
    func verify() {
        if state.withLock({ $0.base + $0.bytes == total }) {
            events.yield(.verifying(fraction: 1))
        }
    }

    func finishFile(bytes: Int64) {
        state.withLock { state in
            state.base += bytes
            state.retry = 0
        }
    }

    /// - Parameter number: from 1.
    func retry(_ number: Int, after wait: Double, _ error: ModelError) {
        events.yield(.retrying(after: wait, error))
        let bytes = state.withLock { state in
            state.retry = number
            return max(0, state.base + state.bytes)
        }
        events.yield(.downloading(TransferProgress(bytes: bytes, total: total, rate: 0, retry: number)))
    }

    private static func stopwatch<C: Clock<Duration>>(_ clock: C) -> @Sendable () -> Duration {
        let start = clock.now
        return { start.duration(to: clock.now) }
    }
}

/// Turns byte counts into progress reports, at most ten a second, with a smoothed rate.
struct RateMeter {
    /// In seconds.
    private static let interval = 0.1
    /// Time constant of the rate's exponential smoothing, in seconds.
    private static let memory = 3.0

    private let total: Int64
    private var last: (bytes: Int64, seconds: Double)?
    private var rate = 0.0
    private var isFirst = true

    init(total: Int64) {
        self.total = total
    }

    /// Returns nil if the previous report is too recent. Bytes that were present at the first call were downloaded
    /// earlier and do not count for the rate.
    mutating func progress(bytes: Int64, at moment: Duration) -> TransferProgress? {
        let seconds = moment / .seconds(1)
        guard let last, bytes >= last.bytes else {
            self.last = (bytes, seconds)
            return TransferProgress(bytes: bytes, total: total, rate: rate)
        }
        let elapsed = seconds - last.seconds
        guard elapsed >= Self.interval else {
            return nil
        }
        let now = Double(bytes - last.bytes) / elapsed
        let weight = isFirst ? 1 : 1 - exp(-elapsed / Self.memory)
        rate += weight * (now - rate)
        isFirst = false
        self.last = (bytes, seconds)
        return TransferProgress(bytes: bytes, total: total, rate: rate)
    }
}
