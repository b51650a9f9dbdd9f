/// Cause of a `DesktopTypingError`.
public enum DesktopTypingErrorKind: Sendable, Equatable {
    /// The desktop does not support typing into other applications.
    case absent
    /// The user or the desktop refused permission.
    case denied
    case failed
}

/// Destination of dictated text after dictation has stopped, in addition to the dictation page.
public enum Delivery: String, PreferenceValue, CaseIterable {
    /// No destination besides the dictation page.
    case page
    case clipboard
    /// Pastes the text into the focused window if the desktop allows it; otherwise copies it to the clipboard.
    case applications
}

/// Port: types into the windows of other applications, if the desktop allows it.
public protocol DesktopTyping: Sendable {
    /// Returns whether this desktop supports typing into other applications.
    func isOffered() async -> Bool

    /// Presses the Paste shortcut in the focused window, and returns after the window has had time to read the
    /// clipboard. The desktop may ask the user for permission first.
    func pressPaste() async throws(DesktopTypingError)
}

/// An error while typing into another application.
public typealias DesktopTypingError = DetailedError<DesktopTypingErrorKind>
