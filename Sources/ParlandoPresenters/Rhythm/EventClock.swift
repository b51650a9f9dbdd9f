public import ParlandoCore

/// Joins the display server's clock, which stamps keys and pointers in milliseconds, to the monotonic clock.
///
/// An event is always received after it happened, sometimes much later: a frame was being drawn. The smallest time on
/// the way that was ever seen is the offset of the two clocks; what an event took longer than that is not its fault.
public struct EventClock: Sendable {
    /// Server time is cut off to whole milliseconds: on average half of one is missing.
    private static let cutOff = 0.0005
    /// Events more seconds apart from what the clock says belong to a clock that was set anew.
    private static let jump = 2.0
    /// Two clocks drift apart; so much is forgiven for each second, in seconds.
    private static let drift = 50e-6

    private var last: UInt32?
    /// Server milliseconds since the first event; the server's 32 bits overflow every 49 days.
    private var elapsed: Int64 = 0
    private var origin: HostTime?
    /// Seconds to add to the server's time since the first event.
    private var offset = 0.0
    private var lastReceived: HostTime?

    public init() {}

    /// The moment at which an event happened.
    ///
    /// - Parameters:
    ///   - stamp: the event's own time in milliseconds, modulo 2³²; 0: it has none.
    ///   - received: when the program got it.
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
