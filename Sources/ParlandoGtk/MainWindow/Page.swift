import CGtk
public import ParlandoCore
public import ParlandoPresenters

/// A page of the main window. The window knows its pages only by this protocol.
@MainActor public protocol Page: Leaving {
    /// Identifier of the page in the page switcher, and prefix of the page's actions.
    var name: String { get }
    /// Title in the page switcher and in the shortcuts window.
    var title: String { get }
    /// Name of the icon in the page switcher.
    var icon: String { get }
    /// The widget that contains the page.
    var root: Box { get }
    /// The page's actions and keyboard shortcuts.
    var commands: PageCommands { get }
    /// Identity of the page as a user of the microphone, or nil if the page does not use the microphone.
    var listener: MicrophoneUser? { get }
    /// The page itself if it can dictate, so that system shortcuts can start and stop it; otherwise nil.
    var dictating: (any DictatingPage)? { get }
    /// The window that contains the page. The window sets it.
    var window: MainWindow? { get set }

    /// Widget that the header bar shows while the page is in front, or nil if the page has none.
    var headerItem: Box? { get }

    /// Does the same as a press of the page's round start button. A page without such a button does nothing.
    func press()
    /// Does the same as a press of the page's pause button. A page without such a button does nothing.
    func pressPause()
    /// Moves the keyboard focus to the most important control of the page.
    func focus()
}

/// A page that turns speech into text.
@MainActor public protocol DictatingPage: AnyObject {
    /// Whether a dictation session runs on the page, or is about to begin.
    var isDictating: Bool { get }
    func perform(_ command: DictationCommand)
}

extension Page {
    public var listener: MicrophoneUser? {
        nil
    }

    public var dictating: (any DictatingPage)? {
        nil
    }

    public var farewell: DictationViewState.Question? {
        nil
    }

    public var headerItem: Box? {
        nil
    }

    public var isAtRisk: Bool {
        false
    }

    public func saveBeforeLeaving() async -> Bool {
        false
    }

    public func press() {}

    public func pressPause() {}

    /// Whether the page is the visible one.
    var isShown: Bool {
        gtk_widget_get_mapped(root.widget) != 0
    }
}
