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
    /// The shortcuts that are bound now, each with the desktop's description of its keys, which may be empty.
    case bound([GlobalShortcut: String])
    case pressed(GlobalShortcut)
    case released(GlobalShortcut)
    /// The desktop has ended the session of the shortcuts. No shortcut works any more.
    case lost
    /// The desktop's shortcut service is available again after it had gone away.
    case returned
}

/// Cause of a `GlobalShortcutError`.
public enum GlobalShortcutErrorKind: Sendable, Equatable {
    /// The desktop does not offer shortcuts to applications.
    case absent
    /// The user has cancelled.
    case denied
    case failed
}

/// Port: shortcuts of the desktop that work whichever window has the focus.
public protocol GlobalShortcuts: Sendable {
    /// Events of the shortcuts in chronological order. Only one task may read the stream.
    var events: AsyncStream<GlobalShortcutEvent> { get }

    /// Returns whether this desktop offers shortcuts to applications.
    func isOffered() async -> Bool

    /// Binds all shortcuts. The desktop asks the user for keys, unless it remembers the keys from an earlier binding.
    /// Returns the shortcuts that were bound, each with the desktop's description of its keys.
    ///
    /// - Parameter titles: what each shortcut does, in the user's language.
    func bind(_ titles: [GlobalShortcut: String]) async throws(GlobalShortcutError) -> [GlobalShortcut: String]

    /// Lets the user change the keys of the bound shortcuts. Changes are reported as events.
    ///
    /// - Parameter titles: what each shortcut does, in the user's language. Older desktops need the titles, because
    ///   they bind the shortcuts again instead.
    func configure(_ titles: [GlobalShortcut: String]) async throws(GlobalShortcutError)
}

/// An error while global shortcuts are bound or changed.
public typealias GlobalShortcutError = DetailedError<GlobalShortcutErrorKind>
