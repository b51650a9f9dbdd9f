import Foundation
import Glibc
import ParlandoCore

/// Login shell of the user's account on this computer.
public enum AccountShell {
    /// Returns the shells to try: the user's own first, then alternatives.
    ///
    /// - Parameter environment: environment the program was started with; `SHELL` names the user's shell.
    public static func candidates(_ environment: [String: String]) -> [String] {
        UserShell.candidates(
            variable: environment["SHELL"], account: account,
            isThere: { FileManager.default.isExecutableFile(atPath: $0) })
    }

    private static var account: String? {
        getpwuid(getuid()).flatMap { $0.pointee.pw_shell }.map { String(cString: $0) }
    }
}
