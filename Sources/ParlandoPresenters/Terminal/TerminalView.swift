public import ParlandoCore

/// The terminal page. It displays the view state and contains the terminal emulators.
@MainActor public protocol TerminalView: AnyObject {
    func render(_ state: TerminalViewState)
    /// Runs a program with these arguments in the terminal of a tab. A program that is running there is ended.
    func run(_ command: [String], in tab: TerminalTabID)
    /// Ends the program that runs in a tab and removes the tab's terminal.
    func end(_ tab: TerminalTabID)
    /// Returns the current input mode of the program in a tab, or nil if there is no terminal.
    func input(in tab: TerminalTabID) -> TerminalInput?
    /// Returns whether the shell in a tab is running a program, which would be lost if the tab were closed.
    func isBusy(_ tab: TerminalTabID) -> Bool
    /// Inserts text into the terminal of a tab as a paste. Uses bracketed paste if the program has enabled it.
    func paste(_ text: String, into tab: TerminalTabID)
    /// Searches the terminal of a tab for a text, selects the occurrence and scrolls to it. Returns whether the text
    /// was found.
    func search(_ search: TerminalSearch, in tab: TerminalTabID) -> Bool
    /// Ends the search in the terminal of a tab.
    func endSearch(in tab: TerminalTabID)
    /// Moves the keyboard focus to the terminal in front.
    func focusTerminal()
    /// Moves the keyboard focus into the tab in front: to its terminal, or to the list of connections.
    func focusTab()
    /// Moves the keyboard focus into the search bar and selects the text there.
    func focusFind()
    /// Moves the keyboard focus from the search bar back to the widget that had the focus before.
    func leaveFind()
    /// Opens the form in which the user adds or edits a connection.
    func edit(_ form: ConnectionForm)
    /// Shows a short message that disappears by itself.
    func showToast(_ text: String)
    /// Opens the preferences window at a part of it, such as the list of models.
    func openPreferences(_ part: PreferencesPart)
    /// Asks the user a question, and returns whether the user confirms.
    func ask(_ question: PageQuestion) async -> Bool
}
