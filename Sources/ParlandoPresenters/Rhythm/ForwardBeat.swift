import ParlandoCore
import ParlandoServices

/// The position of the beat as it is drawn. It never moves backwards, but waits instead.
///
/// A new clock fit may place the sound some milliseconds before a position that was already drawn. Without the wait, a
/// digit that has just appeared would vanish again for a frame. This type has no side effects.
struct ForwardBeat {
    /// Maximum distance for which the position waits, in ticks: half a beat. If it moves back further, playing has
    /// started anew.
    private static let longestWait = Double(NoteValue.ticksPerBeat) / 2

    private var clock: BeatClock?
    private var shown = -Double.infinity

    /// Returns the position to draw at this time, in ticks since the first beat of the exercise.
    mutating func tick(at time: HostTime, by clock: BeatClock) -> Double {
        let tick = clock.tick(at: time)
        let goesOn = self.clock.map { $0.firstClick == clock.firstClick && $0.startTick == clock.startTick } ?? false
        self.clock = clock
        shown = goesOn && tick > shown - Self.longestWait ? max(tick, shown) : tick
        return shown
    }
}
