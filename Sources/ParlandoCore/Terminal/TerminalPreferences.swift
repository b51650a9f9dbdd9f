public struct TerminalPreferences: Sendable, Equatable {
    public var connections: [ConnectionProfile] = []
    /// Whether final words are sent at once. Otherwise they wait in a preview until the user sends them.
    public var sendsAtOnce = false
    /// A shell takes each line break for Enter.
    public var sendsLineBreaks = false
    /// A Pango description, such as `Monospace 11`; empty for the desktop's fixed-width font.
    public var font = ""
    public var scrollback = 10_000

    static let declared: [any DeclaredPreference] = [
        Preference("terminal-connections", \.terminal.connectionText),
        Preference("terminal-sends-at-once", \.terminal.sendsAtOnce, page: .terminal),
        Preference("terminal-sends-line-breaks", \.terminal.sendsLineBreaks, page: .terminal),
        Preference("terminal-font", \.terminal.font, page: .terminal),
        Preference("terminal-scrollback", \.terminal.scrollback, 0...1_000_000, page: .terminal),
    ]

    public init() {}

    public var lineBreaks: TerminalText.LineBreaks {
        sendsLineBreaks ? .kept : .spaces
    }

    /// As JSON, in the form in which they are stored.
    public var connectionText: String {
        get { JSONText.line(of: connections) ?? "[]" }
        set { connections = JSONText.list(of: ConnectionProfile.self, in: newValue) }
    }

    /// With numbers in their ranges, and without invalid connections and duplicate ids.
    public func sanitized() -> TerminalPreferences {
        var result = Preferences.clamp(self, at: \.terminal, Self.declared)
        var ids: Set<String> = []
        result.connections = connections.filter { $0.problem == nil && !$0.id.isEmpty && ids.insert($0.id).inserted }
        result.connections = Array(result.connections.prefix(ConnectionProfile.mostConnections))
        return result
    }
}

/// A search in a terminal. The text is taken literally.
public struct TerminalSearch: Sendable, Equatable {
    public enum Direction: Sendable, Equatable {
        case up
        case down
    }

    /// Bytes. Within this limit, a search through ten thousand long lines takes a fraction of a second.
    public static let longestText = 1_000
    private static let special = Set(#"\^$.[]|()?*+{}-#"#.unicodeScalars)

    /// A regular expression (PCRE2) that matches the text literally.
    public let pattern: String
    public let isCaseSensitive: Bool
    public let direction: Direction
    /// Whether to begin at the visible end of the terminal, and not at the latest match.
    public let isNew: Bool

    /// Nil if the text is empty or longer than `longestText`.
    public init?(_ text: String, isCaseSensitive: Bool, direction: Direction, isNew: Bool) {
        guard !text.isEmpty, text.utf8.count <= Self.longestText else {
            return nil
        }
        var pattern = ""
        // The pattern is passed to C, where a null character would end it.
        for character in text.unicodeScalars where character != "\0" {
            if Self.special.contains(character) {
                pattern += "\\"
            }
            pattern.unicodeScalars.append(character)
        }
        self.pattern = pattern
        self.isCaseSensitive = isCaseSensitive
        self.direction = direction
        self.isNew = isNew
    }
}
