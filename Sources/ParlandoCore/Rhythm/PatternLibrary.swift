public import Foundation

/// The library of rhythm patterns, read from `patterns.json`:
///
///     {"patterns": [
///       {"id": "eighths", "difficulty": 1, "notes": [{"value": "eighth"}, {"value": "eighth"}]},
///       …
///
/// A note's value is a `NoteValue.Base`; `"dotted": true`, `"tuplet": "triplet"` or `"quintuplet"`, and `"rest": true`
/// may follow. A pattern lasts whole beats, at most four quarters. `"beat": "dotted-quarter"` says for which beat it is
/// written; `"companion"` is a second voice of the same length.
public struct PatternLibrary: Sendable, Equatable {
    /// At least one, in the order of the file, with unique ids.
    public let patterns: [Pattern]

    /// Throws the first error found.
    public init(json: Data) throws(PatternError) {
        let entries: [PatternEntry]
        do {
            entries = try OutsideJSON.decode(PatternEntries.self, from: json).patterns
        } catch {
            throw Self.error(error, in: json)
        }
        guard !entries.isEmpty else {
            throw PatternError(.noPatterns)
        }
        var patterns: [Pattern] = []
        var ids: Set<Pattern.ID> = []
        for (index, entry) in entries.enumerated() {
            let place = PatternError.Place(pattern: index + 1, id: entry.id)
            let pattern = try entry.pattern(at: place)
            guard ids.insert(pattern.id).inserted else {
                throw PatternError(.repeatedID, at: place)
            }
            patterns.append(pattern)
        }
        self.patterns = patterns
    }

    public subscript(id: Pattern.ID) -> Pattern? {
        patterns.first { $0.id == id }
    }

    // MARK: Errors

    private static func error(_ error: any Error, in json: Data) -> PatternError {
        if let error = error as? PatternError {
            return error
        }
        guard let error = error as? DecodingError else {
            return PatternError(.notJSON(line: nil), detail: "\(error)")
        }
        switch error {
        case .keyNotFound(let key, let context):
            return PatternError(
                .missingKey(key.stringValue), at: place(context.codingPath), detail: context.debugDescription)
        case .typeMismatch(_, let context), .valueNotFound(_, let context):
            return wrongType(context)
        case .dataCorrupted(let context) where !context.codingPath.isEmpty:
            return wrongType(context)
        case .dataCorrupted(let context):
            return PatternError(.notJSON(line: faultyLine(of: json)), detail: context.debugDescription)
        @unknown default:
            return PatternError(.notJSON(line: nil), detail: "\(error)")
        }
    }

    private static func wrongType(_ context: DecodingError.Context) -> PatternError {
        let key = context.codingPath.last { $0.intValue == nil }?.stringValue ?? ""
        return PatternError(
            .wrongType(key: key), at: place(context.codingPath), detail: context.debugDescription)
    }

    /// In a path such as `patterns`, 3, `notes`, 0, `value`, the numbers are indices of the pattern and the note, from
    /// 0.
    static func place(_ path: [any CodingKey]) -> PatternError.Place {
        let numbers = path.compactMap(\.intValue)
        return PatternError.Place(
            pattern: numbers.first.map { $0 + 1 }, note: numbers.dropFirst().first.map { $0 + 1 })
    }

    /// The line with the syntax error, from 1. `JSONDecoder` does not report it; `JSONSerialization` reports a position
    /// in its message.
    private static func faultyLine(of json: Data) -> Int? {
        do {
            _ = try OutsideJSON.object(from: json)
            return nil
        } catch {
            let words = "\(error)"
            let position = words.firstMatch(of: /character (\d+)/).flatMap { Int($0.1) }
            guard let end = position ?? (words.contains("end of file") ? json.count : nil) else {
                return nil
            }
            return json.prefix(end).count { $0 == UInt8(ascii: "\n") } + 1
        }
    }
}

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

/// A pattern of the file, before its values are validated.
struct PatternEntry: Decodable {
    let id: String
    /// As an integer, the decoder would report a value such as 1.5 as invalid JSON.
    private let difficulty: Double
    private let beat: String
    private let notes: [NoteEntry]
    private let companion: [NoteEntry]?

    private enum CodingKeys: String, CodingKey, CaseIterable {
        case id
        case difficulty
        case beat
        case notes
        case companion
    }

    init(from decoder: any Decoder) throws {
        try decoder.refuseUnknownKeys(CodingKeys.self)
        let container = try decoder.container(keyedBy: CodingKeys.self)
        id = try container.decode(String.self, forKey: .id)
        difficulty = try container.decode(Double.self, forKey: .difficulty)
        beat = try container.decodeIfPresent(String.self, forKey: .beat) ?? Pattern.Beat.quarter.rawValue
        notes = try container.decode([NoteEntry].self, forKey: .notes)
        companion = try container.decodeIfPresent([NoteEntry].self, forKey: .companion)
    }

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
        guard let beat = Pattern.Beat(rawValue: beat), beat != .any else {
            throw PatternError(.unknownValue(self.beat), at: place)
        }
        let pattern = Pattern(
            id: id, difficulty: difficulty, beat: beat, elements: try Self.elements(notes, at: place),
            companion: try companion.map { notes throws(PatternError) in try Self.elements(notes, at: place) })
        let length = beat == .quarter ? NoteValue.ticksPerQuarter : NoteValue.ticksPerQuarter * 3 / 2
        let isEven = pattern.companion.map { $0.reduce(0) { $0 + $1.ticks } == pattern.ticks } ?? true
        guard pattern.ticks.isMultiple(of: length), isEven else {
            throw PatternError(.brokenBeats, at: place)
        }
        guard pattern.ticks <= Meter.fourFour.ticksPerBar else {
            throw PatternError(.tooLong, at: place)
        }
        return pattern
    }

    private static func elements(
        _ notes: [NoteEntry], at place: PatternError.Place
    ) throws(PatternError) -> [Pattern.Element] {
        var elements: [Pattern.Element] = []
        for (index, note) in notes.enumerated() {
            elements.append(
                try note.element(at: PatternError.Place(pattern: place.pattern, id: place.id, note: index + 1)))
        }
        return elements
    }

    private static let idCharacters = Set("abcdefghijklmnopqrstuvwxyz0123456789-".utf8)
}

private struct NoteEntry: Decodable {
    private let value: String
    private let isDotted: Bool
    private let tuplet: String?
    private let isRest: Bool

    private enum CodingKeys: String, CodingKey, CaseIterable {
        case value
        case isDotted = "dotted"
        case tuplet
        case isRest = "rest"
    }

    init(from decoder: any Decoder) throws {
        try decoder.refuseUnknownKeys(CodingKeys.self)
        let container = try decoder.container(keyedBy: CodingKeys.self)
        value = try container.decode(String.self, forKey: .value)
        isDotted = try container.decodeIfPresent(Bool.self, forKey: .isDotted) ?? false
        tuplet = try container.decodeIfPresent(String.self, forKey: .tuplet)
        isRest = try container.decodeIfPresent(Bool.self, forKey: .isRest) ?? false
    }

    func element(at place: PatternError.Place) throws(PatternError) -> Pattern.Element {
        guard let base = NoteValue.Base(rawValue: value) else {
            throw PatternError(.unknownValue(value), at: place)
        }
        let tuplet = tuplet.flatMap(NoteValue.Tuplet.init)
        guard (tuplet == nil) == (self.tuplet == nil) else {
            throw PatternError(.unknownValue(self.tuplet ?? ""), at: place)
        }
        guard let value = NoteValue(base, isDotted: isDotted, tuplet: tuplet) else {
            throw PatternError(.uncountableLength, at: place)
        }
        return Pattern.Element(value, isRest: isRest)
    }
}

extension Decoder {
    /// A misspelt key would otherwise be ignored.
    fileprivate func refuseUnknownKeys<Known: CodingKey & CaseIterable>(_: Known.Type) throws {
        let known = Set(Known.allCases.map(\.stringValue))
        let keys = try container(keyedBy: AnyKey.self).allKeys.map(\.stringValue)
        if let unknown = keys.filter({ !known.contains($0) }).min() {
            throw PatternError(.unknownKey(unknown), at: PatternLibrary.place(codingPath))
        }
    }
}

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

/// An error in `patterns.json`.
public struct PatternError: Error, Sendable, Equatable {
    public enum Kind: Sendable, Equatable {
        case unreadable
        case notJSON(line: Int?)
        case missingKey(String)
        case unknownKey(String)
        case wrongType(key: String)
        case noPatterns
        case badID
        case repeatedID
        case badDifficulty
        case noNotes
        case unknownValue(String)
        /// The length is not a whole number of ticks.
        case uncountableLength
        /// The notes do not add up to whole beats.
        case brokenBeats
        case tooLong
    }

    /// Patterns and notes are counted from 1. What is nil is unknown, or the error concerns the whole.
    public struct Place: Sendable, Equatable {
        public let pattern: Int?
        public let id: String?
        public let note: Int?

        public init(pattern: Int? = nil, id: String? = nil, note: Int? = nil) {
            self.pattern = pattern
            self.id = id
            self.note = note
        }
    }

    public let kind: Kind
    public let place: Place
    /// Description for the log.
    public let detail: String

    public init(_ kind: Kind, at place: Place = Place(), detail: String = "") {
        self.kind = kind
        self.place = place
        self.detail = detail
    }
}
