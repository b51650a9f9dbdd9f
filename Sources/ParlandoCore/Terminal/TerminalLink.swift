/// A link that stands in a terminal, put there by whatever runs on the other side.
public enum TerminalLink {
    /// What a click may open: pages and mail. Files, and programs with schemes of their own, are left to those who type
    /// their addresses themselves.
    private static let schemes = ["https://", "http://", "mailto:"]

    /// Whether a click may open it.
    public static func isSafe(_ link: String) -> Bool {
        let link = link.lowercased()
        return schemes.contains { link.hasPrefix($0) && link.count > $0.count }
            && link.unicodeScalars.allSatisfy { $0 != " " && !InvisibleText.hides($0) }
    }
}
