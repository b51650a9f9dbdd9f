import ParlandoCore

/// What IBus has told about the input context with the focus.
struct FieldFocus: Equatable {
    /// Names of this program as its toolkit tells them to IBus.
    private static let ownNames: Set = ["parlando", "io.github.parlando.Parlando"]
    /// The daemon's own context, which has the focus when no field has.
    private static let nowhere = (client: "fake", path: "/org/freedesktop/IBus/InputContext_1")
    /// Kinds of clients with a context of its own for each field. Only clients that state the purpose of fields are
    /// among the first two.
    private static let ownContexts: Set = ["gtk3-im", "gtk4-im", "gtk-im", "xim"]
    private static let purposeful: Set = ["gtk3-im", "gtk4-im", "gnome-shell"]
    /// `IBUS_CAP_SYNC_PROCESS_KEY`: only GTK's modules, which have a context for each field, have it.
    private static let synchronous: UInt32 = 1 << 7

    /// `IBUS_CAP_SURROUNDING_TEXT`.
    private static let telling: UInt32 = 1 << 5

    /// `IBusInputPurpose`.
    var purpose: UInt32 = 0
    /// `IBusCapabilite`.
    var capabilities: UInt32 = 0
    /// Whether the text around the caret is asked for repeatedly, because it may show that the focus is back in a field.
    var asksOn = false
    private(set) var path = ""
    /// Whether it is not known whether the caret is still in the field, until the application tells the text around it.
    private(set) var isInDoubt = false
    private var client = ""
    private var hasFocus = false
    private var surroundings: CaretSurroundings?
    /// What was told last, in whatever field. IBus passes on only what differs from it.
    private var lastTold: CaretSurroundings?
    private var before = ""
    /// Number of times that IBus was restarted: it names its contexts anew.
    private var restarts = 0

    /// Forgets what the daemon tells each engine anew.
    mutating func beginEngine() {
        purpose = 0
        capabilities = 0
        lastTold = nil
    }

    mutating func enter(_ path: String, _ client: String) {
        self.path = named(path)
        self.client = client
        hasFocus = client != Self.nowhere.client && !(client.isEmpty && path == Self.nowhere.path)
        isInDoubt = false
        surroundings = nil
        before = ""
        asksOn = isShared
    }

    mutating func lose() {
        restarts += 1
        hasFocus = false
    }

    mutating func see(_ surroundings: CaretSurroundings, _ text: String, _ caret: Int) {
        self.surroundings = surroundings
        lastTold = surroundings
        isInDoubt = false
        before = String(text.unicodeScalars.prefix(max(caret, 0)))
    }

    /// Whether a field of a shared context has the focus, whose application can tell the text around the caret and has
    /// not done so.
    var isSilent: Bool {
        isShared && surroundings == nil && lastTold != nil && capabilities & Self.telling != 0
    }

    /// Concludes from the silence of an application that was asked that the text is the one that was told last.
    mutating func inferFromSilence() {
        if isSilent {
            surroundings = lastTold
        }
    }

    mutating func doubt() {
        isInDoubt = true
        asksOn = true
        surroundings = nil
    }

    /// Whether no field has the focus.
    var isNowhere: Bool {
        !hasFocus
    }

    /// Returns the name of a context, which differs from its namesake of before a restart.
    func named(_ path: String) -> String {
        path.isEmpty ? "" : "\(restarts):\(path)"
    }

    /// Whether the context serves several fields.
    var isShared: Bool {
        client.isEmpty ? capabilities & Self.synchronous == 0 : !Self.ownContexts.contains(kind)
    }

    /// Returns whether the application has inserted the interim text itself.
    func endsWith(_ interim: String) -> Bool {
        !interim.isEmpty && before.hasSuffix(interim)
    }

    /// Returns what is reported of a visit.
    func visit(_ number: Int) -> CaretVisit {
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

    private var statesPurpose: Bool {
        client.isEmpty ? capabilities & Self.synchronous != 0 : Self.purposeful.contains(kind)
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
