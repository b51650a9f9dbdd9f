/// Environment variables of programs in the terminal.
public enum TerminalEnvironment {
    /// Variables that describe the terminal from which Parlando itself was started.
    private static let foreign: Set = [
        "TERM", "COLORTERM", "TERM_PROGRAM", "TERM_PROGRAM_VERSION", "VTE_VERSION", "WINDOWID", "COLUMNS", "LINES",
        "GNOME_TERMINAL_SCREEN", "GNOME_TERMINAL_SERVICE", "KONSOLE_VERSION", "STY", "TMUX", "TMUX_PANE",
    ]

    /// Returns whether a variable contains one of Parlando's API keys, such as `PARLANDO_GEMINI_KEY`. Such variables
    /// are hidden from other programs.
    public static func isKey(_ name: String) -> Bool {
        name.hasPrefix("PARLANDO_") && name.hasSuffix("_KEY")
    }

    /// Returns the variables as sorted `NAME=value` strings, based on Parlando's own environment, without its API keys.
    public static func variables(from environment: [String: String]) -> [String] {
        var result = environment.filter { !foreign.contains($0.key) && !isKey($0.key) }
        result["TERM"] = "xterm-256color"
        result["COLORTERM"] = "truecolor"
        return result.map { $0.key + "=" + $0.value }.sorted()
    }
}
