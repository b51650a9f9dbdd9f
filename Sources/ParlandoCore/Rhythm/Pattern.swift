/// A rhythmic figure of whole beats, such as two eighths. Exercises consist of patterns.
public struct Pattern: Sendable, Hashable, Identifiable {
    /// A note or a rest.
    public struct Element: Sendable, Hashable {
        /// Written length.
        public let value: NoteValue
        /// Whether the element is a rest.
        public let isRest: Bool

        public init(_ value: NoteValue, isRest: Bool = false) {
            self.value = value
            self.isRest = isRest
        }
    }

    /// Identifier such as `eighths`: lower-case letters, digits and hyphens.
    public let id: String
    /// Difficulty from 1 (easiest) to 5.
    public let difficulty: Int
    /// Notes and rests in order; their total length is a whole number of beats.
    public let elements: [Element]

    public init(id: String, difficulty: Int, elements: [Element]) {
        self.id = id
        self.difficulty = difficulty
        self.elements = elements
    }

    /// Length in ticks, of which a quarter note has 12.
    public var ticks: Int {
        elements.reduce(0) { $0 + $1.value.ticks }
    }

    /// Length in quarter notes.
    public var beats: Int {
        ticks / NoteValue.ticksPerBeat
    }
}

/// The written length of a note or rest.
public struct NoteValue: Sendable, Hashable {
    /// Number of ticks in a beat, and in the written length of a quarter note. It is divisible by 2, 3 and 4, so that
    /// every length used here is a whole number of ticks.
    public static let ticksPerBeat = 12

    /// The note value without dots and tuplets.
    public enum Base: String, Sendable, Hashable, CaseIterable {
        case half
        case quarter
        case eighth
        case sixteenth

        /// Length in ticks, without dots and tuplets.
        public var ticks: Int {
            switch self {
            case .half: 24
            case .quarter: 12
            case .eighth: 6
            case .sixteenth: 3
            }
        }
    }

    /// The note value without dots and tuplets.
    public let base: Base
    /// Whether the note has a dot, which makes it half as long again.
    public let isDotted: Bool
    /// Whether the note belongs to a triplet: three in the time of two.
    public let isTriplet: Bool

    /// Nil if the length is not a whole number of ticks, as for a dotted sixteenth.
    public init?(_ base: Base, isDotted: Bool = false, isTriplet: Bool = false) {
        let numerator = base.ticks * (isDotted ? 3 : 1) * (isTriplet ? 2 : 1)
        let denominator = (isDotted ? 2 : 1) * (isTriplet ? 3 : 1)
        guard numerator.isMultiple(of: denominator) else {
            return nil
        }
        self.base = base
        self.isDotted = isDotted
        self.isTriplet = isTriplet
    }

    /// Length in ticks.
    public var ticks: Int {
        base.ticks * (isDotted ? 3 : 1) * (isTriplet ? 2 : 1) / ((isDotted ? 2 : 1) * (isTriplet ? 3 : 1))
    }
}
