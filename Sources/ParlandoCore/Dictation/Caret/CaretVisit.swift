/// Purpose of a text field, as stated by its application.
public enum FieldPurpose: String, Sendable, Equatable, Codable {
    /// Text of any kind, perhaps of several lines.
    case text
    /// A single line, such as an address, a number or a name.
    case line
    case terminal
    /// A password or PIN, into which nothing is ever written.
    case secret
}

/// A stay of the focus in a text field of any application, and what is known of the field. When the focus returns to
/// the field, another visit begins.
public struct CaretVisit: Sendable, Equatable, Codable {
    /// Number of this visit (a stay of the focus in a field). No two visits have the same number.
    public var number: Int
    /// Name of the field's input context: the number of restarts of the input method service, a colon, and the name
    /// that the service gives the context. Empty if unknown. All names change when the service is restarted.
    public var path: String
    /// Kind and name of the application's input method client, such as `gtk4-im:gedit`; empty if unknown.
    public var client: String
    /// Whether the field is in a window of this program.
    public var isOwn: Bool
    /// Whether one input context (an object of the input method service) serves several fields, so that its name does
    /// not identify a field.
    public var isShared: Bool
    /// Purpose of the field, as stated by its application.
    public var purpose: FieldPurpose
    /// Whether the application is able to state the purposes of its fields. If not, any field may be a terminal.
    public var statesPurpose: Bool
    /// The text around the caret; nil if the application does not report it.
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

/// What is known of the text around the caret. Only the last few characters and a hash are kept.
public struct CaretSurroundings: Sendable, Equatable, Codable {
    /// The last characters before the caret, at most `reach`.
    public var before: String
    /// Hash of the text around the caret, by which a field is recognised; 0 if there is no text.
    public var print: UInt64

    /// Maximum number of characters before the caret that are kept, to decide on spaces and capital letters.
    public static let reach = 8

    /// Creates surroundings from the text around the caret.
    ///
    /// - Parameters:
    ///   - text: the text around the caret, as reported by the application.
    ///   - caret: position of the caret, or of the beginning of the selection, in Unicode scalars. A position outside
    ///     of the text counts as its nearest end.
    public init(text: String, caret: Int) {
        before = String(String.UnicodeScalarView(text.unicodeScalars.prefix(max(caret, 0))).suffixed(Self.reach))
        print = text.isEmpty ? 0 : Self.hash(text)
    }

    /// Creates surroundings from the characters before the caret and the hash of the text around the caret.
    public init(before: String, print: UInt64) {
        self.before = before
        self.print = print
    }

    /// Returns the FNV-1a hash of a text. Unlike Swift's `Hasher`, it gives the same value in every process.
    private static func hash(_ text: String) -> UInt64 {
        text.utf8.reduce(0xCBF2_9CE4_8422_2325) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
    }
}

extension String.UnicodeScalarView {
    fileprivate func suffixed(_ count: Int) -> String {
        String(String(self).suffix(count))
    }
}
