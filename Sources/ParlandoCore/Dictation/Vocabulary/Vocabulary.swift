import Foundation

/// Words and phrases that the recogniser is told to expect, such as names.
public struct Vocabulary: Sendable, Equatable {
    /// Key of the words of every language.
    public static let everyLanguage = ""
    /// Maximum for each language.
    public static let mostEntries = 1_000

    /// Without duplicates. A key is an ISO 639-1 code or `everyLanguage`.
    public private(set) var entries: [String: [String]] = [:]

    public init() {}

    /// Leaves out what is unusable, known, or beyond the maximum. Returns how many of the new entries it contains now.
    @discardableResult public mutating func add(_ new: [String], language: String) -> Int {
        var list = entries[language] ?? []
        var known = Set(list)
        var there = 0
        for entry in new.compactMap(VocabularyList.entry) {
            if known.contains(entry) {
                there += 1
            } else if list.count < Self.mostEntries {
                known.insert(entry)
                list.append(entry)
                there += 1
            }
        }
        entries[language] = list.isEmpty ? nil : list
        return there
    }

    /// Keeps the position. Does nothing if `former` is missing or `entry` is unusable.
    public mutating func replace(_ former: String, by entry: String, language: String) {
        guard let entry = VocabularyList.entry(entry), var list = entries[language],
            let place = list.firstIndex(of: former)
        else {
            return
        }
        list[place] = entry
        entries[language] = list.indices.filter { $0 == place || list[$0] != entry }.map { list[$0] }
    }

    /// Removes a word or phrase.
    public mutating func remove(_ entry: String, language: String) {
        let list = (entries[language] ?? []).filter { $0 != entry }
        entries[language] = list.isEmpty ? nil : list
    }

    /// Returns those of the language and of `everyLanguage`; of all languages if `language` is nil.
    public func entries(for language: String?) -> [String] {
        let others = language.map { [$0] } ?? entries.keys.sorted().filter { $0 != Self.everyLanguage }
        var known: Set<String> = []
        return (others + [Self.everyLanguage]).flatMap { entries[$0] ?? [] }.filter { known.insert($0).inserted }
    }
}

extension Vocabulary: Codable {
    /// Leaves out unusable entries.
    public init(from decoder: any Decoder) throws {
        for (language, list) in try decoder.singleValueContainer().decode([String: [String]].self) {
            add(list, language: language)
        }
    }

    /// Writes what `init(from:)` reads.
    public func encode(to encoder: any Encoder) throws {
        var values = encoder.singleValueContainer()
        try values.encode(entries)
    }
}

/// Text format for a vocabulary: one word or phrase per line.
public enum VocabularyList {
    /// A line that is not a valid word or phrase.
    public struct Fault: Error, Sendable, Equatable {
        /// Counted from 1.
        public let line: Int
    }

    /// Maximum length of a word or phrase.
    public static let mostCharacters = 100

    /// Throws `Fault` at the first invalid line.
    public static func entries(in text: String) throws(Fault) -> [String] {
        var entries: [String] = []
        let text = (text.hasPrefix("\u{FEFF}") ? String(text.dropFirst()) : text).precomposedStringWithCanonicalMapping
        let lines = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
        for (index, line) in lines.enumerated() where line.contains(where: { !$0.isWhitespace }) {
            guard let entry = entry(String(line)) else {
                throw Fault(line: index + 1)
            }
            entries.append(entry)
        }
        return entries
    }

    /// Writes entries in the form that `entries(in:)` reads.
    public static func text(of entries: [String]) -> String {
        entries.map { $0 + "\n" }.joined()
    }

    /// Returns the text with single spaces; nil if it has no letter or digit, has a control character, or is too long.
    public static func entry(_ text: String) -> String? {
        let entry = text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
        let isPlain = entry.unicodeScalars.allSatisfy { $0.properties.generalCategory != .control }
        guard isPlain, entry.count <= mostCharacters, entry.contains(where: { $0.isLetter || $0.isNumber }) else {
            return nil
        }
        return entry
    }
}
