/// Checks links that a program has written into the terminal. Such links cannot be trusted.
public enum TerminalLink {
    /// URL schemes of links that a click may open: web pages and mail. A click on any other link, such as one to a
    /// file, does nothing.
    private static let schemes = ["https://", "http://", "mailto:"]

    /// Returns whether a click may open a link: it leads to a web page or mail, and has no spaces or invisible
    /// characters.
    public static func isSafe(_ link: String) -> Bool {
        let link = link.lowercased()
        return schemes.contains { link.hasPrefix($0) && link.count > $0.count }
            && link.unicodeScalars.allSatisfy { $0 != " " && !InvisibleText.hides($0) }
    }
}
