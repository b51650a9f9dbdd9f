import ParlandoCore
import ParlandoServices

/// Where the sound is, for the drawings that follow it. One is made for each frame while something plays.
public struct RhythmPosition: Sendable, Equatable {
    /// What is counted, 4, 3, 2, 1, in the count-in; nil outside of it.
    public var digit: Int?
    /// The beat of the bar, 0 ..< 4; nil: nothing sounds.
    public var beat: Int?
    /// The bar that is being played, from 0; in the count-in the one it leads in to.
    public var bar: Int
    /// Ticks since the bar began, fractional; negative in the count-in.
    public var tick: Double
    /// Seconds until the next beat; 0 where nothing plays.
    public var secondsToBeat = 0.0

    /// Seconds between two drawings of what glides between the beats: enough for the eye, and each one costs.
    public static let glide = 0.040
    /// Seconds by which frames come late or early.
    private static let frameJitter = 0.008

    /// Whether what glides has to be drawn anew: at once when a beat has come, otherwise when it has moved long enough.
    ///
    /// - Parameter drawn: where it was drawn last.
    public func isNoticeable(since drawn: RhythmPosition) -> Bool {
        let passed = drawn.secondsToBeat - secondsToBeat
        return beat != drawn.beat || bar != drawn.bar || digit != drawn.digit
            || !(0..<Self.glide - Self.frameJitter).contains(passed)
    }

    /// What is counted aloud: the count-in downwards, the beats upwards; empty where nothing sounds.
    public var text: String {
        (digit ?? beat.map { $0 + 1 }).map(String.init) ?? ""
    }

    /// Where nothing plays.
    public static let nowhere = RhythmPosition(digit: nil, beat: nil, bar: 0, tick: 0)

    init(digit: Int?, beat: Int?, bar: Int, tick: Double) {
        self.digit = digit
        self.beat = beat
        self.bar = bar
        self.tick = tick
    }

    /// - Parameters:
    ///   - tick: since the first beat of the exercise.
    ///   - startTick: where the last count-in led in.
    ///   - tempo: the one of the tick.
    init(tick: Double, startTick: Int, tempo: Tempo) {
        let ticksPerBeat = Double(NoteValue.ticksPerBeat)
        let ticksPerBar = Double(Exercise.beatsPerBar) * ticksPerBeat
        let since = tick - Double(startTick)
        secondsToBeat = ((since / ticksPerBeat).rounded(.down) + 1 - since / ticksPerBeat) * tempo.secondsPerBeat
        if since < 0 {
            let counted = Exercise.beatsPerBar + Int((since / ticksPerBeat).rounded(.down))
            let isCounting = counted >= 0
            digit = isCounting ? Exercise.beatsPerBar - counted : nil
            beat = isCounting ? counted : nil
            bar = Int(Double(startTick) / ticksPerBar)
            self.tick = since + Double(startTick).truncatingRemainder(dividingBy: ticksPerBar)
        } else {
            digit = nil
            bar = Int(tick / ticksPerBar)
            self.tick = tick - Double(bar) * ticksPerBar
            beat = min(Int(self.tick / ticksPerBeat), Exercise.beatsPerBar - 1)
        }
    }
}
