/// The user's word lists for dictation: words that the recogniser is told to expect, and rules that replace recognised
/// words.
public struct WordBook: Sendable, Equatable {
    /// The user's replacement rules. No two rules replace the same words.
    public private(set) var replacements: [ReplacementRule] = []
    /// The shipped sets of replacement rules that the user has turned on.
    public var shipped: Set<ShippedRules> = []
    /// The words and phrases that the recogniser is told to expect.
    public var vocabulary = Vocabulary()

    /// Maximum number of the user's replacement rules.
    public static let mostReplacements = 5_000

    public init() {}

    /// Adds replacement rules. A new rule replaces an earlier rule for the same words. Leaves out unusable rules, and
    /// rules beyond the maximum. Returns the number of rules that were added or replaced an earlier one.
    @discardableResult public mutating func add(_ rules: [ReplacementRule]) -> Int {
        var places = Dictionary(replacements.enumerated().map { ($1.id, $0) }) { first, _ in first }
        var taken = 0
        for rule in rules where rule.isUsable {
            if let place = places[rule.id] {
                replacements[place] = rule
            } else if replacements.count < Self.mostReplacements {
                places[rule.id] = replacements.count
                replacements.append(rule)
            } else {
                continue
            }
            taken += 1
        }
        return taken
    }

    /// Removes the replacement rule with this identifier.
    public mutating func remove(_ id: ReplacementRule.ID) {
        replacements.removeAll { $0.id == id }
    }

    /// Returns the replacement rules for speech in a language. If the user has a rule for the same words as a shipped
    /// one, the user's rule applies.
    ///
    /// - Parameter language: ISO 639-1 code of the language; nil if the language is not known.
    public func rules(for language: String?) -> ReplacementRules {
        let sets = ShippedRules.allCases.filter(shipped.contains)
        return ReplacementRules(replacements + sets.flatMap { $0.rules(for: language) })
    }
}

extension WordBook: Codable {
    private enum CodingKeys: String, CodingKey {
        case replacements
        case shipped
        case vocabulary
    }

    /// Reads a word book. Leaves out unusable rules and unknown names of shipped sets.
    public init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        add(try values.decodeIfPresent([ReplacementRule].self, forKey: .replacements) ?? [])
        let names = try values.decodeIfPresent([String].self, forKey: .shipped) ?? []
        shipped = Set(names.compactMap(ShippedRules.init))
        vocabulary = try values.decodeIfPresent(Vocabulary.self, forKey: .vocabulary) ?? Vocabulary()
    }

    /// Writes the word book (the user's vocabulary and replacement rules) in the form that `init(from:)` reads.
    public func encode(to encoder: any Encoder) throws {
        var values = encoder.container(keyedBy: CodingKeys.self)
        try values.encode(replacements, forKey: .replacements)
        try values.encode(shipped.map(\.rawValue).sorted(), forKey: .shipped)
        try values.encode(vocabulary, forKey: .vocabulary)
    }
}

/// Port: stores the user's word book, which holds the vocabulary and replacement rules for dictation. Calls may take a
/// long time on a slow disk.
public protocol WordBookStore: Sendable {
    /// Returns the stored word book (the user's vocabulary and replacement rules). Returns an empty one if none is
    /// stored or the stored one cannot be read.
    func load() async -> WordBook

    /// Stores a word book (the user's vocabulary and replacement rules) in place of the former one. A stored word book
    /// that could not be read is never overwritten.
    func save(_ book: WordBook) async throws(TextSaveError)

    /// Returns the path to which a damaged word book (the user's vocabulary and replacement rules) has been moved since
    /// the program started; nil if none was moved.
    func damagedCopy() async -> String?

    /// Returns the text of a file that the user wants to import.
    func text(of path: String) async throws(TextReadError) -> String
}

/// An error while reading a text file.
public enum TextReadError: Error, Sendable, Equatable {
    /// The file does not exist or cannot be read.
    case unreadable
    /// The file is larger than the maximum size of a word list.
    case tooLarge
    /// The bytes are not UTF-8 text.
    case notText
}
