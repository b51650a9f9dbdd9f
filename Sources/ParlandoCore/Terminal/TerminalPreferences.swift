import Foundation

/// What the user has chosen about the terminal page.
public struct TerminalPreferences: Sendable, Equatable {
    /// In the order they are shown.
    public var connections: [ConnectionProfile] = []
    /// Whether settled words go into the terminal at once, without waiting in the preview.
    public var sendsAtOnce = false
    /// Whether the breaks between paragraphs are sent; a shell takes each for Enter.
    public var sendsLineBreaks = false
    /// Font as Pango describes it, such as `Monospace 11`; empty: the desktop's fixed-width font.
    public var font = ""
    /// Lines that can be scrolled back to.
    public var scrollback = 10_000

    /// Bounds of `scrollback`.
    public static let scrollbackRange = 0...1_000_000

    public init() {}

    /// What becomes of line breaks.
    public var lineBreaks: TerminalText.LineBreaks {
        sendsLineBreaks ? .kept : .spaces
    }

    /// The connections as JSON, the form in which they are kept.
    ///
    /// Of what is read, what cannot be a connection is left out: one bad entry does not cost the others.
    public var connectionText: String {
        get {
            let encoder = JSONEncoder()
            encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
            return (try? encoder.encode(connections)).map { String(decoding: $0, as: UTF8.self) } ?? "[]"
        }
        set {
            let read = try? JSONDecoder().decode([Readable].self, from: Data(newValue.utf8))
            connections = (read ?? []).compactMap(\.connection)
        }
    }

    /// The same choices with everything out of bounds brought back into them.
    public func sanitized() -> TerminalPreferences {
        var result = self
        result.scrollback = min(max(scrollback, Self.scrollbackRange.lowerBound), Self.scrollbackRange.upperBound)
        var ids: Set<String> = []
        result.connections = connections.filter { $0.problem == nil && !$0.id.isEmpty && ids.insert($0.id).inserted }
        result.connections = Array(result.connections.prefix(ConnectionProfile.mostConnections))
        return result
    }
}

/// A connection, if it is one.
private struct Readable: Decodable {
    let connection: ConnectionProfile?

    init(from decoder: any Decoder) throws {
        connection = try? ConnectionProfile(from: decoder)
    }
}
