/// A time signature. Its lower number tells which note is a beat: the quarter note in 3/4, the eighth note in 7/8.
public enum Meter: String, PreferenceValue, CaseIterable {
    case twoFour = "2/4"
    case threeFour = "3/4"
    case fourFour = "4/4"
    case fiveFour = "5/4"
    case sixEight = "6/8"
    case sevenEight = "7/8"

    /// Number of beats in a bar, and in the count-in.
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

    /// Number of beats in a quarter note: 1 in signatures such as 3/4, 2 in signatures such as 6/8.
    public var beatsPerQuarter: Int {
        switch self {
        case .twoFour, .threeFour, .fourFour, .fiveFour: 1
        case .sixEight, .sevenEight: 2
        }
    }

    /// Length of a bar in ticks (twelfths of a beat).
    public var ticksPerBar: Int {
        beats * NoteValue.ticksPerBeat
    }
}
