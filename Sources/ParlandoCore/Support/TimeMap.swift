/// A clock fit: a linear relation between a stream's frames and the monotonic clock. Frame `anchorFrame` is heard, or
/// captured, at `anchorTime`, and `rate` frames follow per second.
public struct TimeMap: Sendable, Equatable {
    /// Largest standard deviation in seconds of a time that a stroke is judged or a latency is calibrated by. A
    /// player's best strokes deviate by ten times as much.
    public static let steady = 0.0005

    /// Frame of the stream that is heard or captured at `anchorTime`. May be fractional.
    public let anchorFrame: Double
    /// Time at which the anchor frame is heard or captured.
    public let anchorTime: HostTime
    /// Measured sample rate in Hz of the monotonic clock. Close to the device's nominal rate, but never exactly equal.
    public let rate: Double
    /// Standard deviation of `anchorTime` in seconds; 0 if the relation is known exactly.
    public let uncertainty: Double
    /// Relative standard deviation of `rate`.
    public let rateUncertainty: Double

    public init(
        anchorFrame: Double, anchorTime: HostTime, rate: Double, uncertainty: Double = 0, rateUncertainty: Double = 0
    ) {
        self.anchorFrame = anchorFrame
        self.anchorTime = anchorTime
        self.rate = rate
        self.uncertainty = uncertainty
        self.rateUncertainty = rateUncertainty
    }

    /// Whether the relation is accurate enough for final judgements.
    public var isSteady: Bool {
        uncertainty <= Self.steady
    }

    /// Returns the frame at a time. May be fractional.
    public func frame(at time: HostTime) -> Double {
        anchorFrame + time.seconds(since: anchorTime) * rate
    }

    /// Returns the time of a frame.
    public func time(of frame: Double) -> HostTime {
        anchorTime.advanced(by: (frame - anchorFrame) / rate)
    }
}

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
