/// Identifier of a tab on the terminal page. It is never used again for another tab.
public struct TerminalTabID: Sendable, Hashable {
    /// Number of the tab, counted from 1 in the order in which tabs are opened.
    public let number: Int

    public init(_ number: Int) {
        self.number = number
    }
}
