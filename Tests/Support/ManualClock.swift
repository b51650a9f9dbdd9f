public import Foundation
public import ParlandoCore
import Synchronization

/// Clock that a test advances by hand, or that advances itself so that no sleep waits.
public final class ManualClock: Clock {
    /// Instant of this clock.
    public struct Instant: InstantProtocol {
        public var offset: Duration

        /// Returns the instant that is later by a duration.
        public func advanced(by duration: Duration) -> Instant {
            Instant(offset: offset + duration)
        }

        public func duration(to other: Instant) -> Duration {
            other.offset - offset
        }

        /// Returns whether the first instant is earlier than the second.
        public static func < (left: Instant, right: Instant) -> Bool {
            left.offset < right.offset
        }
    }

    private struct Sleeper {
        let deadline: Instant
        let wake: CheckedContinuation<Void, any Error>
    }

    private struct Watcher {
        let count: Int
        /// Duration of sleeps that are not counted, or nil to count all sleeps.
        let passedOver: Duration?
        let wake: CheckedContinuation<Void, Never>

        func isServed(by sleeps: [Duration]) -> Bool {
            sleeps.count { $0 != passedOver } >= count
        }
    }

    private struct State {
        var now = Instant(offset: .zero)
        var sleeps: [Duration] = []
        var sleepers: [Int: Sleeper] = [:]
        var cancelled: Set<Int> = []
        var nextSleeper = 0
        var watchers: [Watcher] = []
    }

    private let advancesItself: Bool
    private let state = Mutex(State())

    /// - Parameter advancesItself: whether each sleep moves the time to its end instead of waiting.
    public init(advancesItself: Bool) {
        self.advancesItself = advancesItself
    }

    /// The current instant, as set by the test.
    public var now: Instant {
        state.withLock { $0.now }
    }

    public var minimumResolution: Duration { .zero }

    public var sleeps: [Duration] {
        state.withLock { $0.sleeps }
    }

    /// Waits until the test has advanced the time to the deadline. Throws `CancellationError`.
    public func sleep(until deadline: Instant, tolerance: Duration?) async throws {
        try Task.checkCancellation()
        let key = state.withLock { state in
            state.sleeps.append(state.now.duration(to: deadline))
            state.nextSleeper += 1
            if advancesItself {
                state.now = max(state.now, deadline)
            }
            return state.nextSleeper
        }
        guard !advancesItself else {
            tellWatchers()
            return
        }
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { wake in
                enter(Sleeper(deadline: deadline, wake: wake), key: key)
            }
        } onCancel: {
            let sleeper = state.withLock { state in
                state.cancelled.insert(key)
                return state.sleepers.removeValue(forKey: key)
            }
            sleeper?.wake.resume(throwing: CancellationError())
        }
    }

    /// Advances the time and resumes the sleeps whose deadline has passed.
    public func advance(by duration: Duration) {
        let woken = state.withLock { state in
            state.now = state.now.advanced(by: duration)
            let due = state.sleepers.filter { $0.value.deadline <= state.now }
            due.keys.forEach { state.sleepers[$0] = nil }
            return due.values.sorted { $0.deadline < $1.deadline }
        }
        woken.forEach { $0.wake.resume() }
    }

    /// Returns once the given number of sleeps have begun since the clock was created.
    ///
    /// - Parameter passedOver: duration of sleeps that are not counted, such as a timeout that may never begin.
    public func hasBegun(sleeps count: Int, otherThan passedOver: Duration? = nil) async {
        await withCheckedContinuation { wake in
            state.withLock { $0.watchers.append(Watcher(count: count, passedOver: passedOver, wake: wake)) }
            tellWatchers()
        }
    }

    private func enter(_ sleeper: Sleeper, key: Int) {
        let isCancelled = state.withLock { state in
            guard !state.cancelled.contains(key) else {
                return true
            }
            state.sleepers[key] = sleeper
            return false
        }
        if isCancelled {
            sleeper.wake.resume(throwing: CancellationError())
        }
        advance(by: .zero)
        tellWatchers()
    }

    private func tellWatchers() {
        let told = state.withLock { state in
            let due = state.watchers.filter { $0.isServed(by: state.sleeps) }
            state.watchers.removeAll { $0.isServed(by: state.sleeps) }
            return due
        }
        told.forEach { $0.wake.resume() }
    }
}

/// Clock that runs faster than real time, by default by a factor of 1000, so that waits are short.
public struct HurriedClock: Clock {
    /// Instant of this clock.
    public struct Instant: InstantProtocol {
        fileprivate var real: ContinuousClock.Instant
        fileprivate let speed: Int

        /// Returns the instant that is later by a duration.
        public func advanced(by duration: Duration) -> Instant {
            Instant(real: real.advanced(by: duration / speed), speed: speed)
        }

        public func duration(to other: Instant) -> Duration {
            real.duration(to: other.real) * speed
        }

        /// Returns whether the first instant is earlier than the second.
        public static func < (left: Instant, right: Instant) -> Bool {
            left.real < right.real
        }
    }

    private let speed: Int

    /// - Parameter speed: factor by which the clock is faster than real time.
    public init(speed: Int = 1000) {
        self.speed = speed
    }

    public var now: Instant { Instant(real: ContinuousClock.now, speed: speed) }

    /// Resolution of the clock, one nanosecond as with the real one.
    public var minimumResolution: Duration { .nanoseconds(1) }

    /// Waits until a deadline. Throws `CancellationError`.
    public func sleep(until deadline: Instant, tolerance: Duration?) async throws {
        try await ContinuousClock().sleep(until: deadline.real, tolerance: tolerance.map { $0 / speed })
    }
}

/// Wall clock that always shows the same time.
public struct FixedClock: WallClock {
    public let now: Date

    public init(_ now: Date = Date(timeIntervalSince1970: 1_700_000_000)) {
        self.now = now
    }
}

/// Wall clock that a test moves.
public final class MovableClock: WallClock {
    private let seconds = Mutex(1_000_000.0)

    public init() {}

    public var now: Date { Date(timeIntervalSince1970: seconds.withLock { $0 }) }

    public func move(_ seconds: Double) {
        self.seconds.withLock { $0 += seconds }
    }
}

/// Monotonic clock that always shows the same time.
public struct FixedMonotonicClock: MonotonicClock {
    public let now: HostTime

    public init(_ now: HostTime = HostTime(nanoseconds: 1)) {
        self.now = now
    }
}

/// Monotonic clock of a test that follows a `ManualClock`.
public struct ManualHostClock: MonotonicClock {
    private let clock: ManualClock

    public init(_ clock: ManualClock) {
        self.clock = clock
    }

    public var now: HostTime {
        let offset = clock.now.offset.components
        return HostTime(nanoseconds: 1 + offset.seconds * 1_000_000_000 + offset.attoseconds / 1_000_000_000)
    }
}
