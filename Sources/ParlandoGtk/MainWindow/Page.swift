import CGtk
public import ParlandoCore
public import ParlandoPresenters

/// A page of the main window.
@MainActor public protocol Page: Leaving {
    /// Its name in the page switcher, and the prefix of its actions.
    var name: String { get }
    /// For the page switcher and the shortcuts window.
    var title: String { get }
    var icon: String { get }
    var root: Box { get }
    var commands: PageCommands { get }
    /// As which user of the microphone it counts; nil if it is none.
    var listener: MicrophoneUser? { get }
    /// The page itself if it can dictate.
    var dictating: (any DictatingPage)? { get }
    /// Set by the window.
    var window: MainWindow? { get set }

    /// Shown in the header bar.
    var headerItem: Box? { get }

    /// A press of the page's round start button.
    func press()
    func pressPause()
    /// Moves the focus to the most important control.
    func focus()
    func showToast(_ text: String)
}

/// A page that turns speech into text.
@MainActor public protocol DictatingPage: AnyObject {
    /// A session runs, or is about to begin.
    var isDictating: Bool { get }
    func perform(_ command: DictationCommand, _ choice: DictationChoice) -> String?
    /// Push-to-talk was pressed or released.
    func talk(isHeld: Bool)
}

extension Page {
    public var listener: MicrophoneUser? {
        nil
    }

    public var dictating: (any DictatingPage)? {
        nil
    }

    public var farewell: PageQuestion? {
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

    public func openPreferences(_ part: PreferencesPart) {
        window?.openPreferences(part)
    }

    public func copyToClipboard(_ text: String) {
        root.putOnClipboard(text)
    }

    public func ask(_ question: PageQuestion) async -> Bool {
        await Question.ask(question, over: root)
    }

    var isShown: Bool {
        gtk_widget_get_mapped(root.widget) != 0
    }
}
