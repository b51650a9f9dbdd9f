/// A time signature. The tempo counts its beats: quarter notes in 3/4, eighth notes in 7/8.
public enum Meter: String, PreferenceValue, CaseIterable {
    case twoFour = "2/4"
    case threeFour = "3/4"
    case fourFour = "4/4"
    case fiveFour = "5/4"
    case sixEight = "6/8"
    case sevenEight = "7/8"

    /// Beats in a bar and in the count-in.
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

    /// Beats in the time of a quarter note.
    public var beatsPerQuarter: Int {
        switch self {
        case .twoFour, .threeFour, .fourFour, .fiveFour: 1
        case .sixEight, .sevenEight: 2
        }
    }

    /// Length of a bar in ticks.
    public var ticksPerBar: Int {
        beats * NoteValue.ticksPerBeat
    }
}
