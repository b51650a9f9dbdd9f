public import ParlandoCore

/// Converts the display server's timestamps of key and pointer events, in milliseconds, to times of the monotonic
/// clock.
///
/// The program always receives an event after it occurred, and sometimes much later because a frame was being drawn.
/// The smallest delay observed so far is taken as the offset between the two clocks. An event with a longer delay then
/// does not seem late.
public struct EventClock: Sendable {
    /// Mean error, in seconds, of the display server's timestamps, which are truncated to whole milliseconds.
    private static let cutOff = 0.0005
    /// Minimum difference in seconds between an event's time and its expected time at which the server's clock is
    /// assumed to have been reset.
    private static let jump = 2.0
    /// Maximum rate at which the offset between the two clocks may increase, in seconds per second. It allows for clock
    /// drift.
    private static let drift = 50e-6

    private var last: UInt32?
    /// Display server time since the first event, in milliseconds. Unlike the server's 32-bit counter, this value does
    /// not overflow every 49 days.
    private var elapsed: Int64 = 0
    private var origin: HostTime?
    /// Seconds to add to the display server time since the first event to get the monotonic time since then.
    private var offset = 0.0
    private var lastReceived: HostTime?

    public init() {}

    /// Returns the time of the monotonic clock at which an event occurred.
    ///
    /// - Parameters:
    ///   - stamp: the event's timestamp in milliseconds, modulo 2³², or 0 if the event has none.
    ///   - received: the time at which the program received the event.
    public mutating func moment(of stamp: UInt32, received: HostTime) -> HostTime {
        guard stamp != 0 else {
            return received
        }
        guard let last, let origin, let lastReceived else {
            return begin(at: stamp, received: received)
        }
        elapsed += Int64(Int32(bitPattern: stamp &- last))
        self.last = stamp
        let seconds = Double(elapsed) / 1000
        let seen = received.seconds(since: origin) - seconds
        guard abs(seen - offset) < Self.jump else {
            return begin(at: stamp, received: received)
        }
        offset = min(seen, offset + max(0, received.seconds(since: lastReceived)) * Self.drift)
        self.lastReceived = received
        let moment = origin.advanced(by: seconds + offset + Self.cutOff)
        return min(moment, received)
    }

    private mutating func begin(at stamp: UInt32, received: HostTime) -> HostTime {
        last = stamp
        elapsed = 0
        origin = received
        lastReceived = received
        offset = 0
        return received
    }
}
