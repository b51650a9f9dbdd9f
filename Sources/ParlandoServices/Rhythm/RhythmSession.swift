import ParlandoCore

/// One activity of the rhythm trainer from start to end: an exercise, learning an instrument, or a calibration. A
/// single loop owns it and reports its events.
protocol RhythmSession: Sendable {
    /// Whether the session has ended, so that no more events can follow.
    var isOver: Bool { get }
    /// Time at which the session wants to be woken next, or nil if only events wake it.
    var wake: HostTime? { get }

    mutating func begin()
    mutating func handle(_ event: RhythmSessionEvent)
}

/// The dependencies that every session is given.
struct RhythmTools: Sendable {
    let transport: any AudioTransport
    let clock: any MonotonicClock
    let outbox: Outbox<RhythmEvent>
    /// Continuation through which all events reach the session.
    let door: AsyncStream<RhythmSessionEvent>.Continuation
}
