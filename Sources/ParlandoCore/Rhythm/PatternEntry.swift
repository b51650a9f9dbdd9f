/// The top-level object of `patterns.json`.
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

/// A rhythm pattern as decoded from `patterns.json`, before its values are validated.
struct PatternEntry: Decodable {
    let id: String
    /// Difficulty of the pattern, decoded as any number. If the property were an integer, the decoder would report a
    /// value such as 1.5 as invalid JSON.
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

    /// Returns the validated rhythm pattern. Throws an error with the location `place` if a value is invalid.
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
        guard pattern.beats <= Meter.fourFour.beats else {
            throw PatternError(.tooLong, at: place)
        }
        return pattern
    }

    private static let idCharacters = Set("abcdefghijklmnopqrstuvwxyz0123456789-".utf8)
}

/// A note or rest as decoded from `patterns.json`, before its values are validated.
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
    /// Throws an error if the JSON object has an unknown key. A misspelt key would otherwise be ignored.
    fileprivate func refuseUnknownKeys<Known: CodingKey & CaseIterable>(_: Known.Type) throws {
        let known = Set(Known.allCases.map(\.stringValue))
        let keys = try container(keyedBy: AnyKey.self).allKeys.map(\.stringValue)
        if let unknown = keys.filter({ !known.contains($0) }).min() {
            throw PatternError(.unknownKey(unknown), at: PatternLibrary.place(codingPath))
        }
    }
}

/// A coding key with any name.
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
