public import Foundation

/// The library of rhythm patterns, read from `patterns.json`:
///
///     {"patterns": [
///       {"id": "eighths", "difficulty": 1, "notes": [{"value": "eighth"}, {"value": "eighth"}]},
///       …
///
/// A note's value is `half`, `quarter`, `eighth` or `sixteenth`; `"dotted": true`, `"triplet": true` and `"rest": true`
/// may follow. A pattern lasts one to four whole beats.
public struct PatternLibrary: Sendable, Equatable {
    /// The patterns in the order of the file, at least one, with unique ids.
    public let patterns: [Pattern]

    /// Decodes and validates all rhythm patterns. Throws the first error found.
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

    /// Returns the rhythm pattern with an id; nil if there is no such pattern.
    public subscript(id: Pattern.ID) -> Pattern? {
        patterns.first { $0.id == id }
    }

    /// Returns the rhythm patterns whose difficulty is at most `difficulty`.
    public func patterns(upTo difficulty: Int) -> [Pattern] {
        patterns.filter { $0.difficulty <= difficulty }
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

    /// Converts a decoder's coding path to a location in the file. In a path such as `patterns`, 3, `notes`, 0,
    /// `value`, the numbers are the indices of the pattern and the note, from 0.
    static func place(_ path: [any CodingKey]) -> PatternError.Place {
        let numbers = path.compactMap(\.intValue)
        return PatternError.Place(
            pattern: numbers.first.map { $0 + 1 }, note: numbers.dropFirst().first.map { $0 + 1 })
    }

    /// Returns the number of the line with the syntax error, from 1; nil if unknown. `JSONDecoder` does not report the
    /// line; `JSONSerialization` reports a position in its error message.
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
