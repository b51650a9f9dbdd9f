/// The user's own words for dictation: those that the recogniser does not know, and what is to be written in place of
/// what is heard.
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

    /// Adds rules. One for the same words as an earlier one takes its place; unusable ones, and those beyond the
    /// maximum, are left out. Returns how many were taken.
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

    /// Returns the rules for speech in a language, an ISO 639-1 code, or nil if it is not known. The user's own rules
    /// count before shipped ones.
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

/// Port: keeps the user's words. Calls may take as long as the disk.
public protocol WordBookStore: Sendable {
    /// Returns the book; an empty one if none is kept or it cannot be read.
    func load() async -> WordBook

    /// Keeps a book in place of the former one. A book that exists but could not be read is never replaced.
    func save(_ book: WordBook) async throws(TextSaveError)

    /// Path under which a damaged book has been set aside since the program started; nil if none was.
    func damagedCopy() async -> String?

    /// Returns the text of a file that the user wants to import.
    func text(of path: String) async throws(TextReadError) -> String
}

/// An error while reading a text file.
public enum TextReadError: Error, Sendable, Equatable {
    /// The file does not exist or may not be read.
    case unreadable
    /// The file is larger than any list of words.
    case tooLarge
    /// The bytes are no text in UTF-8.
    case notText
}
