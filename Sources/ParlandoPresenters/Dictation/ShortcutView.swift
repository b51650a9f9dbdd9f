import ParlandoCore

/// The view state of the preferences rows for global shortcuts.
public struct ShortcutState: Sendable, Equatable {
    /// The way in which the user can set up the shortcuts.
    public enum Offer: Sendable, Equatable {
        /// Whether the desktop lets applications bind shortcuts is not known yet.
        case unknown
        /// A button with this label lets the user choose the keys of the shortcuts.
        case button(String)
        /// The desktop does not let applications bind shortcuts. The user can enter this command in the desktop's own
        /// keyboard settings.
        case command(String)
    }

    /// The keys of the shortcut that starts or stops dictation, in the desktop's wording, or a note that there are
    /// none.
    public var toggle = ""
    /// The keys of the push-to-talk shortcut, which the user holds while speaking, or a note that there are none.
    public var talk = ""
    /// The way in which the user can set up the shortcuts.
    public var offer = Offer.unknown
    /// Note for the user, such as one that says where to enter the command; empty if there is none.
    public var note = ""

    public init() {}
}

/// The preferences rows for global shortcuts. Shows the view state and makes no decisions itself.
@MainActor public protocol ShortcutView: AnyObject {
    func render(_ state: ShortcutState)
    func showToast(_ text: String)
}

/// Carries out the dictation commands that the user gives by global shortcuts.
@MainActor public protocol ShortcutTarget: AnyObject {
    /// Whether a dictation is running or about to begin.
    var isDictating: Bool { get }
    func perform(_ command: DictationCommand)
}
