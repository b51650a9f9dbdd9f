import Foundation

/// Where Parlando's files belong (XDG Base Directory Specification 0.8), and where those that came with it lie.
public struct Folders: Sendable, Equatable {
    /// Files worth keeping: models, transcripts.
    public let data: String
    /// Files that can be made again.
    public let cache: String
    /// Files that people edit.
    public let configuration: String

    /// Folders that may hold what came with the program, the best first.
    private let resources: [String]
    private let prefix: String
    private let locale: String?

    /// The folders of this process.
    public init() {
        let executable = try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
        self.init(
            environment: ProcessInfo.processInfo.environment, executable: executable ?? CommandLine.arguments[0])
    }

    /// - Parameters:
    ///   - environment: `XDG_DATA_HOME`, `XDG_CACHE_HOME` and `XDG_CONFIG_HOME` replace the folders in the home folder;
    ///     an empty or relative value counts as not set. `PARLANDO_DATADIR` is searched first for resources;
    ///     `PARLANDO_LOCALEDIR` replaces the folder of the translations.
    ///   - executable: path of the program, symbolic links followed.
    public init(environment: [String: String], executable: String) {
        let home = Self.absolute(environment["HOME"]) ?? NSHomeDirectory()
        data = (Self.absolute(environment["XDG_DATA_HOME"]) ?? home + "/.local/share") + "/parlando"
        cache = (Self.absolute(environment["XDG_CACHE_HOME"]) ?? home + "/.cache") + "/parlando"
        configuration = (Self.absolute(environment["XDG_CONFIG_HOME"]) ?? home + "/.config") + "/parlando"
        prefix = Self.parent(Self.parent(executable))
        let source = Self.sourceFolder(of: executable)
        resources = [
            Self.absolute(environment["PARLANDO_DATADIR"]), prefix + "/share/parlando",
            // What scripts/tools/prepare-data makes.
            source.map { $0 + "/.build/share/parlando" }, source.map { $0 + "/data" },
        ].compactMap { $0 }
        locale = Self.absolute(environment["PARLANDO_LOCALEDIR"])
    }

    /// Where translations and speech are kept that the user allows to be kept.
    public var translationArchive: String {
        data + "/translations.sqlite"
    }

    /// Where recordings lie that a server did not take.
    public var unsentSounds: String {
        data + "/unsent"
    }

    /// The certificates that Google's hosts have to prove themselves by: where they are, or else where they should be.
    public var googleAuthorities: String {
        let name = "google-authorities.pem"
        return resource(name) ?? "\(prefix)/share/parlando/\(name)"
    }

    /// Where models lie.
    public var models: String {
        data + "/models"
    }

    /// Folders that may hold a compiled settings schema which the system does not know, the best first.
    public var schemas: [String] {
        resources + [prefix + "/share/glib-2.0/schemas"]
    }

    /// The path of a file that came with the program, such as `models.json`; nil: it is not there.
    public func resource(_ name: String) -> String? {
        resources.map { "\($0)/\(name)" }.first { FileManager.default.fileExists(atPath: $0) }
    }

    /// The folder of the translations (`ru/LC_MESSAGES/parlando.mo`): `PARLANDO_LOCALEDIR`, or the one beside the
    /// folder that the program's looks come from.
    public var translations: String {
        let share = resource("parlando.gresource").map { Self.parent(Self.parent($0)) } ?? prefix + "/share"
        return locale ?? share + "/locale"
    }

    /// Languages there are translations for, as locale names, and English.
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

    /// The source tree a program that is not installed was built in, nil: it was built elsewhere.
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
