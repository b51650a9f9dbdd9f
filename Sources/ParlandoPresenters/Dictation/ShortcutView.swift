import ParlandoCore

/// The rows on the shortcuts of the desktop.
public struct ShortcutState: Sendable, Equatable {
    /// What can be done about the shortcuts.
    public enum Offer: Sendable, Equatable {
        /// It is not known yet what the desktop offers.
        case unknown
        /// A button with this label lets the user choose keys.
        case button(String)
        /// The desktop offers no shortcuts to applications, but can run a command.
        case command(String)
    }

    /// The keys that start and stop dictation, as the desktop names them, or a note that there are none.
    public var toggle = ""
    /// The keys that are held to speak.
    public var talk = ""
    /// What can be done.
    public var offer = Offer.unknown
    /// What the user has to know, such as where the command is entered; empty if there is nothing.
    public var note = ""

    public init() {}
}

/// Receives the user's actions on the shortcuts of the desktop.
@MainActor public protocol ShortcutViewDelegate: AnyObject {
    /// The rows came into sight, or their window became the active one.
    func shortcutViewDidShow(_ view: any ShortcutView)
    /// The user wants to choose keys.
    func shortcutViewDidPressChoose(_ view: any ShortcutView)
}

/// The rows on the shortcuts of the desktop: shows the view state and makes no decisions itself.
@MainActor public protocol ShortcutView: AnyObject {
    var shortcutDelegate: (any ShortcutViewDelegate)? { get set }
    func render(_ state: ShortcutState)
    func showToast(_ text: String)
}

/// What the shortcuts of the desktop act on.
@MainActor public protocol ShortcutTarget: AnyObject {
    /// Whether a dictation runs, or is about to begin.
    var isDictating: Bool { get }
    func perform(_ command: DictationCommand)
}
