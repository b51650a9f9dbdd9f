import ParlandoCore

/// The view state of the rows for the desktop's shortcuts.
public struct ShortcutState: Sendable, Equatable {
    /// The way in which the user can set up the shortcuts.
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
    /// The keys that the user holds while speaking, or a note that there are none.
    public var talk = ""
    /// The way in which the user can set up the shortcuts.
    public var offer = Offer.unknown
    /// Note for the user, such as one that says where to enter the command; empty if there is none.
    public var note = ""

    public init() {}
}

/// Receives the user's actions in the rows for the desktop's shortcuts.
@MainActor public protocol ShortcutViewDelegate: AnyObject {
    /// The rows became visible, or their window became the active window.
    func shortcutViewDidShow(_ view: any ShortcutView)
    /// The user wants to choose keys.
    func shortcutViewDidPressChoose(_ view: any ShortcutView)
}

/// The rows for the desktop's shortcuts: shows the view state and makes no decisions itself.
@MainActor public protocol ShortcutView: AnyObject {
    var shortcutDelegate: (any ShortcutViewDelegate)? { get set }
    func render(_ state: ShortcutState)
    func showToast(_ text: String)
}

/// Carries out the commands of the desktop's shortcuts.
@MainActor public protocol ShortcutTarget: AnyObject {
    /// Whether a dictation runs, or is about to begin.
    var isDictating: Bool { get }
    func perform(_ command: DictationCommand)
}
