import Foundation

/// Folders of Parlando's files (XDG Base Directory Specification 0.8) and of the resources installed with it.
public struct Folders: Sendable, Equatable {
    /// Folder of permanent data, such as models and the history.
    public let data: String
    /// Folder of configuration files, which the user may edit.
    public let configuration: String

    /// Folder of data that the program keeps from one run to the next, but that is not the user's own.
    public let state: String

    /// Folders that may contain installed resources, in order of preference.
    private let resources: [String]
    private let prefix: String
    private let programs: String
    private let locale: String?

    /// Returns the folders of this process.
    public init() {
        let executable = try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
        self.init(
            environment: ProcessInfo.processInfo.environment, executable: executable ?? CommandLine.arguments[0])
    }

    /// - Parameters:
    ///   - environment: environment variables. `XDG_DATA_HOME`, `XDG_CONFIG_HOME` and `XDG_STATE_HOME` replace
    ///     the folders in the home folder; an empty or relative value counts as not set. `PARLANDO_DATADIR` is searched
    ///     first for resources; `PARLANDO_LOCALEDIR` replaces the folder of translations.
    ///   - executable: path of the program, with symbolic links resolved.
    public init(environment: [String: String], executable: String) {
        let home = Self.absolute(environment["HOME"]) ?? NSHomeDirectory()
        data = (Self.absolute(environment["XDG_DATA_HOME"]) ?? home + "/.local/share") + "/parlando"
        configuration = (Self.absolute(environment["XDG_CONFIG_HOME"]) ?? home + "/.config") + "/parlando"
        state = (Self.absolute(environment["XDG_STATE_HOME"]) ?? home + "/.local/state") + "/parlando"
        programs = Self.parent(executable)
        prefix = Self.parent(programs)
        let source = Self.sourceFolder(of: executable)
        resources = [
            Self.absolute(environment["PARLANDO_DATADIR"]), prefix + "/share/parlando",
            // Created by scripts/tools/prepare-data.
            source.map { $0 + "/.build/share/parlando" }, source.map { $0 + "/data" },
        ].compactMap { $0 }
        locale = Self.absolute(environment["PARLANDO_LOCALEDIR"])
    }

    /// Database of translations and speech that the user has allowed to be stored.
    public var translationArchive: String {
        data + "/translations.sqlite"
    }

    /// Database of the sessions in the history.
    public var history: String {
        data + "/history.sqlite"
    }

    /// Folder of the recordings of the history.
    public var historySounds: String {
        data + "/recordings"
    }

    /// File that says which sessions of the history are on the dictation page.
    public var pageBookmark: String {
        data + "/page.json"
    }

    /// File with the user's vocabulary and replacement rules.
    public var wordBook: String {
        data + "/words.json"
    }

    /// File with the results of practice in the rhythm trainer.
    public var practice: String {
        data + "/practice.json"
    }

    /// Folder of recordings that a server did not accept.
    public var unsentSounds: String {
        data + "/unsent"
    }

    /// Path of the file with the certificates that Google's hosts are checked against. If the file is missing, this is
    /// the path where it should be.
    public var googleAuthorities: String {
        let name = "google-authorities.pem"
        return resource(name) ?? "\(prefix)/share/parlando/\(name)"
    }

    /// File that says which input method was in use before Parlando's own. The file exists only while that input method
    /// has to be restored.
    public var inputNote: String {
        state + "/input-method.json"
    }

    /// Returns the path of a helper program, or nil if it is missing. Helper programs are beside this program in a
    /// build folder, or in `libexec` if this program is installed.
    public func helper(_ name: String) -> String? {
        [programs + "/" + name, "\(prefix)/libexec/\(name)"].first {
            FileManager.default.isExecutableFile(atPath: $0)
        }
    }

    /// Folder of the models.
    public var models: String {
        data + "/models"
    }

    /// Folders that may contain a compiled settings schema not installed in the system, in order of preference.
    public var schemas: [String] {
        resources + [prefix + "/share/glib-2.0/schemas"]
    }

    /// Returns the path of an installed file, such as `models.json`, or nil if it is missing.
    public func resource(_ name: String) -> String? {
        resources.map { "\($0)/\(name)" }.first { FileManager.default.fileExists(atPath: $0) }
    }

    /// Returns the paths where a library supplied with the program may be, in order of preference.
    public func libraries(_ name: String) -> [String] {
        ["\(prefix)/lib/parlando/\(name)"] + [resource("lib/\(name)")].compactMap { $0 }
    }

    /// Folder of translations (`ru/LC_MESSAGES/parlando.mo`): `PARLANDO_LOCALEDIR`, or the one beside the folder of the
    /// program's GResource bundle.
    public var translations: String {
        let share = resource("parlando.gresource").map { Self.parent(Self.parent($0)) } ?? prefix + "/share"
        return locale ?? share + "/locale"
    }

    /// Languages of the user interface as locale names: English and all with a translation.
    public var languages: [String] {
        let found = (try? FileManager.default.contentsOfDirectory(atPath: translations)) ?? []
        let translated = found.filter {
            FileManager.default.fileExists(atPath: "\(translations)/\($0)/LC_MESSAGES/parlando.mo")
        }
        return ["en"] + translated.sorted()
    }

    private static func absolute(_ path: String?) -> String? {
        guard let path, path.hasPrefix("/") else {
            return nil
        }
        return path.count > 1 && path.hasSuffix("/") ? String(path.dropLast()) : path
    }

    private static func parent(_ path: String) -> String {
        guard let slash = path.lastIndex(of: "/") else {
            return "."
        }
        return String(path[..<slash])
    }

    /// Returns the source tree in which an uninstalled program was built, or nil if it was built elsewhere.
    private static func sourceFolder(of executable: String) -> String? {
        var folder = parent(executable)
        while folder.count > 1 {
            if FileManager.default.fileExists(atPath: folder + "/Package.swift") {
                return folder
            }
            folder = parent(folder)
        }
        return nil
    }
}
