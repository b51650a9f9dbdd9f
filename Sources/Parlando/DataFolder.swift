import Foundation

/// Where the program's own files lie: looks, translations, the catalogue of models.
struct DataFolder {
    /// Holds `parlando.gresource`, `gschemas.compiled` and `models.json`.
    let path: String
    /// Holds the translations.
    let locale: String

    /// The folder that PARLANDO_DATADIR names, else `share/parlando` in a folder above the executable.
    ///
    /// That finds an installed program (`/usr/bin` and `/usr/share`), one that was moved as a whole, and the build
    /// folder, in which `scripts/tools/build-data` makes the same tree.
    static func find() -> DataFolder {
        if let given = ProcessInfo.processInfo.environment["PARLANDO_DATADIR"], !given.isEmpty {
            return DataFolder(share: URL(filePath: given, directoryHint: .isDirectory).deletingLastPathComponent().path)
        }
        let executable = URL(filePath: "/proc/self/exe").resolvingSymlinksInPath()
        var folder = executable.deletingLastPathComponent()
        for _ in 0..<4 {
            let share = folder.appending(path: "share")
            if FileManager.default.fileExists(atPath: share.appending(path: "parlando").path) {
                return DataFolder(share: share.path)
            }
            folder.deleteLastPathComponent()
        }
        return DataFolder(share: "/usr/share")
    }

    private init(share: String) {
        path = share + "/parlando"
        locale = share + "/locale"
    }
}
