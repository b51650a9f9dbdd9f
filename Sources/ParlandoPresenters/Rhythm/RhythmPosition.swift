import ParlandoCore
import ParlandoServices

/// The playback position in the exercise, for drawings that follow it. It is computed for each frame during playback.
public struct RhythmPosition: Sendable, Equatable {
    /// Digit of the count-in, such as 4, 3, 2, 1, or nil outside of it.
    public var digit: Int?
    /// Beat of the bar, from 0, or nil if nothing is playing.
    public var beat: Int?
    /// Index of the bar that is being played, from 0; during the count-in, of the bar that follows it.
    public var bar: Int
    /// Ticks since the beginning of the bar; fractional, and negative during the count-in.
    public var tick: Double
    /// Indices of the lit lamps, from 0: during the count-in, as many lamps as its digit; otherwise the lamp of the
    /// current beat. Empty if nothing is playing.
    public var litLamps: Range<Int> {
        digit.map { 0..<$0 } ?? beat.map { $0..<$0 + 1 } ?? 0..<0
    }

    /// Seconds until the next beat, or 0 if nothing is playing.
    public var secondsToBeat = 0.0

    /// Interval in seconds between two drawings of the mark that moves between the beats. The movement looks smooth
    /// enough at this interval, and a shorter interval would cost more processor time.
    public static let glide = 0.040
    /// Maximum deviation of a frame from its expected time, in seconds.
    private static let frameJitter = 0.008

    /// Returns whether the moving mark has to be redrawn: always at a new beat, otherwise after the interval `glide`.
    ///
    /// - Parameter drawn: the position that was last drawn.
    public func isNoticeable(since drawn: RhythmPosition) -> Bool {
        let passed = drawn.secondsToBeat - secondsToBeat
        return beat != drawn.beat || bar != drawn.bar || digit != drawn.digit
            || !(0..<Self.glide - Self.frameJitter).contains(passed)
    }

    /// Number that is shown: the count-in counts down, the beats count up. Empty if nothing is playing.
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
    ///   - tick: ticks since the first beat of the exercise.
    ///   - startTick: tick at which the last count-in ended.
    ///   - tempo: tempo at this tick.
    ///   - beats: beats in a bar.
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
