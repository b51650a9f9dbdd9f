/// Which shell a terminal runs.
public enum UserShell {
    /// The shells everybody has.
    private static let usual = ["/bin/bash", "/bin/sh"]

    /// The user's own shell first, whether it is there or not, then others to take its place.
    ///
    /// - Parameters:
    ///   - variable: the value of `SHELL`, which is the user's choice; nil if it is not set.
    ///   - account: the shell of the user's account, nil if nobody knows.
    ///   - isThere: whether a program can be run.
    public static func candidates(variable: String?, account: String?, isThere: (String) -> Bool) -> [String] {
        let account = account.flatMap { $0.isEmpty ? nil : $0 }
        let others = ([account].compactMap { $0 } + usual).filter(isThere)
        guard let own = variable ?? account else {
            return others
        }
        return others.reduce(into: [own]) { $0 += $0.contains($1) ? [] : [$1] }
    }
}
