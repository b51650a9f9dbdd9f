/// Environment variables for programs that are started in the terminal.
public enum TerminalEnvironment {
    /// Variables that describe the terminal from which Parlando itself was started. They are not passed on.
    private static let foreign: Set = [
        "TERM", "COLORTERM", "TERM_PROGRAM", "TERM_PROGRAM_VERSION", "VTE_VERSION", "WINDOWID", "COLUMNS", "LINES",
        "GNOME_TERMINAL_SCREEN", "GNOME_TERMINAL_SERVICE", "KONSOLE_VERSION", "STY", "TMUX", "TMUX_PANE",
    ]

    /// Returns whether an environment variable contains one of Parlando's API keys, such as `PARLANDO_GEMINI_KEY`. Such
    /// variables are not passed on to other programs.
    public static func isKey(_ name: String) -> Bool {
        name.hasPrefix("PARLANDO_") && name.hasSuffix("_KEY")
    }

    /// Returns the environment variables for a program in the terminal as sorted `NAME=value` strings.
    ///
    /// - Parameter environment: Parlando's own environment. Its variables are passed on, except for API keys.
    public static func variables(from environment: [String: String]) -> [String] {
        var result = environment.filter { !foreign.contains($0.key) && !isKey($0.key) }
        result["TERM"] = "xterm-256color"
        result["COLORTERM"] = "truecolor"
        return result.map { $0.key + "=" + $0.value }.sorted()
    }
}
