/// What IBus has told about the input context with the focus.
public struct FieldFocus: Sendable, Equatable {
    /// What an application told last. IBus passes on only what differs from it.
    private struct Told: Sendable, Equatable {
        var surroundings: CaretSurroundings
        var path: String
        var purpose: UInt32
    }

    /// Names of this program as its toolkit tells them to IBus.
    private static let ownNames: Set = ["parlando", "io.github.parlando.Parlando"]
    /// The daemon's own context, which has the focus when no field has.
    private static let nowhere = (client: "fake", path: "/org/freedesktop/IBus/InputContext_1")
    /// GNOME Shell, which passes on the fields of all Wayland applications.
    private static let shell = "gnome-shell"
    /// Kinds of clients with a context of its own for each field, unless the application is one of `windowContexts`.
    private static let ownContexts: Set = ["gtk3-im", "gtk4-im", "gtk-im", "xim"]
    /// Parts of the names of applications that have one GTK context for all fields of a window, in lower-case letters:
    /// Mozilla's, those on Chromium or Electron, those on WebKitGTK, and LibreOffice.
    private static let windowContexts = [
        "firefox", "thunderbird", "librewolf", "waterfox", "palemoon", "seamonkey", "icecat", "tor browser",
        "torbrowser", "mullvad", "zen-browser", "floorp", "betterbird", "chrom", "brave", "vivaldi", "opera",
        "microsoft-edge", "msedge", "yandex", "electron", "code", "codium", "cursor", "slack", "discord", "signal",
        "element", "teams", "obsidian", "skype", "spotify", "zoom", "webkit", "epiphany", "evolution", "geary", "yelp",
        "soffice", "libreoffice",
    ]
    /// Kinds of clients that state the purpose of fields.
    private static let purposeful: Set = ["gtk3-im", "gtk4-im", shell]
    /// `IBUS_CAP_SYNC_PROCESS_KEY`: only GTK's modules have it.
    private static let synchronous: UInt32 = 1 << 7
    /// `IBUS_CAP_SURROUNDING_TEXT`.
    private static let telling: UInt32 = 1 << 5

    /// `IBusInputPurpose`.
    public var purpose: UInt32 = 0
    /// `IBusCapabilite`.
    public var capabilities: UInt32 = 0
    /// Whether the text around the caret is asked for repeatedly, because it may show that the focus is back in a field.
    public var asksOn = false
    /// Name of the input context: the number of restarts of IBus, a colon, and IBus's own name. Empty if it is not known.
    public private(set) var path = ""
    /// Whether it is not known whether the caret is still in the field, until the application tells the text around it.
    public private(set) var isInDoubt = false
    private let isInShell: Bool
    private var client = ""
    private var hasFocus = false
    private var surroundings: CaretSurroundings?
    private var lastTold: Told?
    private var before = ""
    /// Number of times that IBus was restarted: it names its contexts anew.
    private var restarts = 0

    /// - Parameter isInShell: whether the desktop is GNOME on Wayland. IBus does not name the client that has the focus
    ///   at the start; there it is taken for GNOME Shell if it is not one of GTK's modules.
    public init(isInShell: Bool = false) {
        self.isInShell = isInShell
    }

    /// Forgets what the daemon tells each engine anew.
    public mutating func beginEngine() {
        purpose = 0
        capabilities = 0
        lastTold = nil
    }

    /// A context has got the focus.
    ///
    /// - Parameters:
    ///   - path: IBus's name of the context; empty if it is not known.
    ///   - client: kind and name of the client; empty if they are not known.
    public mutating func enter(_ path: String, _ client: String) {
        self.path = named(path)
        self.client = client
        hasFocus = client != Self.nowhere.client && !(client.isEmpty && path == Self.nowhere.path)
        forget()
        asksOn = isShared
    }

    /// The context has lost the focus.
    public mutating func blur() {
        hasFocus = false
    }

    /// IBus has gone away.
    public mutating func lose() {
        restarts += 1
        hasFocus = false
    }

    /// The application has told the text around the caret.
    ///
    /// - Parameter caret: position of the caret in the text, in Unicode scalars.
    public mutating func see(_ text: String, caret: Int) {
        let seen = CaretSurroundings(text: text, caret: caret)
        surroundings = seen
        lastTold = Told(surroundings: seen, path: path, purpose: purpose)
        isInDoubt = false
        before = String(text.unicodeScalars.prefix(max(caret, 0)))
    }

    /// Whether a field of a shared context has the focus whose application could tell the text around the caret, has not
    /// done so, and may be silent because the text is the one that was told last: it was told in the same context for
    /// the same purpose. GNOME Shell is silent for any field that tells nothing.
    public var isSilent: Bool {
        isShared && !isShell && surroundings == nil && capabilities & Self.telling != 0
            && lastTold?.path == path && lastTold?.purpose == purpose
    }

    /// Concludes from the silence of an application that was asked that the text is the one that was told last.
    public mutating func inferFromSilence() {
        if isSilent {
            surroundings = lastTold?.surroundings
        }
    }

    /// The caret may have moved into another field of the same context.
    public mutating func doubt() {
        forget()
        isInDoubt = true
        asksOn = true
    }

    /// Forgets what is known of the text around the caret.
    public mutating func forget() {
        isInDoubt = false
        surroundings = nil
        before = ""
    }

    /// Whether no field has the focus.
    public var isNowhere: Bool {
        !hasFocus
    }

    /// Whether the field is for a password or PIN.
    public var isSecret: Bool {
        fieldPurpose == .secret
    }

    /// Returns the name of a context, which differs from its namesake of before a restart.
    public func named(_ path: String) -> String {
        path.isEmpty ? "" : "\(restarts):\(path)"
    }

    /// Whether the context serves several fields.
    public var isShared: Bool {
        guard !client.isEmpty else {
            return capabilities & Self.synchronous == 0
        }
        let small = name.lowercased()
        return !Self.ownContexts.contains(kind) || kind != "xim" && Self.windowContexts.contains { small.contains($0) }
    }

    /// Returns whether the application has inserted the interim text itself.
    public func endsWith(_ interim: String) -> Bool {
        !interim.isEmpty && before.hasSuffix(interim)
    }

    /// Returns what is reported of a visit.
    public func visit(_ number: Int) -> CaretVisit {
        CaretVisit(
            number: number, path: path, client: client, isOwn: Self.ownNames.contains(String(name)), isShared: isShared,
            purpose: fieldPurpose, statesPurpose: statesPurpose, surroundings: surroundings)
    }

    private var kind: String {
        String(client.prefix { $0 != ":" })
    }

    private var name: Substring {
        client.split(separator: ":", maxSplits: 1).dropFirst().first ?? ""
    }

    private var isShell: Bool {
        client.isEmpty ? isInShell && isShared : kind == Self.shell
    }

    private var statesPurpose: Bool {
        client.isEmpty ? capabilities & Self.synchronous != 0 || isShell : Self.purposeful.contains(kind)
    }

    /// `IBusInputPurpose`: 0 free text, 1 letters, 2 digits, 3 number, 4 telephone, 5 URL, 6 e-mail, 7 name, 8 password,
    /// 9 PIN, 10 terminal.
    private var fieldPurpose: FieldPurpose {
        switch purpose {
        case 0: .text
        case 8, 9: .secret
        case 10: .terminal
        default: .line
        }
    }
}
