import CGtk
public import ParlandoCore
public import ParlandoPresenters

/// A page of the main window. The window knows its pages only by this protocol.
@MainActor public protocol Page: Leaving {
    /// Identifier: the page's name in the page switcher, and the prefix of its actions.
    var name: String { get }
    /// Title in the page switcher and in the shortcuts window.
    var title: String { get }
    /// Name of the icon in the page switcher.
    var icon: String { get }
    /// The widget that contains the page.
    var root: Box { get }
    /// The page's actions and keyboard shortcuts.
    var commands: PageCommands { get }
    /// The name under which the page uses the microphone, or nil if it does not.
    var listener: MicrophoneUser? { get }
    /// The page, if it turns speech into text, so that a system shortcut can start and stop it.
    var dictating: (any DictatingPage)? { get }
    /// The window that contains the page. The window sets it.
    var window: MainWindow? { get set }

    /// Widget that the header bar shows while the page is in front, or nil if the page has none.
    var headerItem: Box? { get }

    /// Does the same as a press of the page's round button. A page without one does nothing.
    func press()
    /// Does the same as a press of the page's pause button. A page without one does nothing.
    func pressPause()
    /// Moves the keyboard focus to the control that most people want first.
    func focus()
}

/// A page that turns speech into text.
@MainActor public protocol DictatingPage: AnyObject {
    /// Whether a session runs on the page, or is about to begin.
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
