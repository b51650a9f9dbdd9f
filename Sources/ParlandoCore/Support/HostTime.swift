/// A time of this computer's monotonic clock (`CLOCK_MONOTONIC`), which never jumps. An event is stamped once, where it
/// occurs, and the timestamp is passed on with it.
public struct HostTime: Sendable, Hashable, Comparable {
    /// Nanoseconds since an origin that stays the same until the computer restarts. Limited to 73 years on either side,
    /// whatever a driver reports, so that no sum or difference of two times overflows.
    public let nanoseconds: Int64

    private static let range = -(Int64(1) << 61)...Int64(1) << 61

    public init(nanoseconds: Int64) {
        self.nanoseconds = min(max(nanoseconds, Self.range.lowerBound), Self.range.upperBound)
    }

    /// Returns the time `seconds` later, or earlier if negative.
    public func advanced(by seconds: Double) -> HostTime {
        HostTime(nanoseconds: nanoseconds + Int64((seconds * 1e9).rounded(), within: Self.range))
    }

    /// Returns the seconds from `earlier` to this time; negative if `earlier` is later.
    public func seconds(since earlier: HostTime) -> Double {
        Double(nanoseconds - earlier.nanoseconds) * 1e-9
    }

    /// Compares times; the earlier one is less.
    public static func < (left: HostTime, right: HostTime) -> Bool {
        left.nanoseconds < right.nanoseconds
    }
}

/// Port: the monotonic clock.
public protocol MonotonicClock: Sendable {
    /// The current time. Realtime-safe.
    var now: HostTime { get }
}
