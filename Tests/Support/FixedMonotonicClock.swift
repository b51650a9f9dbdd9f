public import ParlandoCore

/// Monotonic clock that always shows the same time.
public struct FixedMonotonicClock: MonotonicClock {
    public let now: HostTime

    public init(_ now: HostTime = HostTime(nanoseconds: 1)) {
        self.now = now
    }
}
