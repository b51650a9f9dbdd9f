/// A linear relation ("clock fit") between the frames of an audio stream and the computer's monotonic clock. The frame
/// `anchorFrame` is played or captured at `anchorTime`, and `rate` frames follow per second.
public struct TimeMap: Sendable, Equatable {
    /// Maximum `uncertainty`, in seconds, with which strokes are graded and latencies are calibrated. The timing of the
    /// best players varies by ten times as much.
    public static let steady = 0.0005

    /// Number of the frame that is played or captured at `anchorTime`. May be fractional.
    public let anchorFrame: Double
    /// Time at which the frame `anchorFrame` is played or captured.
    public let anchorTime: HostTime
    /// Measured sample rate: frames per second of the monotonic clock. Close to the device's nominal rate, but never
    /// exactly equal.
    public let rate: Double
    /// Standard deviation of `anchorTime` in seconds; 0 if the relation is known exactly.
    public let uncertainty: Double
    /// Standard deviation of `rate`, as a fraction of `rate`.
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

    /// Whether the relation is accurate enough to grade strokes finally and to calibrate latencies.
    public var isSteady: Bool {
        uncertainty <= Self.steady
    }

    /// Returns the number of the frame that is played or captured at a time. May be fractional.
    public func frame(at time: HostTime) -> Double {
        anchorFrame + time.seconds(since: anchorTime) * rate
    }

    /// Returns the time at which a frame is played or captured.
    public func time(of frame: Double) -> HostTime {
        anchorTime.advanced(by: (frame - anchorFrame) / rate)
    }
}

/// A time of this computer's monotonic clock (`CLOCK_MONOTONIC`), which never jumps. Each event gets its timestamp
/// where it occurs, and keeps this timestamp when it is passed on.
public struct HostTime: Sendable, Hashable, Comparable {
    /// Nanoseconds since the clock's origin, which stays the same until the computer restarts. Limited to ±73 years, so
    /// that sums and differences of two times cannot overflow.
    public let nanoseconds: Int64

    private static let range = -(Int64(1) << 61)...Int64(1) << 61

    public init(nanoseconds: Int64) {
        self.nanoseconds = min(max(nanoseconds, Self.range.lowerBound), Self.range.upperBound)
    }

    /// Returns the time that is `seconds` later, or earlier if `seconds` is negative.
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

/// Port: the computer's monotonic clock.
public protocol MonotonicClock: Sendable {
    /// The current time of the monotonic clock. Realtime-safe.
    var now: HostTime { get }
}
