/// The input context that has the focus, as far as IBus has reported its properties.
public struct FieldFocus: Sendable, Equatable {
    /// What an application reported last. IBus passes a text on only if it differs.
    private struct Told: Sendable, Equatable {
        var surroundings: CaretSurroundings
        var path: String
        var purpose: UInt32
    }

    /// IBus's own context, which has the focus if no field has.
    private static let nowhere = (client: "fake", path: "/org/freedesktop/IBus/InputContext_1")
    /// `IBUS_CAP_SYNC_PROCESS_KEY`, which only GTK's modules set.
    private static let synchronous: UInt32 = 1 << 7
    /// `IBUS_CAP_SURROUNDING_TEXT`: the application can report the text around the caret.
    private static let telling: UInt32 = 1 << 5

    /// A value of `IBusInputPurpose`.
    public var purpose: UInt32 = 0
    /// Flags of `IBusCapabilite`.
    public var capabilities: UInt32 = 0
    /// Whether to go on asking for the text around the caret, which may show that the focus is back in a known field.
    public var asksOn = false
    /// As `CaretVisit.path`.
    public private(set) var path = ""
    /// Whether the caret may be in another field. False again once the application reports the text around it.
    public private(set) var isInDoubt = false
    private let isInShell: Bool
    private var client = CaretClient("")
    private var hasFocus = false
    private var surroundings: CaretSurroundings?
    private var lastTold: Told?
    private var before = ""
    /// Names of contexts whose purpose changed while they had the focus.
    private var shared: Set<String> = []
    /// A restarted IBus gives the same names to other contexts.
    private var restarts = 0

    /// - Parameter isInShell: whether the desktop is GNOME on Wayland. The client with the focus at the start, which
    ///   IBus does not name, is then GNOME Shell, unless it is one of GTK's modules.
    public init(isInShell: Bool = false) {
        self.isInShell = isInShell
    }

    /// Resets what IBus reports anew to each input method engine.
    public mutating func beginEngine() {
        purpose = 0
        capabilities = 0
        lastTold = nil
    }

    /// Records that an input context has got the focus; both texts may be empty.
    public mutating func enter(_ path: String, _ client: String) {
        self.path = named(path)
        self.client = CaretClient(client)
        hasFocus = client != Self.nowhere.client && !(client.isEmpty && path == Self.nowhere.path)
        forget()
        asksOn = isShared
    }

    /// Records that it has lost the focus.
    public mutating func blur() {
        hasFocus = false
    }

    /// Records that IBus has ended.
    public mutating func lose() {
        restarts += 1
        hasFocus = false
    }

    /// Records that the purpose has changed while the context had the focus: it serves several fields, of which another
    /// one may have the caret.
    public mutating func share() {
        shared.insert(path)
        forget()
        asksOn = true
    }

    /// - Parameter caret: in Unicode scalars.
    public mutating func see(_ text: String, caret: Int) {
        let seen = CaretSurroundings(text: text, caret: caret)
        surroundings = seen
        lastTold = Told(surroundings: seen, path: path, purpose: purpose)
        isInDoubt = false
        before = String(text.unicodeScalars.prefix(max(caret, 0)))
    }

    /// Whether the text around the caret may be that of the last report: the application can report it, has not done so
    /// since the field got the focus, and reported last for the same purpose in the same context. Not for GNOME Shell,
    /// which is silent whenever the application behind it is.
    public var isSilent: Bool {
        isShared && !isShell && surroundings == nil && capabilities & Self.telling != 0
            && lastTold?.path == path && lastTold?.purpose == purpose
    }

    /// Assumes the text of the last report if `isSilent`: the application was asked and has not answered.
    public mutating func inferFromSilence() {
        if isSilent {
            surroundings = lastTold?.surroundings
        }
    }

    /// Records that the caret may have moved into another field of the context.
    public mutating func doubt() {
        forget()
        isInDoubt = true
        asksOn = true
    }

    /// Forgets the text around the caret.
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

    /// Returns the name of a context as in `CaretVisit.path`.
    public func named(_ path: String) -> String {
        path.isEmpty ? "" : "\(restarts):\(path)"
    }

    /// Whether the context serves several fields.
    public var isShared: Bool {
        if shared.contains(path) {
            return true
        }
        return client.isUnnamed ? capabilities & Self.synchronous == 0 : client.sharesContexts
    }

    /// Whether the application has inserted the interim text itself.
    public func endsWith(_ interim: String) -> Bool {
        !interim.isEmpty && before.hasSuffix(interim)
    }

    /// Returns what is known as the visit with this number.
    public func visit(_ number: Int) -> CaretVisit {
        CaretVisit(
            number: number, path: path, client: client.text, isOwn: client.isOwn, isShared: isShared,
            purpose: fieldPurpose, statesPurpose: statesPurpose, surroundings: surroundings)
    }

    private var isShell: Bool {
        client.isUnnamed ? isInShell && isShared : client.isShell
    }

    private var statesPurpose: Bool {
        client.isUnnamed ? capabilities & Self.synchronous != 0 || isShell : client.statesPurpose
    }

    /// The values of `IBusInputPurpose`: 0 free text, 1 letters, 2 digits, 3 number, 4 telephone, 5 URL, 6 e-mail, 7
    /// name, 8 password, 9 PIN, 10 terminal.
    private var fieldPurpose: FieldPurpose {
        switch purpose {
        case 0: .text
        case 8, 9: .secret
        case 10: .terminal
        default: .line
        }
    }
}
