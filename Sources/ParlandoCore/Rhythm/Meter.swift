/// A time signature, with what a player counts as a beat: the quarter in 3/4, the dotted quarter in 6/8, the eighth in
/// 7/8. In 6/8, 9/8 and 12/8 the eighth can be counted instead; 5/8 and 7/8 have several divisions into groups.
public enum Meter: String, PreferenceValue, CaseIterable {
    case twoFour = "2/4"
    case threeFour = "3/4"
    case fourFour = "4/4"
    case fiveFour = "5/4"
    case fiveEight = "5/8"
    case fiveEightThreeTwo = "5/8 3+2"
    case sixEight = "6/8"
    case sixEightInEighths = "6/8 eighths"
    case sevenEight = "7/8"
    case sevenEightTwoThreeTwo = "7/8 2+3+2"
    case sevenEightThreeTwoTwo = "7/8 3+2+2"
    case nineEight = "9/8"
    case nineEightInEighths = "9/8 eighths"
    case twelveEight = "12/8"
    case twelveEightInEighths = "12/8 eighths"

    /// The upper number of the time signature.
    public var upper: Int {
        ticksPerBar / (lower == 4 ? 120 : 60)
    }

    /// The lower number of the time signature: 4 or 8.
    public var lower: Int {
        beatTicks == 120 ? 4 : 8
    }

    /// Lengths in ticks of the parts of a bar within which notes are beamed.
    public var groups: [Int] {
        switch self {
        case .twoFour: [120, 120]
        case .threeFour: [120, 120, 120]
        case .fourFour: [120, 120, 120, 120]
        case .fiveFour: [120, 120, 120, 120, 120]
        case .fiveEight: [120, 180]
        case .fiveEightThreeTwo: [180, 120]
        case .sixEight, .sixEightInEighths: [180, 180]
        case .sevenEight: [120, 120, 180]
        case .sevenEightTwoThreeTwo: [120, 180, 120]
        case .sevenEightThreeTwoTwo: [180, 120, 120]
        case .nineEight, .nineEightInEighths: [180, 180, 180]
        case .twelveEight, .twelveEightInEighths: [180, 180, 180, 180]
        }
    }

    /// Length in ticks of the beat that the tempo and the clicks count.
    public var beatTicks: Int {
        switch self {
        case .twoFour, .threeFour, .fourFour, .fiveFour: 120
        case .sixEight, .nineEight, .twelveEight: 180
        default: 60
        }
    }

    public var beats: Int {
        ticksPerBar / beatTicks
    }

    public var ticksPerBar: Int {
        groups.reduce(0, +)
    }

    /// Whether beats are divided in three: 6/8, 9/8 and 12/8, whatever is counted.
    public var isCompound: Bool {
        lower == 8 && Set(groups) == [180]
    }

    /// The first beat is accented. Where eighths are counted, those that do not begin a group are soft.
    public var stresses: [BeatStress] {
        let starts = Set(groups.indices.map { groups.prefix($0).reduce(0, +) })
        return (0..<beats).map { beat in
            beat == 0 ? .accented : starts.contains(beat * beatTicks) ? .plain : .soft
        }
    }
}

public struct Tempo: Sendable, Hashable, Comparable, BitwiseCopyable {
    /// Beats per minute, here and below.
    public static let range = 20.0...300.0
    /// Tempos that people usually practice.
    public static let usualRange = 40.0...160.0
    public static let initial = Tempo(clamping: 90)

    /// Beats as the time signature counts them (`Meter`).
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

    public static func < (left: Tempo, right: Tempo) -> Bool {
        left.beatsPerMinute < right.beatsPerMinute
    }
}

/// Places the second half of each pair of eighths, or of sixteenths, late. Tuplets are not swung.
public struct Swing: Sendable, Hashable, BitwiseCopyable {
    /// Percent of the pair that its first half takes: 50 is straight, 67 a triplet.
    public static let range = 50...75
    public static let straight = Swing(percent: 50)

    public let percent: Int
    public let isOfSixteenths: Bool

    /// - Parameter percent: clamped to `range`.
    public init(percent: Int, ofSixteenths isOfSixteenths: Bool = false) {
        self.percent = min(max(percent, Self.range.lowerBound), Self.range.upperBound)
        self.isOfSixteenths = isOfSixteenths
    }

    /// The tick at which a written tick is to sound. Divisions of each half are spread evenly over it. Realtime-safe.
    public func position(ofTick tick: Int) -> Double {
        let pair = isOfSixteenths ? 60 : 120
        let (within, half, share) = (Double(tick % pair), Double(pair) / 2, Double(percent) / 50)
        let moved = within < half ? within * share : half * share + (within - half) * (2 - share)
        return percent == 50 ? Double(tick) : Double(tick - tick % pair) + moved
    }
}

/// Which clicks a player has to do without: whole bars in turn, or single beats at random.
public struct ClickGaps: Sendable, Hashable, BitwiseCopyable {
    public static let bars = 1...8
    public static let drops = 10...90
    public static let none = ClickGaps()

    /// Bars with clicks, 1…8, that take turns with silent ones.
    public let heardBars: Int
    /// 0…8.
    public let silentBars: Int
    /// Percent of the beats that are dropped: 0 or 10…90.
    public let dropped: Int
    private let seed: UInt64

    /// Numbers out of range are clamped.
    /// - Parameter seed: the same one drops the same beats.
    public init(heardBars: Int = 1, silentBars: Int = 0, dropped: Int = 0, seed: UInt64 = 0) {
        self.heardBars = min(max(heardBars, Self.bars.lowerBound), Self.bars.upperBound)
        self.silentBars = min(max(silentBars, 0), Self.bars.upperBound)
        self.dropped = dropped <= 0 ? 0 : min(max(dropped, Self.drops.lowerBound), Self.drops.upperBound)
        self.seed = seed
    }

    /// Bars count from 0. Realtime-safe.
    public func isSilent(bar: Int) -> Bool {
        silentBars > 0 && bar >= 0 && bar % (heardBars + silentBars) >= heardBars
    }

    /// Whether a beat has its clicks. Bars below 0 belong to a count-in. Realtime-safe.
    public func hasClick(bar: Int, beat: Int) -> Bool {
        guard bar >= 0, dropped > 0, !isSilent(bar: bar) else {
            return !isSilent(bar: bar)
        }
        var draws = SplitMix(seed: seed &+ UInt64(truncatingIfNeeded: bar) &* 64 &+ UInt64(truncatingIfNeeded: beat))
        return draws.next() % 100 >= UInt64(dropped)
    }
}

public struct ClickPattern: Sendable, Hashable, BitwiseCopyable {
    public static let mostBeats = 12
    public static let subdivisions = 1...6
    /// One click for each beat, the first accented.
    public static let usual = ClickPattern(meter: .fourFour)

    public let beats: Int
    public let beatTicks: Int
    /// 1…6. All clicks after the first of a beat are soft.
    public let clicksPerBeat: Int
    public var swing: Swing
    public let gaps: ClickGaps
    /// Two bits each. An array could not be passed to the audio thread.
    private let stressBits: UInt32

    /// Numbers out of range are clamped. Stresses that are missing are those of the time signature.
    public init(
        meter: Meter, stresses: [BeatStress] = [], clicksPerBeat: Int = 1, swing: Swing = .straight,
        gaps: ClickGaps = .none
    ) {
        beats = meter.beats
        beatTicks = meter.beatTicks
        self.clicksPerBeat = min(max(clicksPerBeat, Self.subdivisions.lowerBound), Self.subdivisions.upperBound)
        self.swing = meter.lower == 4 ? swing : .straight
        self.gaps = gaps
        stressBits = meter.stresses.enumerated().reduce(0) { bits, usual in
            let stress = stresses.indices.contains(usual.offset) ? stresses[usual.offset] : usual.element
            return bits | stress.bits << (2 * UInt32(usual.offset))
        }
    }

    public var ticksPerBar: Int {
        beats * beatTicks
    }

    /// Realtime-safe. Beats are counted from 0 at the start of any bar.
    public func stress(ofBeat beat: Int) -> BeatStress {
        BeatStress(bits: stressBits >> (2 * UInt32(beat % beats)) & 3)
    }

    /// Swung ticks from beat 0 to a click. Two or four clicks in a beat are swung. Realtime-safe.
    public func position(ofBeat beat: Int, part: Int) -> Double {
        guard part > 0, clicksPerBeat == 2 || clicksPerBeat == 4 else {
            return Double(beat * beatTicks) + Double(part * beatTicks) / Double(clicksPerBeat)
        }
        return swing.position(ofTick: beat * beatTicks + part * beatTicks / clicksPerBeat)
    }
}

/// The sound of the clicks.
public enum ClickVoice: String, PreferenceValue, CaseIterable {
    case wood
    case beep
    case drum
    /// The beats are counted aloud: one, two, three.
    case spoken
}

public enum BeatStress: String, Sendable, Hashable, CaseIterable, BitwiseCopyable {
    case accented
    case plain
    case soft
    case silent

    var next: BeatStress {
        BeatStress(bits: (bits + 1) % 4)
    }

    fileprivate var bits: UInt32 {
        UInt32(Self.allCases.firstIndex(of: self) ?? 0)
    }

    fileprivate init(bits: UInt32) {
        self = bits == 0 ? .accented : bits == 1 ? .plain : bits == 2 ? .soft : .silent
    }
}
