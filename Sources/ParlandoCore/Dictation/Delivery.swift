/// Where dictated text goes after Stop, beside the page.
public enum Delivery: String, Sendable, Equatable, CaseIterable {
    /// Nowhere else.
    case page
    case clipboard
    /// Into the window that has the keyboard, where the desktop allows it; otherwise onto the clipboard.
    case applications
}

/// Port: types into the windows of other programs, as far as the desktop lets anybody.
public protocol DesktopTyping: Sendable {
    /// Whether this desktop offers it at all.
    func isOffered() async -> Bool

    /// Presses the keys of Paste in the window that has the keyboard, and returns when it has had time to read the
    /// clipboard. The desktop may ask the user first.
    func pressPaste() async throws(DesktopTypingError)
}

/// Why nothing was typed.
public struct DesktopTypingError: Error, Sendable, Equatable {
    /// What went wrong.
    public enum Kind: Sendable, Equatable {
        /// The desktop does not offer it.
        case absent
        /// The user, or the desktop, said no.
        case denied
        case failed
    }

    /// What went wrong.
    public let kind: Kind
    /// For the log; never what was dictated.
    public let detail: String

    public init(_ kind: Kind, detail: String = "") {
        self.kind = kind
        self.detail = detail
    }
}
