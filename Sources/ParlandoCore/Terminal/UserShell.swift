/// Chooses the shell to run in a terminal.
public enum UserShell {
    /// Paths of shells that exist on every system.
    private static let usual = ["/bin/bash", "/bin/sh"]

    /// Returns the paths of the shells to try, in order: the user's own, even if it does not exist, then fallbacks.
    ///
    /// - Parameters:
    ///   - variable: value of the environment variable `SHELL`, which is the user's choice; nil if it is not set.
    ///   - account: the shell of the user's account; nil if unknown.
    ///   - isThere: returns whether a program exists at a path and can be run.
    public static func candidates(variable: String?, account: String?, isThere: (String) -> Bool) -> [String] {
        let account = account.flatMap { $0.isEmpty ? nil : $0 }
        let others = ([account].compactMap { $0 } + usual).filter(isThere)
        guard let own = variable ?? account else {
            return others
        }
        return others.reduce(into: [own]) { $0 += $0.contains($1) ? [] : [$1] }
    }
}
