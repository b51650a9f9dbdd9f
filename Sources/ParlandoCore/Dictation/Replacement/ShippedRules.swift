/// Sets of replacement rules that are shipped with the program. They are off by default, because a speaker may mean a
/// word such as "period" literally.
public enum ShippedRules: String, Sendable, CaseIterable, Codable {
    /// Punctuation marks, which are dictated by their names, such as "comma".
    case punctuation
    /// Line breaks, which are dictated as "new line" or "new paragraph".
    case lines

    /// ISO 639-1 codes of the languages with shipped rules.
    public static let languages = ["en", "ru", "de", "es", "fr"]

    /// Returns the rules of the set for a language. If `language` is nil, returns the rules of all languages, except
    /// those whose spoken words are ordinary words of another language.
    public func rules(for language: String?) -> [ReplacementRule] {
        let lists = self == .punctuation ? Self.punctuationMarks : Self.lineBreaks
        guard let language else {
            return Self.languages.flatMap { lists[$0] ?? [] }.filter { !Self.ambiguous.contains($0.0) }
                .map { ReplacementRule($0.0, $0.1) }
        }
        return (lists[language] ?? []).map { ReplacementRule($0.0, $0.1) }
    }

    /// Names of punctuation marks in other languages that are ordinary words of English.
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
}
