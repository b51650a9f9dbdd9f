import ParlandoCore

/// Texts about the global shortcuts for dictation.
enum ShortcutWording {
    /// Shell command that starts or stops dictation in the open window.
    static let command = "parlando --toggle"

    /// Descriptions of the shortcuts, which the desktop shows in its own dialog.
    static var titles: [GlobalShortcut: String] {
        [.toggle: tr("Start or stop dictation"), .talk: tr("Dictate while held")]
    }

    /// Returns the keys of a shortcut in the desktop's wording. Because this text comes from outside the program, it is
    /// shortened to 60 characters, and invisible characters are removed.
    ///
    /// - Parameter description: the desktop's wording; nil if the shortcut is not bound; empty if it has no keys.
    static func keys(_ description: String?) -> String {
        let longest = 60
        let visible = (description ?? "").unicodeScalars.filter { !InvisibleText.hides($0) }
        let text = String(String.UnicodeScalarView(visible)).prefix(longest)
        return text.allSatisfy(\.isWhitespace) ? tr("Not set") : String(text)
    }

    static func note(isOffered: Bool?, isLost: Bool) -> String {
        if isLost {
            return tr("The desktop has ended the shortcuts. They work again when its service is back.")
        }
        return isOffered == false
            ? tr("Add a shortcut with this command in the keyboard settings of your desktop.") : ""
    }

    static func message(_ error: GlobalShortcutError) -> String {
        switch error.kind {
        case .absent: tr("This desktop does not offer shortcuts to applications.")
        case .denied: tr("The shortcuts were not set up.")
        case .failed: tr("The desktop could not set up the shortcuts.")
        }
    }
}
