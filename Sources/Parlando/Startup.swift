import Foundation
import ParlandoCore
import ParlandoPresenters
import ParlandoSystem

/// What must be done before the first window.
enum Startup {
    /// `EX_OSERR` of sysexits.h
    private static let systemFailed: Int32 = 71

    /// Ends the program with a message if memory is short, now or later. Called again once the language is known.
    static func sayWhenMemoryIsShort() {
        let sentence = ProgramWording.tooLittleMemory
        AddressSpace.endWhenShort(saying: sentence, code: systemFailed)
        if !AddressSpace.hasRoom {
            try? FileHandle.standardError.write(contentsOf: Data((sentence + "\n").utf8))
            exit(systemFailed)
        }
    }

    /// Sets `GSETTINGS_SCHEMA_DIR` if the data folder has the compiled schema. That is needed where it is not installed
    /// in the system: in a build folder, or a tree that was moved.
    static func showSettingsSchema(of folders: Folders) {
        guard let path = folders.resource("gschemas.compiled") else {
            return
        }
        setenv("GSETTINGS_SCHEMA_DIR", URL(filePath: path).deletingLastPathComponent().path, 0)
    }

    /// No child process inherits Parlando's API keys, such as the browser that opens a link.
    static func hideKeys(of environment: [String: String]) {
        environment.keys.filter(TerminalEnvironment.isKey).forEach { unsetenv($0) }
    }
}
