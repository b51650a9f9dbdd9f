/// The user's words for dictation: the vocabulary and the replacement rules.
public struct WordBook: Sendable, Equatable {
    /// No two rules replace the same words.
    public private(set) var replacements: [ReplacementRule] = []
    /// The shipped sets that are turned on.
    public var shipped: Set<ShippedRules> = []
    /// Words that the recogniser is told to expect.
    public var vocabulary = Vocabulary()

    /// Maximum number of rules.
    public static let mostReplacements = 5_000

    public init() {}

    /// A new rule replaces an earlier one for the same words. Leaves out what is unusable or beyond the maximum.
    /// Returns how many were taken.
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

    /// Removes a rule.
    public mutating func remove(_ id: ReplacementRule.ID) {
        replacements.removeAll { $0.id == id }
    }

    /// The user's rule comes before a shipped one for the same words.
    ///
    /// - Parameter language: ISO 639-1 code; nil if unknown.
    public func rules(for language: String?) -> ReplacementRules {
        let sets = ShippedRules.allCases.filter { shipped.contains($0) && $0 != .takeBack }
        return ReplacementRules(replacements + sets.flatMap { $0.rules(for: language) })
    }

    /// What takes the last text back (`TakeBack`); empty if that is off.
    ///
    /// - Parameter language: ISO 639-1 code; nil if unknown.
    public func takeBackCommands(for language: String?) -> [ReplacementRule] {
        shipped.contains(.takeBack) ? ShippedRules.takeBack.rules(for: language) : []
    }
}

extension WordBook: Codable {
    private enum CodingKeys: String, CodingKey {
        case replacements
        case shipped
        case vocabulary
    }

    /// Leaves out unusable rules and unknown names of shipped sets.
    public init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        add(try values.decodeIfPresent([ReplacementRule].self, forKey: .replacements) ?? [])
        let names = try values.decodeIfPresent([String].self, forKey: .shipped) ?? []
        shipped = Set(names.compactMap(ShippedRules.init))
        vocabulary = try values.decodeIfPresent(Vocabulary.self, forKey: .vocabulary) ?? Vocabulary()
    }

    /// Writes what `init(from:)` reads.
    public func encode(to encoder: any Encoder) throws {
        var values = encoder.container(keyedBy: CodingKeys.self)
        try values.encode(replacements, forKey: .replacements)
        try values.encode(shipped.map(\.rawValue).sorted(), forKey: .shipped)
        try values.encode(vocabulary, forKey: .vocabulary)
    }
}

/// Port: stores the word book.
public protocol WordBookStore: Sendable {
    /// As it is on disk now, where another program may have changed it. Empty if none is stored or it cannot be read.
    func load() async -> WordBook

    /// Replaces `old`. Returns false, and does nothing, if another program has changed it since: then the change is to
    /// be made again. Never overwrites a word book that could not be read.
    func save(_ book: WordBook, over old: WordBook) async throws(TextSaveError) -> Bool

    /// The path to which a damaged word book has been moved since the program started.
    func damagedCopy() async -> String?

    /// Returns the text of a file to import.
    func text(of path: String) async throws(TextReadError) -> String
}

/// An error while reading a text file.
public enum TextReadError: Error, Sendable, Equatable {
    case unreadable
    /// Larger than the maximum of a word list.
    case tooLarge
    /// Not UTF-8.
    case notText
}

/// Rules that are shipped with the program. They are off by default, because a word such as "period" may be meant
/// literally.
public enum ShippedRules: String, Sendable, CaseIterable, Codable {
    /// Dictated by their names, such as "comma".
    case punctuation
    /// Dictated as "new line" or "new paragraph".
    case lines
    /// Dictated as "scratch that". They write nothing.
    case takeBack

    /// Languages with shipped rules, as ISO 639-1 codes.
    public static let languages = ["en", "ru", "de", "es", "fr"]

    /// For nil: of all languages, except for what are ordinary words of another one.
    public func rules(for language: String?) -> [ReplacementRule] {
        let lists = self == .punctuation ? Self.punctuationMarks : self == .lines ? Self.lineBreaks : Self.takeBacks
        guard let language else {
            return Self.languages.flatMap { lists[$0] ?? [] }.filter { !Self.ambiguous.contains($0.0) }
                .map { ReplacementRule($0.0, $0.1) }
        }
        return (lists[language] ?? []).map { ReplacementRule($0.0, $0.1) }
    }

    /// Ordinary words of English.
    private static let ambiguous: Set = ["point", "coma"]

    private static let punctuationMarks: [String: [(String, String)]] = [
        "en": [
            ("comma", ","), ("period", "."), ("full stop", "."), ("question mark", "?"), ("exclamation mark", "!"),
            ("exclamation point", "!"), ("colon", ":"), ("semicolon", ";"), ("ellipsis", "…"), ("dash", "–"),
            ("open parenthesis", "("), ("close parenthesis", ")"), ("open bracket", "["), ("close bracket", "]"),
            ("open quote", "“"), ("close quote", "”"),
        ],
        "ru": [
            ("запятая", ","), ("точка", "."), ("вопросительный знак", "?"), ("знак вопроса", "?"),
            ("восклицательный знак", "!"), ("двоеточие", ":"), ("точка с запятой", ";"), ("многоточие", "…"),
            ("тире", "—"), ("открыть скобку", "("), ("закрыть скобку", ")"), ("открыть кавычки", "«"),
            ("закрыть кавычки", "»"),
        ],
        "de": [
            ("Komma", ","), ("Punkt", "."), ("Fragezeichen", "?"), ("Ausrufezeichen", "!"), ("Doppelpunkt", ":"),
            ("Semikolon", ";"), ("Strichpunkt", ";"), ("Gedankenstrich", "–"), ("Klammer auf", "("),
            ("Klammer zu", ")"), ("Anführungszeichen auf", "„"), ("Anführungszeichen zu", "“"),
        ],
        "es": [
            ("coma", ","), ("punto", "."), ("punto y coma", ";"), ("dos puntos", ":"), ("puntos suspensivos", "…"),
            ("abrir interrogación", "¿"), ("cerrar interrogación", "?"), ("abrir exclamación", "¡"),
            ("cerrar exclamación", "!"), ("abrir paréntesis", "("), ("cerrar paréntesis", ")"),
        ],
        "fr": [
            ("virgule", ","), ("point", "."), ("point d'interrogation", "\u{202F}?"),
            ("point d'exclamation", "\u{202F}!"),
            ("deux points", "\u{A0}:"), ("point virgule", "\u{202F};"), ("points de suspension", "…"),
            ("ouvrir la parenthèse", "("), ("fermer la parenthèse", ")"),
        ],
    ]

    private static let lineBreaks: [String: [(String, String)]] = [
        "en": [("new line", "\n"), ("newline", "\n"), ("new paragraph", "\n\n")],
        "ru": [("новая строка", "\n"), ("с новой строки", "\n"), ("новый абзац", "\n\n"), ("с нового абзаца", "\n\n")],
        "de": [("neue Zeile", "\n"), ("neuer Absatz", "\n\n")],
        "es": [("nueva línea", "\n"), ("nuevo párrafo", "\n\n")],
        "fr": [("nouvelle ligne", "\n"), ("à la ligne", "\n"), ("nouveau paragraphe", "\n\n")],
    ]

    private static let takeBacks: [String: [(String, String)]] = [
        "en": [("scratch that", "")],
        "ru": [("сотри это", ""), ("сотрите это", "")],
        "de": [("streich das", ""), ("streiche das", "")],
        "es": [("borra eso", ""), ("borra esto", "")],
        "fr": [("efface ça", ""), ("effacez ça", "")],
    ]
}
