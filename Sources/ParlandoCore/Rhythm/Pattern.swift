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

    /// Length in ticks.
    public var ticks: Int {
        elements.reduce(0) { $0 + $1.value.ticks }
    }

    /// Length in beats.
    public var beats: Int {
        ticks / NoteValue.ticksPerBeat
    }
}
