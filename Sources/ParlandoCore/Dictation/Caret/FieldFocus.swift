/// The input context that has the focus, as far as IBus has reported its properties.
public struct FieldFocus: Sendable, Equatable {
    /// The text around the caret that an application reported last. IBus passes a text on only if it differs from this
    /// one.
    private struct Told: Sendable, Equatable {
        var surroundings: CaretSurroundings
        var path: String
        var purpose: UInt32
    }

    /// The IBus daemon's own input context, which has the focus if no field has.
    private static let nowhere = (client: "fake", path: "/org/freedesktop/IBus/InputContext_1")
    /// The flag `IBUS_CAP_SYNC_PROCESS_KEY` of `capabilities`, which only GTK's input modules set.
    private static let synchronous: UInt32 = 1 << 7
    /// The flag `IBUS_CAP_SURROUNDING_TEXT` of `capabilities`: the application can report the text around the caret.
    private static let telling: UInt32 = 1 << 5

    /// Purpose of the field, a value of `IBusInputPurpose`.
    public var purpose: UInt32 = 0
    /// Capabilities of the client, flags of `IBusCapabilite`.
    public var capabilities: UInt32 = 0
    /// Whether to ask the application for the text around the caret repeatedly, because the text may show that the
    /// focus is back in a known field.
    public var asksOn = false
    /// Name of the input context: the number of restarts of IBus, a colon, and IBus's own name. Empty if unknown.
    public private(set) var path = ""
    /// Whether the caret may have moved to another field. False again once the application reports the text around the
    /// caret.
    public private(set) var isInDoubt = false
    private let isInShell: Bool
    private var client = CaretClient("")
    private var hasFocus = false
    private var surroundings: CaretSurroundings?
    private var lastTold: Told?
    private var before = ""
    /// Names of the input contexts that several fields share. Recognised by a purpose that changed while the context
    /// had the focus.
    private var shared: Set<String> = []
    /// Number of times that IBus was restarted. A restarted IBus gives the same names to other contexts.
    private var restarts = 0

    /// Creates a state in which no input context has the focus.
    ///
    /// - Parameter isInShell: whether the desktop is GNOME on Wayland. IBus does not name the client that has the focus
    ///   at the start. On this desktop the client is then assumed to be GNOME Shell, unless it is one of GTK's input
    ///   modules.
    public init(isInShell: Bool = false) {
        self.isInShell = isInShell
    }

    /// Resets the properties that IBus reports anew to each new input method engine.
    public mutating func beginEngine() {
        purpose = 0
        capabilities = 0
        lastTold = nil
    }

    /// Records that an input context has got the focus.
    ///
    /// - Parameters:
    ///   - path: IBus's name of the context; empty if unknown.
    ///   - client: kind and name of the IBus client; empty if unknown.
    public mutating func enter(_ path: String, _ client: String) {
        self.path = named(path)
        self.client = CaretClient(client)
        hasFocus = client != Self.nowhere.client && !(client.isEmpty && path == Self.nowhere.path)
        forget()
        asksOn = isShared
    }

    /// Records that the input context has lost the focus.
    public mutating func blur() {
        hasFocus = false
    }

    /// Records that IBus has ended. No input context has the focus until IBus is restarted.
    public mutating func lose() {
        restarts += 1
        hasFocus = false
    }

    /// Records that the purpose of the field has changed while its input context had the focus. The context is taken to
    /// serve several fields from now on, of which another one may have the caret.
    public mutating func share() {
        shared.insert(path)
        forget()
        asksOn = true
    }

    /// Records the text around the caret that the application has reported.
    ///
    /// - Parameter caret: position of the caret in the text, in Unicode scalars.
    public mutating func see(_ text: String, caret: Int) {
        let seen = CaretSurroundings(text: text, caret: caret)
        surroundings = seen
        lastTold = Told(surroundings: seen, path: path, purpose: purpose)
        isInDoubt = false
        before = String(text.unicodeScalars.prefix(max(caret, 0)))
    }

    /// Whether the text around the caret may be the same as in the application's last report although the application
    /// has not reported it again. Requires that the application can report the text, has not reported it since the
    /// field got the focus, and made its last report for the same kind of field (`purpose`) in the same input context.
    /// False for GNOME Shell, which is also silent whenever the application behind it reports no text.
    public var isSilent: Bool {
        isShared && !isShell && surroundings == nil && capabilities & Self.telling != 0
            && lastTold?.path == path && lastTold?.purpose == purpose
    }

    /// Assumes that the text around the caret is the one reported last, because the application was asked and has not
    /// answered. Does nothing if `isSilent` is false.
    public mutating func inferFromSilence() {
        if isSilent {
            surroundings = lastTold?.surroundings
        }
    }

    /// Records that the caret may have moved into another field of the same input context.
    public mutating func doubt() {
        forget()
        isInDoubt = true
        asksOn = true
    }

    /// Resets what is known of the text around the caret.
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

    /// Returns IBus's name of an input context, preceded by the number of restarts of IBus, because IBus uses the same
    /// names again after a restart. Returns an empty text for an empty name.
    public func named(_ path: String) -> String {
        path.isEmpty ? "" : "\(restarts):\(path)"
    }

    /// Whether the input context serves several fields, so that it does not identify a field.
    public var isShared: Bool {
        if shared.contains(path) {
            return true
        }
        return client.isUnnamed ? capabilities & Self.synchronous == 0 : client.sharesContexts
    }

    /// Returns whether the text before the caret ends with the interim text, which means that the application has
    /// inserted the interim text itself.
    public func endsWith(_ interim: String) -> Bool {
        !interim.isEmpty && before.hasSuffix(interim)
    }

    /// Returns all that is known of the field with the focus, as a visit with the given number.
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

    /// Purpose of the field. The values of `IBusInputPurpose` are: 0 free text, 1 letters, 2 digits, 3 number, 4
    /// telephone, 5 URL, 6 e-mail, 7 name, 8 password, 9 PIN, 10 terminal.
    private var fieldPurpose: FieldPurpose {
        switch purpose {
        case 0: .text
        case 8, 9: .secret
        case 10: .terminal
        default: .line
        }
    }
}
