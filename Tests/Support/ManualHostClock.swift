public import ParlandoCore

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
