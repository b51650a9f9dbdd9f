import Foundation

/// Preferences of the terminal page.
public struct TerminalPreferences: Sendable, Equatable {
    /// Connections in the order of display.
    public var connections: [ConnectionProfile] = []
    /// Whether words are sent to the terminal as soon as they are final, which means that they will no longer change.
    /// Otherwise they wait in the preview.
    public var sendsAtOnce = false
    /// Whether line breaks between paragraphs are sent. A shell takes each for Enter.
    public var sendsLineBreaks = false
    /// Font as a Pango description, such as `Monospace 11`; empty for the desktop's fixed-width font.
    public var font = ""
    /// Number of lines in the scrollback buffer.
    public var scrollback = 10_000

    /// Range of `scrollback`.
    public static let scrollbackRange = 0...1_000_000

    public init() {}

    /// Handling of line breaks.
    public var lineBreaks: TerminalText.LineBreaks {
        sendsLineBreaks ? .kept : .spaces
    }

    /// The connections as JSON, in the form in which they are stored.
    ///
    /// Invalid entries are skipped when the text is parsed, so that one bad entry does not lose the others.
    public var connectionText: String {
        get {
            let encoder = JSONEncoder()
            encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
            return (try? encoder.encode(connections)).map { String(decoding: $0, as: UTF8.self) } ?? "[]"
        }
        set {
            let read = try? OutsideJSON.decode([Readable].self, from: Data(newValue.utf8))
            connections = (read ?? []).compactMap(\.connection)
        }
    }

    /// Returns the preferences with every value brought within its range.
    public func sanitized() -> TerminalPreferences {
        var result = self
        result.scrollback = min(max(scrollback, Self.scrollbackRange.lowerBound), Self.scrollbackRange.upperBound)
        var ids: Set<String> = []
        result.connections = connections.filter { $0.problem == nil && !$0.id.isEmpty && ids.insert($0.id).inserted }
        result.connections = Array(result.connections.prefix(ConnectionProfile.mostConnections))
        return result
    }
}

/// A decoded connection; nil if the entry is invalid.
private struct Readable: Decodable {
    let connection: ConnectionProfile?

    init(from decoder: any Decoder) throws {
        connection = try? ConnectionProfile(from: decoder)
    }
}
