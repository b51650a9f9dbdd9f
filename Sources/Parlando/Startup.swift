import Foundation
import ParlandoCore
import ParlandoPresenters
import ParlandoSystem

/// What has to stand before the first window.
enum Startup {
    /// Of sysexits.h: the system cannot give what is needed.
    private static let systemFailed: Int32 = 71

    /// Ends the program with a sentence if there is too little memory for it, now or later. Again once the language of the
    /// interface is known.
    static func sayWhenMemoryIsShort() {
        let sentence = ProgramWording.tooLittleMemory
        AddressSpace.endWhenShort(saying: sentence, code: systemFailed)
        if !AddressSpace.hasRoom {
            try? FileHandle.standardError.write(contentsOf: Data((sentence + "\n").utf8))
            exit(systemFailed)
        }
    }

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
