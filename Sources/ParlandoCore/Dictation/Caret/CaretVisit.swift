/// Purpose of a text field, as stated by its application.
public enum FieldPurpose: String, Sendable, Equatable, Codable {
    /// A field for text, perhaps of several lines.
    case text
    /// Such as an address, a number or a name.
    case line
    case terminal
    /// A password or PIN, into which nothing is ever written.
    case secret
}

/// A stay of the focus in a field of any application. When the focus returns, another visit begins.
public struct CaretVisit: Sendable, Equatable, Codable {
    /// No two visits have the same number.
    public var number: Int
    /// Name of the input context: the number of restarts of IBus, a colon, and IBus's own name, which it uses again
    /// after a restart. Empty if unknown.
    public var path: String
    /// Kind and name of the IBus client, such as `gtk4-im:gedit`; empty if unknown.
    public var client: String
    /// Whether the field is in a window of this program.
    public var isOwn: Bool
    /// Whether the input context serves several fields, so that its name identifies none.
    public var isShared: Bool
    /// Purpose of the field, as stated by its application.
    public var purpose: FieldPurpose
    /// Whether the application can state purposes. If not, any field may be a terminal.
    public var statesPurpose: Bool
    /// Nil if the application does not report it.
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

/// The text around the caret: only its last characters and a hash are kept.
public struct CaretSurroundings: Sendable, Equatable, Codable {
    /// The last characters before the caret, at most `reach`.
    public var before: String
    /// By which a field is recognised; 0 if there is no text.
    public var print: UInt64

    /// Enough to decide on spaces and capital letters.
    public static let reach = 8

    /// - Parameter caret: position of the caret or of the beginning of the selection, in Unicode scalars. A position
    ///   outside counts as the nearest end.
    public init(text: String, caret: Int) {
        before = String(String.UnicodeScalarView(text.unicodeScalars.prefix(max(caret, 0))).suffixed(Self.reach))
        print = text.isEmpty ? 0 : Self.hash(text)
    }

    /// Creates surroundings as they were sent.
    public init(before: String, print: UInt64) {
        self.before = before
        self.print = print
    }

    /// FNV-1a, which gives the same value in every process.
    private static func hash(_ text: String) -> UInt64 {
        text.utf8.reduce(0xCBF2_9CE4_8422_2325) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
    }
}

extension String.UnicodeScalarView {
    fileprivate func suffixed(_ count: Int) -> String {
        String(String(self).suffix(count))
    }
}

/// What follows from that.
extension CaretVisit {
    /// Whether both visits are in the same field. Where the name of the input context cannot tell, the text around the
    /// caret decides.
    func isSameField(as other: CaretVisit) -> Bool {
        guard purpose == other.purpose else {
            return false
        }
        let isNamed = !path.isEmpty && !other.path.isEmpty
        if isNamed, path == other.path, !isShared, !other.isShared {
            return true
        }
        guard !isNamed || path == other.path || service != other.service else {
            return false
        }
        guard let print = surroundings?.print, print != 0, print == other.surroundings?.print else {
            return false
        }
        return client.isEmpty || other.client.isEmpty || client == other.client
    }

    /// Whether the field is certainly not for a password: its purpose is stated, or it has text that its application
    /// does not report for passwords.
    var isKnownToBeNoSecret: Bool {
        statesPurpose || CaretClient(client).hidesSecrets && (surroundings?.print ?? 0) != 0
    }

    /// Whether the field may be in a window of this program.
    public var mayBeOwn: Bool {
        CaretClient(client).mayBeOwn
    }

    /// Whether the application has stated that the field is for several lines. In a terminal a line break would execute
    /// the text.
    var allowsBreaks: Bool {
        statesPurpose && purpose == .text
    }

    /// Number of restarts of IBus: the first part of `path`.
    private var service: Substring {
        path.firstIndex(of: ":").map { path[..<$0] } ?? ""
    }
}

/// What the kind and name of an IBus client, such as `gtk4-im:gedit`, tell about its program.
struct CaretClient: Sendable, Equatable {
    /// As the toolkit reports them to IBus.
    private static let ownNames: Set = ["parlando", "io.github.parlando.Parlando"]
    /// Passes on the fields of all Wayland applications.
    private static let shell = "gnome-shell"
    private static let qt = "QIBusInputContext"
    /// Kinds of clients that have a separate input context for each field. The programs in `windowContexts` do not.
    private static let ownContexts: Set = ["gtk3-im", "gtk4-im", "gtk-im", "xim"]
    /// Parts of the names of GTK applications with one input context for a window: Mozilla's, those with Chromium,
    /// Electron or WebKitGTK, and LibreOffice. Others are recognised when the purpose changes (`FieldFocus.share`).
    private static let windowContexts = [
        "firefox", "thunderbird", "librewolf", "waterfox", "palemoon", "seamonkey", "icecat", "tor browser",
        "torbrowser", "mullvad", "zen-browser", "floorp", "betterbird", "chrom", "brave", "vivaldi", "opera",
        "microsoft-edge", "msedge", "yandex", "electron", "code", "codium", "cursor", "slack", "discord", "signal",
        "element", "teams", "obsidian", "skype", "spotify", "zoom", "webkit", "epiphany", "evolution", "geary", "yelp",
        "soffice", "libreoffice",
    ]
    private static let purposeful: Set = ["gtk3-im", "gtk4-im", shell]

    /// Kind and name, separated by a colon; empty if unknown.
    let text: String

    init(_ text: String) {
        self.text = text
    }

    /// Whether IBus has not named it.
    var isUnnamed: Bool {
        text.isEmpty
    }

    var isOwn: Bool {
        Self.ownNames.contains(name)
    }

    /// Whether it is unknown or passes on the fields of other programs.
    var mayBeOwn: Bool {
        isOwn || !Self.ownContexts.contains(kind) && kind != Self.qt
    }

    var isShell: Bool {
        kind == Self.shell
    }

    /// Whether an input context serves several fields, as far as the name tells.
    var sharesContexts: Bool {
        let small = name.lowercased()
        return !Self.ownContexts.contains(kind) || kind != "xim" && Self.windowContexts.contains { small.contains($0) }
    }

    var statesPurpose: Bool {
        Self.purposeful.contains(kind)
    }

    /// Whether no text is reported around the caret of a password field. GTK 2 reports it.
    var hidesSecrets: Bool {
        kind == Self.qt
    }

    private var kind: String {
        String(text.prefix { $0 != ":" })
    }

    private var name: String {
        text.split(separator: ":", maxSplits: 1).dropFirst().first.map(String.init) ?? ""
    }
}
