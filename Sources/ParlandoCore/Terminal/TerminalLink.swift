/// Checks links in a terminal. Any program that runs there can output a link.
public enum TerminalLink {
    /// Schemes that a click may open: web pages and mail. Links to files and with other schemes are not opened; the
    /// user has to enter them elsewhere.
    private static let schemes = ["https://", "http://", "mailto:"]

    /// Returns whether a click may open a link.
    public static func isSafe(_ link: String) -> Bool {
        let link = link.lowercased()
        return schemes.contains { link.hasPrefix($0) && link.count > $0.count }
            && link.unicodeScalars.allSatisfy { $0 != " " && !InvisibleText.hides($0) }
    }
}
