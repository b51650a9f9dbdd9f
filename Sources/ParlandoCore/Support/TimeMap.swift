public import Foundation

/// A clock fit: maps the frames of an audio stream to the monotonic clock and back. Frame `anchorFrame` is played or
/// captured at `anchorTime`, and `rate` frames follow per second.
public struct TimeMap: Sendable, Equatable {
    /// Largest `uncertainty` in seconds with which strokes are graded and latencies calibrated. The best players vary
    /// by ten times as much.
    public static let steady = 0.0005

    /// A frame whose time is known; may be fractional.
    public let anchorFrame: Double
    /// Time of `anchorFrame`.
    public let anchorTime: HostTime
    /// Measured frames per second: near the nominal rate, but never equal to it.
    public let rate: Double
    /// Standard deviation of `anchorTime` in seconds; 0 if it is exact.
    public let uncertainty: Double
    /// Standard deviation of `rate`, as a fraction of it.
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

    /// Whether strokes can be graded finally and latencies calibrated.
    public var isSteady: Bool {
        uncertainty <= Self.steady
    }

    /// May be fractional.
    public func frame(at time: HostTime) -> Double {
        anchorFrame + time.seconds(since: anchorTime) * rate
    }

    /// The time at which a frame is played or captured.
    public func time(of frame: Double) -> HostTime {
        anchorTime.advanced(by: (frame - anchorFrame) / rate)
    }
}

/// A time of `CLOCK_MONOTONIC`, which never jumps. Each event gets it where it occurs, and keeps it.
public struct HostTime: Sendable, Hashable, Comparable {
    /// Since an origin that stays until the computer restarts. At most ±73 years, so that sums and differences do not
    /// overflow.
    public let nanoseconds: Int64

    private static let range = -(Int64(1) << 61)...Int64(1) << 61

    public init(nanoseconds: Int64) {
        self.nanoseconds = min(max(nanoseconds, Self.range.lowerBound), Self.range.upperBound)
    }

    /// The time that is `seconds` later.
    public func advanced(by seconds: Double) -> HostTime {
        HostTime(nanoseconds: nanoseconds + Int64((seconds * 1e9).rounded(), within: Self.range))
    }

    /// Negative if `earlier` is later.
    public func seconds(since earlier: HostTime) -> Double {
        Double(nanoseconds - earlier.nanoseconds) * 1e-9
    }

    public static func < (left: HostTime, right: HostTime) -> Bool {
        left.nanoseconds < right.nanoseconds
    }
}

/// Port: the monotonic clock.
public protocol MonotonicClock: Sendable {
    /// Realtime-safe.
    var now: HostTime { get }
}

/// Port: the current date and time.
public protocol WallClock: Sendable {
    var now: Date { get }
}
