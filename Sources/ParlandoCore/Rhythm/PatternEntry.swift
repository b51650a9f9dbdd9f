/// The whole of `patterns.json`.
struct PatternEntries: Decodable {
    let patterns: [PatternEntry]

    private enum CodingKeys: String, CodingKey, CaseIterable {
        case patterns
    }

    init(from decoder: any Decoder) throws {
        try decoder.refuseUnknownKeys(CodingKeys.self)
        patterns = try decoder.container(keyedBy: CodingKeys.self).decode([PatternEntry].self, forKey: .patterns)
    }
}

/// A pattern as the file has it: of the right form, but not checked for sense.
struct PatternEntry: Decodable {
    let id: String
    /// Any number: the decoder would call a file with 1.5 for a whole number no JSON at all.
    private let difficulty: Double
    private let notes: [NoteEntry]

    private enum CodingKeys: String, CodingKey, CaseIterable {
        case id
        case difficulty
        case notes
    }

    init(from decoder: any Decoder) throws {
        try decoder.refuseUnknownKeys(CodingKeys.self)
        let container = try decoder.container(keyedBy: CodingKeys.self)
        id = try container.decode(String.self, forKey: .id)
        difficulty = try container.decode(Double.self, forKey: .difficulty)
        notes = try container.decode([NoteEntry].self, forKey: .notes)
    }

    /// The pattern it means.
    func pattern(at place: PatternError.Place) throws(PatternError) -> Pattern {
        guard !id.isEmpty, id.utf8.allSatisfy(Self.idCharacters.contains) else {
            throw PatternError(.badID, at: place)
        }
        guard let difficulty = Int(exactly: difficulty), (1...5).contains(difficulty) else {
            throw PatternError(.badDifficulty, at: place)
        }
        guard !notes.isEmpty else {
            throw PatternError(.noNotes, at: place)
        }
        var elements: [Pattern.Element] = []
        for (index, note) in notes.enumerated() {
            let place = PatternError.Place(pattern: place.pattern, id: id, note: index + 1)
            elements.append(try note.element(at: place))
        }
        let pattern = Pattern(id: id, difficulty: difficulty, elements: elements)
        guard pattern.ticks.isMultiple(of: NoteValue.ticksPerBeat) else {
            throw PatternError(.brokenBeats, at: place)
        }
        guard pattern.beats <= Exercise.beatsPerBar else {
            throw PatternError(.tooLong, at: place)
        }
        return pattern
    }

    private static let idCharacters = Set("abcdefghijklmnopqrstuvwxyz0123456789-".utf8)
}

/// A note or rest as the file has it.
private struct NoteEntry: Decodable {
    private let value: String
    private let isDotted: Bool
    private let isTriplet: Bool
    private let isRest: Bool

    private enum CodingKeys: String, CodingKey, CaseIterable {
        case value
        case isDotted = "dotted"
        case isTriplet = "triplet"
        case isRest = "rest"
    }

    init(from decoder: any Decoder) throws {
        try decoder.refuseUnknownKeys(CodingKeys.self)
        let container = try decoder.container(keyedBy: CodingKeys.self)
        value = try container.decode(String.self, forKey: .value)
        isDotted = try container.decodeIfPresent(Bool.self, forKey: .isDotted) ?? false
        isTriplet = try container.decodeIfPresent(Bool.self, forKey: .isTriplet) ?? false
        isRest = try container.decodeIfPresent(Bool.self, forKey: .isRest) ?? false
    }

    func element(at place: PatternError.Place) throws(PatternError) -> Pattern.Element {
        guard let base = NoteValue.Base(rawValue: value) else {
            throw PatternError(.unknownValue(value), at: place)
        }
        guard let value = NoteValue(base, isDotted: isDotted, isTriplet: isTriplet) else {
            throw PatternError(.uncountableLength, at: place)
        }
        return Pattern.Element(value, isRest: isRest)
    }
}

extension Decoder {
    /// A misspelt key would otherwise be overlooked.
    fileprivate func refuseUnknownKeys<Known: CodingKey & CaseIterable>(_: Known.Type) throws {
        let known = Set(Known.allCases.map(\.stringValue))
        let keys = try container(keyedBy: AnyKey.self).allKeys.map(\.stringValue)
        if let unknown = keys.filter({ !known.contains($0) }).min() {
            throw PatternError(.unknownKey(unknown), at: PatternLibrary.place(codingPath))
        }
    }
}

/// Whatever key a file has.
private struct AnyKey: CodingKey {
    let stringValue: String
    let intValue: Int? = nil

    init?(stringValue: String) {
        self.stringValue = stringValue
    }

    init?(intValue: Int) {
        return nil
    }
}
