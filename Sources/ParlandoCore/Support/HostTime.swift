/// A moment on this computer's monotonic clock (`CLOCK_MONOTONIC`), which never jumps. Stamped once, at the edge where
/// something happens, and passed on from there.
public struct HostTime: Sendable, Hashable, Comparable {
    /// Nanoseconds since an origin that is the same for every moment until the computer starts again. Within 73 years of
    /// it, whatever a driver reports, so that no difference or sum of two overflows.
    public let nanoseconds: Int64

    private static let range = -(Int64(1) << 61)...Int64(1) << 61

    public init(nanoseconds: Int64) {
        self.nanoseconds = min(max(nanoseconds, Self.range.lowerBound), Self.range.upperBound)
    }

    /// The moment `seconds` later, or earlier when negative.
    public func advanced(by seconds: Double) -> HostTime {
        HostTime(nanoseconds: nanoseconds + Int64((seconds * 1e9).rounded(), within: Self.range))
    }

    /// Seconds from `earlier` to this moment; negative when `earlier` is later.
    public func seconds(since earlier: HostTime) -> Double {
        Double(nanoseconds - earlier.nanoseconds) * 1e-9
    }

    /// Earlier comes before later.
    public static func < (left: HostTime, right: HostTime) -> Bool {
        left.nanoseconds < right.nanoseconds
    }
}

/// Port: the monotonic clock.
public protocol MonotonicClock: Sendable {
    /// What time it is now. Realtime-safe: yes.
    var now: HostTime { get }
}
