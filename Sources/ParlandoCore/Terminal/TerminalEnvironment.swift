/// What programs in the terminal find in their environment.
public enum TerminalEnvironment {
    /// About the terminal that Parlando itself was started from, which is another one.
    private static let foreign: Set = [
        "TERM", "COLORTERM", "TERM_PROGRAM", "TERM_PROGRAM_VERSION", "VTE_VERSION", "WINDOWID", "COLUMNS", "LINES",
        "GNOME_TERMINAL_SCREEN", "GNOME_TERMINAL_SERVICE", "KONSOLE_VERSION", "STY", "TMUX", "TMUX_PANE",
    ]

    /// Whether a variable holds a key of Parlando's, such as `PARLANDO_GEMINI_KEY`. No other program needs to see it.
    public static func isKey(_ name: String) -> Bool {
        name.hasPrefix("PARLANDO_") && name.hasSuffix("_KEY")
    }

    /// Each as `NAME=value`, in order, made from the environment that the program was started in, without Parlando's keys.
    public static func variables(from environment: [String: String]) -> [String] {
        var result = environment.filter { !foreign.contains($0.key) && !isKey($0.key) }
        result["TERM"] = "xterm-256color"
        result["COLORTERM"] = "truecolor"
        return result.map { $0.key + "=" + $0.value }.sorted()
    }
}
