/// A rhythmic figure of whole beats, such as two eighth notes. Exercises consist of patterns.
public struct Pattern: Sendable, Hashable, Identifiable {
    /// A note or a rest of a rhythm pattern.
    public struct Element: Sendable, Hashable {
        /// Written length of the note or rest.
        public let value: NoteValue
        /// Whether the element is a rest.
        public let isRest: Bool

        public init(_ value: NoteValue, isRest: Bool = false) {
            self.value = value
            self.isRest = isRest
        }
    }

    /// Identifier of the pattern, such as `eighths`: lower-case letters, digits and hyphens.
    public let id: String
    /// Difficulty of the pattern, from 1 (easiest) to 5.
    public let difficulty: Int
    /// Notes and rests of the pattern, in order. Their total length is a whole number of beats.
    public let elements: [Element]

    public init(id: String, difficulty: Int, elements: [Element]) {
        self.id = id
        self.difficulty = difficulty
        self.elements = elements
    }

    /// Length of the pattern in ticks (twelfths of a quarter note).
    public var ticks: Int {
        elements.reduce(0) { $0 + $1.value.ticks }
    }

    /// Length of the pattern in quarter notes.
    public var beats: Int {
        ticks / NoteValue.ticksPerBeat
    }
}

/// The written length of a note or rest.
public struct NoteValue: Sendable, Hashable {
    /// Number of ticks in a beat, and in the written length of a quarter note. Because 12 is divisible by 2, 3 and 4,
    /// the length of every supported note is a whole number of ticks.
    public static let ticksPerBeat = 12

    /// The note value without dots and tuplets.
    public enum Base: String, Sendable, Hashable, CaseIterable {
        case half
        case quarter
        case eighth
        case sixteenth

        /// Length of the note value in ticks (twelfths of a quarter note), without dots and tuplets.
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
    /// Whether the note is dotted, which makes it half as long again.
    public let isDotted: Bool
    /// Whether the note belongs to a triplet (three notes in the time of two).
    public let isTriplet: Bool

    /// Creates a note value; nil if its length is not a whole number of ticks (twelfths of a quarter note), as for a
    /// dotted sixteenth.
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

    /// Length of the note in ticks (twelfths of a quarter note).
    public var ticks: Int {
        base.ticks * (isDotted ? 3 : 1) * (isTriplet ? 2 : 1) / ((isDotted ? 2 : 1) * (isTriplet ? 3 : 1))
    }
}
