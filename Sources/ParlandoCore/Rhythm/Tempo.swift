/// A musical tempo. Only values within `range` are possible.
public struct Tempo: Sendable, Hashable, Comparable {
    /// Minimum and maximum tempo, in beats per minute.
    public static let range = 20.0...300.0
    /// Range of the tempi at which people usually practise, in beats per minute.
    public static let usualRange = 40.0...160.0
    /// Default tempo of the program, 90 beats per minute.
    public static let initial = Tempo(clamping: 90)

    /// Beats per minute. A beat is a quarter note, or an eighth note in 6/8 and 7/8 (`Meter`).
    public let beatsPerMinute: Double

    /// Creates a tempo; nil if the value is out of `range` or NaN.
    public init?(beatsPerMinute: Double) {
        guard Self.range.contains(beatsPerMinute) else {
            return nil
        }
        self.beatsPerMinute = beatsPerMinute
    }

    /// Creates a tempo, with the value clamped to `range`. NaN becomes the default of 90 beats per minute.
    public init(clamping beatsPerMinute: Double) {
        let asked = beatsPerMinute.isNaN ? 90 : beatsPerMinute
        self.beatsPerMinute = min(max(asked, Self.range.lowerBound), Self.range.upperBound)
    }

    /// Duration of a beat in seconds.
    public var secondsPerBeat: Double {
        60 / beatsPerMinute
    }

    /// Returns the number of the audio frame that is nearest to a tick (a twelfth of a beat). Every frame is computed
    /// from tick 0, so that rounding errors do not accumulate.
    ///
    /// - Parameters:
    ///   - tick: number of ticks since frame 0; negative before frame 0.
    ///   - rate: sample rate in Hz.
    public func frame(ofTick tick: Int, rate: Int) -> Int {
        // Everything up to the division by the tempo is exact: the product is a whole number, and 60 is a multiple of
        // the 12 ticks in a beat.
        let numerator = Double(tick * 60 * rate) / Double(NoteValue.ticksPerBeat)
        return Int((numerator / beatsPerMinute).rounded())
    }

    /// Returns the time from tick 0 to a tick (a twelfth of a beat), in seconds; negative if the tick is negative.
    public func seconds(ofTick tick: Int) -> Double {
        Double(tick * 60) / Double(NoteValue.ticksPerBeat) / beatsPerMinute
    }

    /// Compares tempi; the slower one is less.
    public static func < (left: Tempo, right: Tempo) -> Bool {
        left.beatsPerMinute < right.beatsPerMinute
    }
}
