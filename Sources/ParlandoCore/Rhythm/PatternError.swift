/// What is wrong with `patterns.json`, and where.
public struct PatternError: Error, Sendable, Equatable {
    /// Which rule was broken.
    public enum Kind: Sendable, Equatable {
        /// The file is not there or may not be read.
        case unreadable
        /// Not JSON; the number of the line that is wrong where it is known.
        case notJSON(line: Int?)
        case missingKey(String)
        case unknownKey(String)
        /// The value of the key is of another type than the one asked for: text, a number, true or false, a list…
        case wrongType(key: String)
        /// There are no patterns at all.
        case noPatterns
        /// Not made of lower-case letters, digits and hyphens.
        case badID
        case repeatedID
        /// Not 1…5.
        case badDifficulty
        case noNotes
        /// There is no note of this name.
        case unknownValue(String)
        /// Dot and triplet together, or on a sign that does not carry them here, give a length that is not counted.
        case uncountableLength
        /// The notes do not add up to whole beats.
        case brokenBeats
        /// Longer than a bar.
        case tooLong
    }

    /// Where in the file, as people count: from 1.
    public struct Place: Sendable, Equatable {
        /// The pattern's number, nil: the file as a whole.
        public let pattern: Int?
        /// What the pattern calls itself, where that can be read.
        public let id: String?
        /// The number of the note in the pattern, nil: the pattern as a whole.
        public let note: Int?

        public init(pattern: Int? = nil, id: String? = nil, note: Int? = nil) {
            self.pattern = pattern
            self.id = id
            self.note = note
        }
    }

    /// What is wrong.
    public let kind: Kind
    /// Where.
    public let place: Place
    /// For the log.
    public let detail: String

    public init(_ kind: Kind, at place: Place = Place(), detail: String = "") {
        self.kind = kind
        self.place = place
        self.detail = detail
    }
}
