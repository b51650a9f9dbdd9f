/// How fast the beat goes. Only tempi within `range` exist.
public struct Tempo: Sendable, Hashable, Comparable {
    /// Slowest and fastest, in beats per minute.
    public static let range = 40.0...160.0
    /// What a new user begins with.
    public static let initial = Tempo(clamping: 90)

    /// Beats (quarter notes) per minute.
    public let beatsPerMinute: Double

    /// Nil for what is no tempo: out of range, or not a number.
    public init?(beatsPerMinute: Double) {
        guard Self.range.contains(beatsPerMinute) else {
            return nil
        }
        self.beatsPerMinute = beatsPerMinute
    }

    /// The nearest tempo there is. What is not a number becomes the standard one, 90.
    public init(clamping beatsPerMinute: Double) {
        let asked = beatsPerMinute.isNaN ? 90 : beatsPerMinute
        self.beatsPerMinute = min(max(asked, Self.range.lowerBound), Self.range.upperBound)
    }

    /// Seconds from one beat to the next.
    public var secondsPerBeat: Double {
        60 / beatsPerMinute
    }

    /// The frame a tick falls on: round(ticks · 60 · rate / (BPM · ticks in a beat)), computed from the origin each
    /// time, so that no error adds up.
    ///
    /// - Parameters:
    ///   - tick: counted from frame 0, `NoteValue.ticksPerBeat` to the beat; negative before it.
    ///   - rate: frames a second, in Hz.
    public func frame(ofTick tick: Int, rate: Int) -> Int {
        // Whole numbers up to the one division, which therefore is as exact as can be: 60 is a multiple of 12.
        let numerator = Double(tick * 60 * rate) / Double(NoteValue.ticksPerBeat)
        return Int((numerator / beatsPerMinute).rounded())
    }

    /// Seconds from tick 0 to a tick, negative before it.
    public func seconds(ofTick tick: Int) -> Double {
        Double(tick * 60) / Double(NoteValue.ticksPerBeat) / beatsPerMinute
    }

    /// Slower comes before faster.
    public static func < (left: Tempo, right: Tempo) -> Bool {
        left.beatsPerMinute < right.beatsPerMinute
    }
}
