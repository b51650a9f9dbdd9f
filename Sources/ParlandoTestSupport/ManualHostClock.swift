public import ParlandoCore

/// The monotonic clock of a test: it stands where a manual clock stands.
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
