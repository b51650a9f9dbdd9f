/// A clock fit: a linear relation between a stream's frames and the monotonic clock. Frame `anchorFrame` is heard, or
/// captured, at `anchorTime`, and `rate` frames follow per second.
public struct TimeMap: Sendable, Equatable {
    /// A frame of the stream. May be fractional.
    public let anchorFrame: Double
    /// Time at which the anchor frame is heard or captured.
    public let anchorTime: HostTime
    /// Measured sample rate in Hz of the monotonic clock. Close to the device's nominal rate, but never exactly equal.
    public let rate: Double

    public init(anchorFrame: Double, anchorTime: HostTime, rate: Double) {
        self.anchorFrame = anchorFrame
        self.anchorTime = anchorTime
        self.rate = rate
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
