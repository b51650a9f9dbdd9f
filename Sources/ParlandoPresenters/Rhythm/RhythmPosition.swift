import ParlandoCore
import ParlandoServices

/// The position in the exercise, for the parts of the page that move with the beat. Computed for each frame.
public struct RhythmPosition: Sendable, Equatable {
    /// 4, 3, 2, 1 during the count-in of a bar of four beats.
    public var digit: Int?
    /// Counted from 0; nil if nothing is playing.
    public var beat: Int?
    /// Counted from 0; during the count-in, the bar that comes next.
    public var bar: Int
    /// Position in the bar: fractional, and negative during the count-in.
    public var tick: Double
    /// As many as `digit` during the count-in, then only the one of the current beat.
    public var litLamps: Range<Int> {
        digit.map { 0..<$0 } ?? beat.map { $0..<$0 + 1 } ?? 0..<0
    }

    public var secondsToBeat = 0.0

    /// The count-in counts down, the beats of a bar count up from 1. Empty if nothing is playing.
    public var text: String {
        (digit ?? beat.map { $0 + 1 }).map(String.init) ?? ""
    }

    public static let nowhere = RhythmPosition(digit: nil, beat: nil, bar: 0, tick: 0)
}

extension RhythmPosition {
    /// - Parameter tick: from the first beat; negative before it.
    init(tick: Double, by clock: BeatClock) {
        let (beats, startTick) = (clock.meter.beats, clock.startTick)
        let ticksPerBeat = Double(clock.meter.beatTicks)
        let ticksPerBar = Double(clock.meter.ticksPerBar)
        let tempo = clock.course.tempo(atTick: Int(max(tick, Double(startTick))))
        let since = tick - Double(startTick)
        secondsToBeat = ((since / ticksPerBeat).rounded(.down) + 1 - since / ticksPerBeat) * tempo.secondsPerBeat
        // Without a count-in, the clicks before `startTick` are those of another tempo.
        if tick < 0 || since < 0 && clock.countsIn {
            let counted = beats + Int((since / ticksPerBeat).rounded(.down))
            let isCounting = clock.countsIn && counted >= 0
            digit = isCounting ? beats - counted : nil
            beat = isCounting ? counted : nil
            bar = Int(Double(startTick) / ticksPerBar)
            self.tick = since + Double(startTick).truncatingRemainder(dividingBy: ticksPerBar)
        } else {
            digit = nil
            bar = Int(tick / ticksPerBar)
            self.tick = tick - Double(bar) * ticksPerBar
            beat = min(Int(self.tick / ticksPerBeat), beats - 1)
        }
    }
}

/// Computes the position that is drawn. It never moves backwards by a small amount.
///
/// A new clock fit may place the sound some milliseconds before the position that was drawn last. A digit that has just
/// appeared would then vanish again for a frame.
struct ForwardBeat {
    /// Ticks of a backward step that is suppressed. A larger one means that playing has started anew.
    private static let longestWait = 60.0

    private var clock: BeatClock?
    private var shown = -Double.infinity

    mutating func tick(at time: HostTime, by clock: BeatClock) -> Double {
        let tick = clock.tick(at: time)
        let goesOn = self.clock.map { $0.firstClick == clock.firstClick && $0.startTick == clock.startTick } ?? false
        self.clock = clock
        shown = goesOn && tick > shown - Self.longestWait ? max(tick, shown) : tick
        return shown
    }
}
