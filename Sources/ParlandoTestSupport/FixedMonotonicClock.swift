public import ParlandoCore

/// A clock that stands still.
public struct FixedMonotonicClock: MonotonicClock {
    public let now: HostTime

    public init(_ now: HostTime = HostTime(nanoseconds: 1)) {
        self.now = now
    }
}
