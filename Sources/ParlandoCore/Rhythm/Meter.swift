/// A time signature. Its lower number tells which note is a beat: the quarter in 3/4, the eighth in 7/8.
public enum Meter: String, PreferenceValue, CaseIterable {
    case twoFour = "2/4"
    case threeFour = "3/4"
    case fourFour = "4/4"
    case fiveFour = "5/4"
    case sixEight = "6/8"
    case sevenEight = "7/8"

    public var beats: Int {
        switch self {
        case .twoFour: 2
        case .threeFour: 3
        case .fourFour: 4
        case .fiveFour: 5
        case .sixEight: 6
        case .sevenEight: 7
        }
    }

    public var beatsPerQuarter: Int {
        switch self {
        case .twoFour, .threeFour, .fourFour, .fiveFour: 1
        case .sixEight, .sevenEight: 2
        }
    }

    public var ticksPerBar: Int {
        beats * NoteValue.ticksPerBeat
    }
}

public struct Tempo: Sendable, Hashable, Comparable {
    /// Beats per minute, here and below.
    public static let range = 20.0...300.0
    /// Tempos that people usually practice.
    public static let usualRange = 40.0...160.0
    public static let initial = Tempo(clamping: 90)

    /// A beat is a quarter note, or an eighth note in 6/8 and 7/8 (`Meter`).
    public let beatsPerMinute: Double

    /// Nil if out of `range` or NaN.
    public init?(beatsPerMinute: Double) {
        guard Self.range.contains(beatsPerMinute) else {
            return nil
        }
        self.beatsPerMinute = beatsPerMinute
    }

    /// NaN becomes 90.
    public init(clamping beatsPerMinute: Double) {
        let asked = beatsPerMinute.isNaN ? 90 : beatsPerMinute
        self.beatsPerMinute = min(max(asked, Self.range.lowerBound), Self.range.upperBound)
    }

    public var secondsPerBeat: Double {
        60 / beatsPerMinute
    }

    /// The audio frame nearest to a tick, at this sample rate in Hz. Computed from tick 0, so that rounding errors do
    /// not accumulate.
    public func frame(ofTick tick: Int, rate: Int) -> Int {
        // Up to the division by the tempo this is exact: 60 is a multiple of the 12 ticks in a beat.
        let numerator = Double(tick * 60 * rate) / Double(NoteValue.ticksPerBeat)
        return Int((numerator / beatsPerMinute).rounded())
    }

    public func seconds(ofTick tick: Int) -> Double {
        Double(tick * 60) / Double(NoteValue.ticksPerBeat) / beatsPerMinute
    }

    public static func < (left: Tempo, right: Tempo) -> Bool {
        left.beatsPerMinute < right.beatsPerMinute
    }
}

public struct ClickPattern: Sendable, Hashable, BitwiseCopyable {
    public static let mostBeats = 7
    public static let subdivisions = 1...4
    /// One click for each beat, the first accented.
    public static let usual = ClickPattern(beats: 4)

    public let beats: Int
    /// 1…4. All clicks after the first of a beat are soft.
    public let clicksPerBeat: Int
    /// Two bits each. An array could not be passed to the audio thread.
    private let stresses: UInt16

    /// Numbers out of range are clamped. If there are too few stresses, the first beat is accented and other beats are
    /// plain.
    public init(beats: Int, stresses: [BeatStress] = [], clicksPerBeat: Int = 1) {
        self.beats = min(max(beats, 1), Self.mostBeats)
        self.clicksPerBeat = min(max(clicksPerBeat, Self.subdivisions.lowerBound), Self.subdivisions.upperBound)
        self.stresses = (0..<self.beats).reduce(0) { bits, beat in
            let stress = stresses.indices.contains(beat) ? stresses[beat] : beat == 0 ? .accented : .plain
            return bits | stress.bits << (2 * UInt16(beat))
        }
    }

    /// Realtime-safe. Beats are counted from 0 at the start of any bar.
    public func stress(ofBeat beat: Int) -> BeatStress {
        BeatStress(bits: stresses >> (2 * UInt16(beat % beats)) & 3)
    }
}

public enum BeatStress: String, Sendable, Hashable, CaseIterable, BitwiseCopyable {
    case accented
    case plain
    case silent

    var next: BeatStress {
        switch self {
        case .accented: .plain
        case .plain: .silent
        case .silent: .accented
        }
    }

    fileprivate var bits: UInt16 {
        switch self {
        case .accented: 0
        case .plain: 1
        case .silent: 2
        }
    }

    fileprivate init(bits: UInt16) {
        self = bits == 0 ? .accented : bits == 1 ? .plain : .silent
    }
}
