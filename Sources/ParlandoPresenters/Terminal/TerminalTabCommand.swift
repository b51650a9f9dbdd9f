/// A command that the user gives to the tabs of the terminal page.
public enum TerminalTabCommand: Sendable, Equatable {
    /// Opens a tab with the list of connections and shows it.
    case open
    /// Closes a tab, or the visible one if there is no identifier. Asks first if something would be lost.
    case close(TerminalTabID?)
    case select(TerminalTabID)
    /// Shows the tab that is this many places to the right, or to the left if the number is negative. The first tab
    /// follows the last one.
    case step(Int)
}
