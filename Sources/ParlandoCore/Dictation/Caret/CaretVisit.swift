/// Purpose of a text field, as its application states it.
public enum FieldPurpose: String, Sendable, Equatable, Codable {
    /// Any text, perhaps of several lines.
    case text
    /// A single line, such as an address, a number or a name.
    case line
    case terminal
    /// A password or PIN, into which nothing is ever written.
    case secret
}

/// One stay of the focus in a text field. When the focus comes back to a field, another visit begins.
public struct CaretVisit: Sendable, Equatable, Codable {
    /// Number of this visit; no two visits have the same.
    public var number: Int
    /// Input context of the field: the number of restarts of the input method service, a colon, and the name that the
    /// service gives it. Empty if it is not known. After a restart of the service all names are new.
    public var path: String
    /// Kind and name of the application's client, such as `gtk4-im:gedit`; empty if it is not known.
    public var client: String
    /// Whether the field is in this program's own window.
    public var isOwn: Bool
    /// Whether one input context serves several fields, so that its name does not identify a field.
    public var isShared: Bool
    /// Purpose of the field.
    public var purpose: FieldPurpose
    /// Whether the application has a way to state purposes at all. If not, any field may be a terminal.
    public var statesPurpose: Bool
    /// Text around the caret, or nil if the application does not tell.
    public var surroundings: CaretSurroundings?

    public init(
        number: Int, path: String = "", client: String = "", isOwn: Bool = false, isShared: Bool = false,
        purpose: FieldPurpose = .text, statesPurpose: Bool = true, surroundings: CaretSurroundings? = nil
    ) {
        self.number = number
        self.path = path
        self.client = client
        self.isOwn = isOwn
        self.isShared = isShared
        self.purpose = purpose
        self.statesPurpose = statesPurpose
        self.surroundings = surroundings
    }
}

/// What is known of the text around the caret. The text itself is not kept.
public struct CaretSurroundings: Sendable, Equatable, Codable {
    /// The last few characters before the caret.
    public var before: String
    /// Hash of the text, by which a field is recognised; 0 if there is no text.
    public var print: UInt64

    /// Number of characters before the caret that decide on spaces and capital letters.
    public static let reach = 8

    /// - Parameters:
    ///   - text: the text around the caret, as the application tells it.
    ///   - caret: position of the caret or of the beginning of the selection, in Unicode scalars. A position outside of
    ///     the text counts as its nearest end.
    public init(text: String, caret: Int) {
        before = String(String.UnicodeScalarView(text.unicodeScalars.prefix(max(caret, 0))).suffixed(Self.reach))
        print = text.isEmpty ? 0 : Self.hash(text)
    }

    /// Creates surroundings of which only this is known.
    public init(before: String, print: UInt64) {
        self.before = before
        self.print = print
    }

    /// FNV-1a, which is the same in both processes.
    private static func hash(_ text: String) -> UInt64 {
        text.utf8.reduce(0xCBF2_9CE4_8422_2325) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
    }
}

extension String.UnicodeScalarView {
    fileprivate func suffixed(_ count: Int) -> String {
        String(String(self).suffix(count))
    }
}
