/// A keyboard shortcut that works whichever window has the focus. The raw values are stored by the desktop and must not
/// change.
public enum GlobalShortcut: String, Sendable, CaseIterable {
    /// Starts dictation, or stops it.
    case toggle
    /// Dictates while its keys are held down.
    case talk
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

    /// Binds all shortcuts. The desktop asks for keys unless it remembers them. Returns its descriptions of the keys.
    ///
    /// - Parameter titles: what each shortcut does, in the user's language.
    func bind(_ titles: [GlobalShortcut: String]) async throws(DesktopTypingError) -> [GlobalShortcut: String]

    /// Lets the user change the keys. Older desktops bind again instead, and need the titles.
    func configure(_ titles: [GlobalShortcut: String]) async throws(DesktopTypingError)
}
