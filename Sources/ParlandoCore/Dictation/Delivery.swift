/// Cause of a `DesktopTypingError`.
public enum DesktopTypingErrorKind: Sendable, Equatable {
    /// The desktop does not support it.
    case absent
    /// The user or the desktop refused permission.
    case denied
    case failed
}

/// Where dictated text goes besides the page.
public enum Delivery: String, PreferenceValue, CaseIterable {
    case page
    case clipboard
    /// The focused window if the desktop allows it, otherwise the clipboard.
    case applications
}

/// Port: types into the windows of other applications, if the desktop allows it.
public protocol DesktopTyping: Sendable {
    func isOffered() async -> Bool

    /// Presses Paste in the focused window, and returns after it has had time to read the clipboard. The desktop may
    /// ask the user first.
    func pressPaste() async throws(DesktopTypingError)
}

/// An error while the desktop types into another application, or binds shortcuts.
public typealias DesktopTypingError = DetailedError<DesktopTypingErrorKind>

/// Cause of a `TextSaveError`.
public enum TextSaveErrorKind: Sendable, Equatable {
    case diskFull
    /// The folder or file is not writable, or the file system is read-only.
    case denied
    case folderMissing
    case isFolder
    case failed
}

/// Port: saves text to a file of the user's choice.
public protocol TextSaver: Sendable {
    /// Writes UTF-8, atomically.
    func save(_ text: String, to path: String) async throws(TextSaveError)

    /// The same, but returns false if something with this name is there already.
    func saveNew(_ text: String, to path: String) async throws(TextSaveError) -> Bool
}

/// An error while saving text.
public typealias TextSaveError = DetailedError<TextSaveErrorKind>
