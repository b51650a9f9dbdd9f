/// A keyboard shortcut that works whichever window has the focus.
public enum GlobalShortcut: Sendable, Hashable {
    private static let prefix = "start-"

    /// Starts dictation, or stops it.
    case toggle
    /// Dictates while its keys are held down.
    case talk
    /// Shows captions, or ends them.
    case captions
    /// Starts dictation in a language or with a model, or stops it.
    case choice(DictationChoice)

    public init?(id: String) {
        let choice = DictationChoice(text: String(id.dropFirst(Self.prefix.count)))
        let known = [.toggle, .talk, .captions] + [choice].compactMap { $0.map(Self.choice) }
        guard let shortcut = known.first(where: { $0.id == id }) else {
            return nil
        }
        self = shortcut
    }

    /// The desktop stores it with the keys, so it must not change.
    public var id: String {
        switch self {
        case .toggle: "toggle"
        case .talk: "talk"
        case .captions: "captions"
        case .choice(let choice): Self.prefix + choice.text
        }
    }
}

/// An event that the desktop reports about global shortcuts.
public enum GlobalShortcutEvent: Sendable, Equatable {
    /// With the desktop's description of the keys, which may be empty.
    case bound([GlobalShortcut: String])
    case pressed(GlobalShortcut)
    case released(GlobalShortcut)
    /// No shortcut works any more.
    case lost
    /// The desktop's service is available again.
    case returned
}

/// Port: shortcuts of the desktop that work whichever window has the focus.
public protocol GlobalShortcuts: Sendable {
    /// Has a single reader.
    var events: AsyncStream<GlobalShortcutEvent> { get }

    func isOffered() async -> Bool

    /// Binds these shortcuts and no others. The desktop asks for keys unless it remembers them. Returns its descriptions
    /// of the keys.
    ///
    /// - Parameter titles: what each shortcut does, in the user's language.
    func bind(_ titles: [GlobalShortcut: String]) async throws(DesktopTypingError) -> [GlobalShortcut: String]

    /// Lets the user change the keys. Older desktops bind again instead, and need the titles.
    func configure(_ titles: [GlobalShortcut: String]) async throws(DesktopTypingError)
}
