import ParlandoCore
import ParlandoServices

/// The place of the sound as it is shown: it waits rather than go back.
///
/// A line that is fitted anew may put the sound some milliseconds before a place that was already shown. Were that
/// followed, a digit that just appeared would vanish again for a frame. Pure.
struct ForwardBeat {
    /// Ticks, half a beat: what goes back further has begun anew.
    private static let longestWait = Double(NoteValue.ticksPerBeat) / 2

    private var clock: BeatClock?
    private var shown = -Double.infinity

    /// Ticks since the first beat of the exercise, to be shown at that moment.
    mutating func tick(at time: HostTime, by clock: BeatClock) -> Double {
        let tick = clock.tick(at: time)
        let goesOn = self.clock.map { $0.firstClick == clock.firstClick && $0.startTick == clock.startTick } ?? false
        self.clock = clock
        shown = goesOn && tick > shown - Self.longestWait ? max(tick, shown) : tick
        return shown
    }
}
