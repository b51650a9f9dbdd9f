import Foundation
import Glibc
import ParlandoCore

/// The shell of the user's account on this computer.
public enum AccountShell {
    /// The user's own shell first, then others to take its place.
    ///
    /// - Parameter environment: as the program found it; `SHELL` in it names the user's shell.
    public static func candidates(_ environment: [String: String]) -> [String] {
        UserShell.candidates(
            variable: environment["SHELL"], account: account,
            isThere: { FileManager.default.isExecutableFile(atPath: $0) })
    }

    private static var account: String? {
        getpwuid(getuid()).flatMap { $0.pointee.pw_shell }.map { String(cString: $0) }
    }
}
