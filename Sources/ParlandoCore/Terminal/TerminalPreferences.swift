/// Preferences of the terminal page.
public struct TerminalPreferences: Sendable, Equatable {
    /// The user's ssh connections, in the order of display.
    public var connections: [ConnectionProfile] = []
    /// Whether dictated words are sent to the terminal as soon as they are final, which means that they will no longer
    /// change. Otherwise they wait in a preview until the user sends them.
    public var sendsAtOnce = false
    /// Whether line breaks between dictated paragraphs are sent to the terminal. A shell takes each of them for Enter.
    public var sendsLineBreaks = false
    /// Font as a Pango description, such as `Monospace 11`; empty for the desktop's fixed-width font.
    public var font = ""
    /// Maximum number of lines in the terminal's scrollback buffer.
    public var scrollback = 10_000

    static let declared: [any DeclaredPreference] = [
        Preference("terminal-connections", \.terminal.connectionText),
        Preference("terminal-sends-at-once", \.terminal.sendsAtOnce, page: .terminal),
        Preference("terminal-sends-line-breaks", \.terminal.sendsLineBreaks, page: .terminal),
        Preference("terminal-font", \.terminal.font, page: .terminal),
        Preference("terminal-scrollback", \.terminal.scrollback, 0...1_000_000, page: .terminal),
    ]

    public init() {}

    /// Handling of line breaks in text that is sent to the terminal.
    public var lineBreaks: TerminalText.LineBreaks {
        sendsLineBreaks ? .kept : .spaces
    }

    /// The ssh connections as JSON, in the form in which they are stored.
    public var connectionText: String {
        get { JSONText.line(of: connections) ?? "[]" }
        set { connections = JSONText.list(of: ConnectionProfile.self, in: newValue) }
    }

    /// Returns the preferences with numbers clamped to their ranges, and without invalid connections and duplicate ids.
    public func sanitized() -> TerminalPreferences {
        var result = Preferences.clamp(self, at: \.terminal, Self.declared)
        var ids: Set<String> = []
        result.connections = connections.filter { $0.problem == nil && !$0.id.isEmpty && ids.insert($0.id).inserted }
        result.connections = Array(result.connections.prefix(ConnectionProfile.mostConnections))
        return result
    }
}
