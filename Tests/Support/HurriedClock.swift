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

        /// Returns the duration to another instant.
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

    /// The current instant.
    public var now: Instant { Instant(real: ContinuousClock.now, speed: speed) }

    /// Resolution of the clock, one nanosecond as with the real one.
    public var minimumResolution: Duration { .nanoseconds(1) }

    /// Waits until a deadline. Throws `CancellationError`.
    public func sleep(until deadline: Instant, tolerance: Duration?) async throws {
        try await ContinuousClock().sleep(until: deadline.real, tolerance: tolerance.map { $0 / speed })
    }
}
