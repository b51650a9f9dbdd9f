public import ParlandoCore

/// Converts the display server's timestamps of key and pointer events, in milliseconds, to the monotonic clock.
///
/// An event is always received after it occurred, and sometimes much later because a frame was being drawn. The
/// smallest delay ever observed is taken as the offset between the two clocks, so that a longer delay does not make the
/// event seem late.
public struct EventClock: Sendable {
    /// Mean truncation error of the server's time, in seconds. The server truncates its time to whole milliseconds.
    private static let cutOff = 0.0005
    /// Minimum difference in seconds between an event's time and its expected time at which the server's clock is
    /// assumed to have been reset.
    private static let jump = 2.0
    /// Maximum drift between the two clocks that is tolerated, in seconds per second.
    private static let drift = 50e-6

    private var last: UInt32?
    /// Server time since the first event, in milliseconds. The server's own 32-bit counter overflows every 49 days.
    private var elapsed: Int64 = 0
    private var origin: HostTime?
    /// Seconds to add to the server time since the first event.
    private var offset = 0.0
    private var lastReceived: HostTime?

    public init() {}

    /// Returns the time at which an event occurred, by the monotonic clock.
    ///
    /// - Parameters:
    ///   - stamp: the event's timestamp in milliseconds, modulo 2³², or 0 if it has none.
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
