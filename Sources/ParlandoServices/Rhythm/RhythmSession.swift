import ParlandoCore

/// Something the trainer does from a command to its end: an exercise, learning, a calibration. Owned by one loop, which
/// alone reports it.
protocol RhythmSession: Sendable {
    /// Whether nothing more can come.
    var isOver: Bool { get }
    /// When it wants to be woken next; nil: what happens wakes it.
    var wake: HostTime? { get }

    mutating func begin()
    mutating func handle(_ event: RhythmSessionEvent)
}

/// What every session is given.
struct RhythmTools: Sendable {
    let transport: any AudioTransport
    let clock: any MonotonicClock
    let outbox: Outbox<RhythmEvent>
    /// Where everything that happens to the session arrives.
    let door: AsyncStream<RhythmSessionEvent>.Continuation
}
