/// Identifier of a tab on the terminal page. An identifier is never reused for another tab.
public struct TerminalTabID: Sendable, Hashable {
    /// Number of the tab, counted from 1 in the order in which tabs are opened.
    public let number: Int

    public init(_ number: Int) {
        self.number = number
    }
}
