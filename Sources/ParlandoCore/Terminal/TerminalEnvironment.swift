public enum TerminalEnvironment {
    /// What describes the terminal from which Parlando was started is not passed on.
    private static let foreign: Set = [
        "TERM", "COLORTERM", "TERM_PROGRAM", "TERM_PROGRAM_VERSION", "VTE_VERSION", "WINDOWID", "COLUMNS", "LINES",
        "GNOME_TERMINAL_SCREEN", "GNOME_TERMINAL_SERVICE", "KONSOLE_VERSION", "STY", "TMUX", "TMUX_PANE",
    ]

    /// Whether a variable contains an API key, such as `PARLANDO_GEMINI_KEY`. Such variables are not passed on.
    public static func isKey(_ name: String) -> Bool {
        name.hasPrefix("PARLANDO_") && name.hasSuffix("_KEY")
    }

    /// Sorted `NAME=value` strings: Parlando's own environment without API keys.
    public static func variables(from environment: [String: String]) -> [String] {
        var result = environment.filter { !foreign.contains($0.key) && !isKey($0.key) }
        result["TERM"] = "xterm-256color"
        result["COLORTERM"] = "truecolor"
        return result.map { $0.key + "=" + $0.value }.sorted()
    }
}

public enum UserShell {
    private static let usual = ["/bin/bash", "/bin/sh"]

    /// The shells to try, in order: the user's own, even if it does not exist, then fallbacks.
    ///
    /// - Parameters:
    ///   - variable: `SHELL`.
    ///   - account: the shell of the user's account.
    ///   - isThere: whether a program at a path can be run.
    public static func candidates(variable: String?, account: String?, isThere: (String) -> Bool) -> [String] {
        let account = account.flatMap { $0.isEmpty ? nil : $0 }
        let others = ([account].compactMap { $0 } + usual).filter(isThere)
        guard let own = variable ?? account else {
            return others
        }
        return others.reduce(into: [own]) { $0 += $0.contains($1) ? [] : [$1] }
    }
}

public enum TerminalExit: Sendable, Equatable {
    case code(Int)
    case signal(Int)

    /// Decodes the status of `waitpid` on Linux.
    public init(waitStatus: Int32) {
        let signal = Int(waitStatus & 0x7f)
        self = signal == 0 ? .code(Int(waitStatus >> 8) & 0xff) : .signal(signal)
    }

    /// ssh itself failed, and not the command that it ran.
    public static let sshFailed = TerminalExit.code(255)
}
