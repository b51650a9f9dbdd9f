import Foundation
import ParlandoCore
import ParlandoSystem

/// What has to stand before the first window.
enum Startup {
    /// Lets the whole program find the compiled settings schema that lies beside its other data, where the system does
    /// not know it: in a build folder, or in an installed tree that was moved.
    static func showSettingsSchema(of folders: Folders) {
        guard let path = folders.resource("gschemas.compiled") else {
            return
        }
        setenv("GSETTINGS_SCHEMA_DIR", URL(filePath: path).deletingLastPathComponent().path, 0)
    }

    /// Takes Parlando's keys out of this process's environment, so that no program that it starts inherits them, such as
    /// the browser that opens a link.
    static func hideKeys(of environment: [String: String]) {
        environment.keys.filter(TerminalEnvironment.isKey).forEach { unsetenv($0) }
    }
}
