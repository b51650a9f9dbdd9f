import ParlandoCore
import ParlandoServices

/// The current playback position in an exercise, for the parts of the page that move with the beat. Computed for each
/// frame that is drawn.
public struct RhythmPosition: Sendable, Equatable {
    /// Digit that is shown during the count-in: 4, 3, 2, 1 in a bar of four beats. Nil outside the count-in.
    public var digit: Int?
    /// Current beat of the bar, counted from 0; nil if nothing is playing.
    public var beat: Int?
    /// Index of the bar that is being played, from 0; during the count-in, index of the bar that comes next.
    public var bar: Int
    /// Position in the bar in ticks (twelfths of a beat); fractional, and negative during the count-in.
    public var tick: Double
    /// Indices of the beat lamps that are lit, from 0. During the count-in, the number of lit lamps equals `digit`.
    /// Later, only the lamp of the current beat is lit. Empty if nothing is playing.
    public var litLamps: Range<Int> {
        digit.map { 0..<$0 } ?? beat.map { $0..<$0 + 1 } ?? 0..<0
    }

    /// Seconds until the next beat, or 0 if nothing is playing.
    public var secondsToBeat = 0.0

    /// Interval, in seconds, at which the mark that moves between the beats is redrawn. The movement looks smooth
    /// enough at this interval, and a shorter interval would cost more processor time.
    public static let glide = 0.040
    /// Tolerance, in seconds, for frames that are drawn early. If a frame comes at most this long before the interval
    /// `glide` has passed, the mark is already redrawn.
    private static let frameJitter = 0.008

    /// Returns whether the moving mark has to be redrawn. It is redrawn at each new beat, and otherwise at the interval
    /// `glide`.
    ///
    /// - Parameter drawn: the position that was last drawn.
    public func isNoticeable(since drawn: RhythmPosition) -> Bool {
        let passed = drawn.secondsToBeat - secondsToBeat
        return beat != drawn.beat || bar != drawn.bar || digit != drawn.digit
            || !(0..<Self.glide - Self.frameJitter).contains(passed)
    }

    /// The number that is shown for the beat. The count-in counts down, and the beats of a bar count up from 1. Empty
    /// if nothing is playing.
    public var text: String {
        (digit ?? beat.map { $0 + 1 }).map(String.init) ?? ""
    }

    /// The position while nothing is playing.
    public static let nowhere = RhythmPosition(digit: nil, beat: nil, bar: 0, tick: 0)

    init(digit: Int?, beat: Int?, bar: Int, tick: Double) {
        self.digit = digit
        self.beat = beat
        self.bar = bar
        self.tick = tick
    }

    /// - Parameters:
    ///   - tick: ticks (twelfths of a beat) since the first beat of the exercise; negative before that beat.
    ///   - startTick: tick at which the latest count-in ended.
    ///   - tempo: tempo at `tick`.
    ///   - beats: number of beats in a bar.
    init(tick: Double, startTick: Int, tempo: Tempo, beats: Int) {
        let ticksPerBeat = Double(NoteValue.ticksPerBeat)
        let ticksPerBar = Double(beats) * ticksPerBeat
        let since = tick - Double(startTick)
        secondsToBeat = ((since / ticksPerBeat).rounded(.down) + 1 - since / ticksPerBeat) * tempo.secondsPerBeat
        if since < 0 {
            let counted = beats + Int((since / ticksPerBeat).rounded(.down))
            let isCounting = counted >= 0
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
