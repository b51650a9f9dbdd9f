/// An error in `patterns.json` and its location.
public struct PatternError: Error, Sendable, Equatable {
    /// A rule for `patterns.json` that was violated.
    public enum Kind: Sendable, Equatable {
        /// The file does not exist or is not readable.
        case unreadable
        /// The file is not valid JSON. `line` is the number of the faulty line, if known.
        case notJSON(line: Int?)
        case missingKey(String)
        case unknownKey(String)
        /// The value of this key has the wrong type.
        case wrongType(key: String)
        /// The list of patterns is empty.
        case noPatterns
        /// The id contains characters other than lower-case letters, digits and hyphens.
        case badID
        case repeatedID
        /// The difficulty is not a whole number from 1 to 5.
        case badDifficulty
        case noNotes
        /// No note value has this name.
        case unknownValue(String)
        /// The combination of note value, dot and triplet gives a length that is not a whole number of ticks (twelfths
        /// of a beat).
        case uncountableLength
        /// The lengths of the pattern's notes do not add up to whole beats.
        case brokenBeats
        /// The pattern is longer than four beats.
        case tooLong
    }

    /// A location in `patterns.json`. Patterns and notes are counted from 1.
    public struct Place: Sendable, Equatable {
        /// Number of the pattern; nil for the file as a whole.
        public let pattern: Int?
        /// Id of the pattern; nil if unknown.
        public let id: String?
        /// Number of the note in the pattern; nil for the pattern as a whole.
        public let note: Int?

        public init(pattern: Int? = nil, id: String? = nil, note: Int? = nil) {
            self.pattern = pattern
            self.id = id
            self.note = note
        }
    }

    /// The rule that was violated.
    public let kind: Kind
    /// Location of the error in `patterns.json`.
    public let place: Place
    /// Additional information for the log.
    public let detail: String

    public init(_ kind: Kind, at place: Place = Place(), detail: String = "") {
        self.kind = kind
        self.place = place
        self.detail = detail
    }
}
