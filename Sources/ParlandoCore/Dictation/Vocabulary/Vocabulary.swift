/// Words and phrases, by language, that the recogniser is told to expect, such as names.
public struct Vocabulary: Sendable, Equatable {
    /// Key in `entries` for words and phrases that belong to every language.
    public static let everyLanguage = ""
    /// Maximum number of words and phrases for each language.
    public static let mostEntries = 1_000

    /// The words and phrases of each language as they are written, without duplicates. A key is an ISO 639-1 code or
    /// `everyLanguage`.
    public private(set) var entries: [String: [String]] = [:]

    public init() {}

    /// Adds words and phrases of a language. Leaves out unusable entries, entries beyond the maximum, and entries that
    /// the vocabulary already contains. Returns the number of entries in `new` that the vocabulary now contains.
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

    /// Replaces a word or phrase with another one at the same position. Does nothing if `former` is not in the list or
    /// `entry` is unusable.
    public mutating func replace(_ former: String, by entry: String, language: String) {
        guard let entry = VocabularyList.entry(entry), var list = entries[language],
            let place = list.firstIndex(of: former)
        else {
            return
        }
        list[place] = entry
        entries[language] = list.indices.filter { $0 == place || list[$0] != entry }.map { list[$0] }
    }

    /// Removes a word or phrase of a language.
    public mutating func remove(_ entry: String, language: String) {
        let list = (entries[language] ?? []).filter { $0 != entry }
        entries[language] = list.isEmpty ? nil : list
    }

    /// Returns the words and phrases for speech in a language, including those of `everyLanguage`. If `language` is
    /// nil, returns the words and phrases of all languages.
    public func entries(for language: String?) -> [String] {
        let others = language.map { [$0] } ?? entries.keys.sorted().filter { $0 != Self.everyLanguage }
        var known: Set<String> = []
        return (others + [Self.everyLanguage]).flatMap { entries[$0] ?? [] }.filter { known.insert($0).inserted }
    }
}

extension Vocabulary: Codable {
    /// Reads a vocabulary. Unusable entries are left out.
    public init(from decoder: any Decoder) throws {
        for (language, list) in try decoder.singleValueContainer().decode([String: [String]].self) {
            add(list, language: language)
        }
    }

    /// Writes the vocabulary in the form that `init(from:)` reads.
    public func encode(to encoder: any Encoder) throws {
        var values = encoder.singleValueContainer()
        try values.encode(entries)
    }
}
