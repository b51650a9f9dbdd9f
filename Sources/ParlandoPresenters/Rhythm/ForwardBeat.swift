import ParlandoCore
import ParlandoServices

/// Computes the playback position that is drawn. The position never moves backwards by a small amount; it stands still
/// instead.
///
/// A new estimate of the audio device's clock may place the sound some milliseconds before the position that was drawn
/// last. If the drawing followed, a digit that has just appeared would vanish again for a frame. This type has no side
/// effects.
struct ForwardBeat {
    /// Maximum backward step, in ticks (twelfths of a beat), that is suppressed: half a beat. A larger step means that
    /// playing has started anew.
    private static let longestWait = Double(NoteValue.ticksPerBeat) / 2

    private var clock: BeatClock?
    private var shown = -Double.infinity

    /// Returns the position to draw at this time, in ticks (twelfths of a beat) since the first beat of the exercise.
    mutating func tick(at time: HostTime, by clock: BeatClock) -> Double {
        let tick = clock.tick(at: time)
        let goesOn = self.clock.map { $0.firstClick == clock.firstClick && $0.startTick == clock.startTick } ?? false
        self.clock = clock
        shown = goesOn && tick > shown - Self.longestWait ? max(tick, shown) : tick
        return shown
    }
}
