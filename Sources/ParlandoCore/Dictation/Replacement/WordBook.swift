/// The user's word lists for dictation: a vocabulary that the recogniser does not know, and rules that replace
/// recognised words.
public struct WordBook: Sendable, Equatable {
    /// The user's replacement rules, no two for the same words.
    public private(set) var replacements: [ReplacementRule] = []
    /// The shipped sets of rules that are on.
    public var shipped: Set<ShippedRules> = []
    /// The words that the recogniser is told to expect.
    public var vocabulary = Vocabulary()

    /// Maximum number of replacement rules.
    public static let mostReplacements = 5_000

    public init() {}

    /// Adds rules. A rule replaces an earlier rule for the same words. Unusable rules, and new rules beyond the
    /// maximum, are left out. Returns the number of rules that were not left out.
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

    /// Removes the rule with this identifier.
    public mutating func remove(_ id: ReplacementRule.ID) {
        replacements.removeAll { $0.id == id }
    }

    /// Returns the rules for speech in a language. The user's own rules take precedence over shipped ones.
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

    /// Reads a book. Rules that cannot apply and unknown sets are left out.
    public init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        add(try values.decodeIfPresent([ReplacementRule].self, forKey: .replacements) ?? [])
        let names = try values.decodeIfPresent([String].self, forKey: .shipped) ?? []
        shipped = Set(names.compactMap(ShippedRules.init))
        vocabulary = try values.decodeIfPresent(Vocabulary.self, forKey: .vocabulary) ?? Vocabulary()
    }

    /// Writes a book that `init(from:)` reads.
    public func encode(to encoder: any Encoder) throws {
        var values = encoder.container(keyedBy: CodingKeys.self)
        try values.encode(replacements, forKey: .replacements)
        try values.encode(shipped.map(\.rawValue).sorted(), forKey: .shipped)
        try values.encode(vocabulary, forKey: .vocabulary)
    }
}

/// Port: stores the user's word book. Calls may take a long time on a slow disk.
public protocol WordBookStore: Sendable {
    /// Returns the stored book; an empty book if no book is stored or the stored one cannot be read.
    func load() async -> WordBook

    /// Stores a book in place of the former one. A stored book that could not be read is never overwritten.
    func save(_ book: WordBook) async throws(TextSaveError)

    /// Returns the path to which a damaged book has been moved since the program started; nil if no book was moved.
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
