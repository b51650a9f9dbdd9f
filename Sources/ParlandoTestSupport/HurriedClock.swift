/// A real clock that runs faster: waits are as long as they are said to be, for a thousandth of the time.
public struct HurriedClock: Clock {
    /// A moment of this clock.
    public struct Instant: InstantProtocol {
        fileprivate var real: ContinuousClock.Instant
        fileprivate let speed: Int

        /// The moment so much later.
        public func advanced(by duration: Duration) -> Instant {
            Instant(real: real.advanced(by: duration / speed), speed: speed)
        }

        /// How long it is until another moment.
        public func duration(to other: Instant) -> Duration {
            real.duration(to: other.real) * speed
        }

        /// Whether one moment comes before the other.
        public static func < (left: Instant, right: Instant) -> Bool {
            left.real < right.real
        }
    }

    private let speed: Int

    /// - Parameter speed: how many of its seconds pass in one.
    public init(speed: Int = 1000) {
        self.speed = speed
    }

    /// Now.
    public var now: Instant { Instant(real: ContinuousClock.now, speed: speed) }

    /// As fine as the real clock.
    public var minimumResolution: Duration { .nanoseconds(1) }

    /// Waits. Throws `CancellationError`.
    public func sleep(until deadline: Instant, tolerance: Duration?) async throws {
        try await ContinuousClock().sleep(until: deadline.real, tolerance: tolerance.map { $0 / speed })
    }
}
