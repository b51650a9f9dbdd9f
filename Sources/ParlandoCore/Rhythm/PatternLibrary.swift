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
            try (try? OutsideJSON.object(from: json)).map { try PatternEntries.refuseUnknownKeys(in: $0) }
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
            patterns.append(try entry.pattern(at: place))
            guard ids.insert(entry.id).inserted else {
                throw PatternError(.repeatedID, at: place)
            }
        }
        self.patterns = patterns
    }

    public subscript(id: Pattern.ID) -> Pattern? {
        patterns.first { $0.id == id }
    }

    // MARK: Errors

    private static func error(_ error: any Error, in json: Data) -> PatternError {
        switch error {
        case let error as PatternError:
            return error
        case DecodingError.keyNotFound(let key, let context):
            return PatternError(.missingKey(key.stringValue), at: .init(context.codingPath.compactMap(\.intValue)))
        case DecodingError.typeMismatch(_, let context), DecodingError.valueNotFound(_, let context),
            DecodingError.dataCorrupted(let context) where !context.codingPath.isEmpty:
            let key = context.codingPath.last { $0.intValue == nil }?.stringValue ?? ""
            return PatternError(.wrongType(key: key), at: .init(context.codingPath.compactMap(\.intValue)))
        default:
            return PatternError(.notJSON(line: faultyLine(of: json)))
        }
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

private struct PatternEntries: Decodable {
    let patterns: [PatternEntry]

    /// Keys of the file, of a pattern and of a note.
    private static let known: [String: Set] = [
        "": ["patterns"],
        "patterns": ["id", "difficulty", "beat", "notes", "companion"],
        "notes": ["value", "dotted", "tuplet", "rest"],
        "companion": ["value", "dotted", "tuplet", "rest"],
    ]

    /// A misspelt key would otherwise be ignored.
    static func refuseUnknownKeys(
        in value: Any, of key: String = "", at indices: [Int] = []
    ) throws(PatternError) {
        for (index, item) in (value as? [Any] ?? []).enumerated() {
            try refuseUnknownKeys(in: item, of: key, at: indices + [index])
        }
        let (object, known) = (value as? [String: Any] ?? [:], known[key] ?? [])
        if let unknown = object.keys.filter({ !known.contains($0) }).min() {
            throw PatternError(.unknownKey(unknown), at: PatternError.Place(indices))
        }
        for key in Self.known.keys.sorted() {
            try object[key].map { item throws(PatternError) in try refuseUnknownKeys(in: item, of: key, at: indices) }
        }
    }
}

/// A pattern of the file, before its values are validated.
private struct PatternEntry: Decodable {
    let id: String
    /// As an integer, the decoder would report a value such as 1.5 as invalid JSON.
    private let difficulty: Double
    private let beat: String?
    private let notes: [NoteEntry]
    private let companion: [NoteEntry]?

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
        let written = beat ?? Pattern.Beat.quarter.rawValue
        guard let beat = Pattern.Beat(rawValue: written), beat != .any else {
            throw PatternError(.unknownValue(written), at: place)
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
        try notes.enumerated().map { index, note throws(PatternError) in
            try note.element(at: PatternError.Place(pattern: place.pattern, id: place.id, note: index + 1))
        }
    }

    private static let idCharacters = Set("abcdefghijklmnopqrstuvwxyz0123456789-".utf8)
}

private struct NoteEntry: Decodable {
    private let value: String
    private let dotted: Bool?
    private let tuplet: String?
    private let rest: Bool?

    func element(at place: PatternError.Place) throws(PatternError) -> Pattern.Element {
        guard let base = NoteValue.Base(rawValue: value) else {
            throw PatternError(.unknownValue(value), at: place)
        }
        let tuplet = tuplet.flatMap(NoteValue.Tuplet.init)
        guard (tuplet == nil) == (self.tuplet == nil) else {
            throw PatternError(.unknownValue(self.tuplet ?? ""), at: place)
        }
        guard let value = NoteValue(base, isDotted: dotted ?? false, tuplet: tuplet) else {
            throw PatternError(.uncountableLength, at: place)
        }
        return Pattern.Element(value, isRest: rest ?? false)
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

        /// - Parameter indices: of the pattern and of the note, from 0, as far as they are known.
        fileprivate init(_ indices: [Int]) {
            self.init(pattern: indices.first.map { $0 + 1 }, note: indices.dropFirst().first.map { $0 + 1 })
        }
    }

    public let kind: Kind
    public let place: Place

    public init(_ kind: Kind, at place: Place = Place()) {
        self.kind = kind
        self.place = place
    }
}
