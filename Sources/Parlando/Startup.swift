import Foundation
import ParlandoCore
import ParlandoPresenters
import ParlandoSystem

/// Steps that must be done before the first window is created.
enum Startup {
    /// Exit status `EX_OSERR` of sysexits.h: a system error.
    private static let systemFailed: Int32 = 71

    /// Exits with a message if there is too little memory, and makes the program end with that message if memory runs
    /// out later. Called again once the language of the interface is known.
    static func sayWhenMemoryIsShort() {
        let sentence = ProgramWording.tooLittleMemory
        AddressSpace.endWhenShort(saying: sentence, code: systemFailed)
        if !AddressSpace.hasRoom {
            try? FileHandle.standardError.write(contentsOf: Data((sentence + "\n").utf8))
            exit(systemFailed)
        }
    }

    /// Sets `GSETTINGS_SCHEMA_DIR` to the program's data folder if that contains the compiled settings schema. The
    /// variable is needed if the schema is not installed in the system: in a build folder, or in an installed tree that
    /// was moved.
    static func showSettingsSchema(of folders: Folders) {
        guard let path = folders.resource("gschemas.compiled") else {
            return
        }
        setenv("GSETTINGS_SCHEMA_DIR", URL(filePath: path).deletingLastPathComponent().path, 0)
    }

    /// Removes Parlando's API keys from this process's environment, so that no child process inherits them, such as the
    /// browser that opens a link.
    static func hideKeys(of environment: [String: String]) {
        environment.keys.filter(TerminalEnvironment.isKey).forEach { unsetenv($0) }
    }
}
