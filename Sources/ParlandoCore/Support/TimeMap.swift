/// Joins a stream's frames to the monotonic clock by a straight line: the loudspeaker plays, or the microphone hears,
/// frame `anchorFrame` at `anchorTime`, and `rate` frames a second before and after it.
public struct TimeMap: Sendable, Equatable {
    /// A frame of the stream; may be fractional.
    public let anchorFrame: Double
    /// The moment of that frame.
    public let anchorTime: HostTime
    /// True frames a second by the monotonic clock: close to the nominal rate of the device, never quite it.
    public let rate: Double

    public init(anchorFrame: Double, anchorTime: HostTime, rate: Double) {
        self.anchorFrame = anchorFrame
        self.anchorTime = anchorTime
        self.rate = rate
    }

    /// The frame at a moment, fractional.
    public func frame(at time: HostTime) -> Double {
        anchorFrame + time.seconds(since: anchorTime) * rate
    }

    /// The moment of a frame.
    public func time(of frame: Double) -> HostTime {
        anchorTime.advanced(by: (frame - anchorFrame) / rate)
    }
}
