import ParlandoCore

/// Converts the display server's timestamps of input events, in milliseconds, to the monotonic clock.
///
/// An event is received after it occurred, and much later if a frame was being drawn. The smallest delay so far is
/// taken as the offset between the clocks, so that an event with a longer delay does not seem late.
struct EventClock {
    /// Mean error in seconds of timestamps that are truncated to whole milliseconds.
    private static let cutOff = 0.0005
    /// Seconds between an event's time and its expected time at which the server's clock must have been reset.
    private static let jump = 2.0
    /// Maximum rate, in seconds per second, at which the offset may increase. It allows for clock drift.
    private static let drift = 50e-6

    private var last: UInt32?
    /// Milliseconds since the first event. Unlike the server's 32-bit counter, they do not overflow every 49 days.
    private var elapsed: Int64 = 0
    private var origin: HostTime?
    /// Seconds to add to `elapsed` to get the monotonic time since the first event.
    private var offset = 0.0
    private var lastReceived: HostTime?

    /// - Parameters:
    ///   - stamp: milliseconds, modulo 2³², or 0 if the event has none.
    ///   - received: when the program received the event.
    mutating func moment(of stamp: UInt32, received: HostTime) -> HostTime {
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

/// Computes a tempo from taps: the median of the latest intervals, so that a single slip has no effect. If the last two
/// agree and differ from those before them, the user has changed the tempo, and only these two count.
struct TapTempo {
    /// Seconds after which a tap starts anew: longer than a beat at 20 BPM (3 s).
    private static let pause = 3.5
    private static let most = 8
    /// Maximum ratio of two intervals of the same tempo. People tap with a spread of 2–4 % of the interval (Repp,
    /// "Sensorimotor synchronization", 2005), so two intervals rarely differ by more than 12 %.
    private static let sameTempo = 1.12

    private var taps: [HostTime] = []

    /// The tempo in whole beats per minute; nil if the tap starts a new measurement.
    mutating func tap(at time: HostTime) -> Tempo? {
        if let last = taps.last, time.seconds(since: last) > Self.pause || time <= last {
            taps = []
        }
        taps = taps.suffix(Self.most) + [time]
        var intervals = zip(taps, taps.dropFirst()).map { $1.seconds(since: $0) }
        if Self.hasChanged(intervals) {
            taps = taps.suffix(3)
            intervals = intervals.suffix(2)
        }
        return intervals.median.map { Tempo(clamping: (60 / $0).rounded()) }
    }

    private static func hasChanged(_ intervals: [Double]) -> Bool {
        guard let former = intervals.dropLast(2).median else {
            return false
        }
        let latest = intervals.suffix(2)
        let ratio = { (one: Double, other: Double) in max(one, other) / min(one, other) }
        let (low, high) = (latest.min() ?? former, latest.max() ?? former)
        return ratio(low, high) <= sameTempo && latest.allSatisfy { ratio($0, former) > sameTempo }
            && (low > former) == (high > former)
    }
}
