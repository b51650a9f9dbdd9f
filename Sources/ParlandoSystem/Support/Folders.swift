import Foundation

/// Folders of Parlando's files (XDG Base Directory Specification 0.8) and of its resources.
public struct Folders: Sendable, Equatable {
    /// Permanent data, such as models and the history.
    public let data: String
    /// Files that the user may edit.
    public let configuration: String

    /// Kept from one run to the next, but not the user's own.
    public let state: String

    /// In order of preference.
    private let resources: [String]
    private let prefix: String
    private let programs: String
    private let locale: String?

    public init() {
        let executable = try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
        self.init(
            environment: ProcessInfo.processInfo.environment, executable: executable ?? CommandLine.arguments[0])
    }

    /// - Parameters:
    ///   - environment: `XDG_DATA_HOME`, `XDG_CONFIG_HOME` and `XDG_STATE_HOME` count unless empty or relative.
    ///     `PARLANDO_DATADIR` is searched first for resources; `PARLANDO_LOCALEDIR` replaces that of translations.
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

    /// Translations and speech that the user has allowed to be stored.
    public var translationArchive: String {
        data + "/translations.sqlite"
    }

    /// Database of the sessions in the history.
    public var history: String {
        data + "/history.sqlite"
    }

    /// Recordings of the history.
    public var historySounds: String {
        data + "/recordings"
    }

    /// Which sessions of the history are on the dictation page.
    public var pageBookmark: String {
        data + "/page.json"
    }

    /// The user's vocabulary and replacement rules.
    public var wordBook: String {
        data + "/words.json"
    }

    /// Results of practice in the rhythm trainer.
    public var practice: String {
        data + "/practice.json"
    }

    /// The user's exercises and sets.
    public var practiceBook: String {
        data + "/exercises.json"
    }

    /// Recordings that a server did not accept.
    public var unsentSounds: String {
        data + "/unsent"
    }

    /// Certificates that Google's hosts are checked against. If the file is missing, the path where it should be.
    public var googleAuthorities: String {
        let name = "google-authorities.pem"
        return resource(name) ?? "\(prefix)/share/parlando/\(name)"
    }

    /// Says which input method was in use before Parlando's own. The file exists only while that one has to be
    /// restored.
    public var inputNote: String {
        state + "/input-method.json"
    }

    /// Helper programs are beside this program in a build folder, or in `libexec` if this program is installed.
    public func helper(_ name: String) -> String? {
        [programs + "/" + name, "\(prefix)/libexec/\(name)"].first {
            FileManager.default.isExecutableFile(atPath: $0)
        }
    }

    /// Folder of the models.
    public var models: String {
        data + "/models"
    }

    /// Where a compiled settings schema may be that is not installed in the system, in order of preference.
    public var schemas: [String] {
        resources + [prefix + "/share/glib-2.0/schemas"]
    }

    /// Returns the path of an installed file, such as `models.json`, if it exists.
    public func resource(_ name: String) -> String? {
        resources.map { "\($0)/\(name)" }.first { FileManager.default.fileExists(atPath: $0) }
    }

    /// Where a library supplied with the program may be, in order of preference.
    public func libraries(_ name: String) -> [String] {
        ["\(prefix)/lib/parlando/\(name)"] + [resource("lib/\(name)")].compactMap { $0 }
    }

    /// `PARLANDO_LOCALEDIR`, or the folder beside that of the program's GResource bundle.
    public var translations: String {
        let share = resource("parlando.gresource").map { Self.parent(Self.parent($0)) } ?? prefix + "/share"
        return locale ?? share + "/locale"
    }

    /// Locale names of the user interface: English and all with a translation.
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

extension Folders {
    /// gettext does not check the offsets in a catalogue, so a damaged one could crash the program.
    public var damagedTranslations: [String] {
        languages.map { "\(translations)/\($0)/LC_MESSAGES/parlando.mo" }.filter { path in
            guard let bytes = try? Data(contentsOf: URL(filePath: path)) else {
                return false
            }
            return !bytes.withUnsafeBytes { MessageCatalogue($0).isWhole }
        }
    }
}

/// Compiled message catalogue (`.mo`) of GNU gettext, version 0 of the format.
struct MessageCatalogue {
    private static let magic = 0x9504_12de
    private static let header = 28

    private let bytes: UnsafeRawBufferPointer

    init(_ bytes: UnsafeRawBufferPointer) {
        self.bytes = bytes
    }

    /// Whether everything that gettext reads lies within the file.
    var isWhole: Bool {
        guard bytes.count >= Self.header, number(at: 0) == Self.magic, number(at: 4) == 0 else {
            return false
        }
        let count = number(at: 8)
        return hasStrings(count, at: number(at: 12)) && hasStrings(count, at: number(at: 16))
            && hasHashes(number(at: 20), at: number(at: 24), of: count)
    }

    private func hasStrings(_ count: Int, at table: Int) -> Bool {
        guard table + 8 * count <= bytes.count else {
            return false
        }
        return (0..<count).allSatisfy { index in
            let end = number(at: table + 8 * index) + number(at: table + 8 * index + 4)
            return end < bytes.count && bytes[end] == 0
        }
    }

    /// A search ends at an empty slot, so a table must have at least one.
    private func hasHashes(_ size: Int, at table: Int, of count: Int) -> Bool {
        guard size > 2, table + 4 * size <= bytes.count else {
            return size == 0
        }
        let places = (0..<size).map { number(at: table + 4 * $0) }
        return places.contains(0) && places.allSatisfy { $0 <= count }
    }

    /// Little-endian, 32 bits.
    private func number(at offset: Int) -> Int {
        Int(UInt32(littleEndian: bytes.loadUnaligned(fromByteOffset: offset, as: UInt32.self)))
    }
}
