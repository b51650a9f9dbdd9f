import Foundation
import Glibc
import ParlandoTestSupport
import Testing

@testable import ParlandoSystem

@Suite struct FoldersTests {
    private func folders(_ environment: [String: String], executable: String = "/opt/parlando/bin/parlando") -> Folders
    {
        Folders(environment: environment.merging(["HOME": "/home/ada"]) { $1 }, executable: executable)
    }

    @Test func withoutAWordFilesLieInTheHomeFolder() {
        let folders = folders([:])
        #expect(folders.data == "/home/ada/.local/share/parlando")
        #expect(folders.models == "/home/ada/.local/share/parlando/models")
        #expect(folders.configuration == "/home/ada/.config/parlando")
    }

    @Test func theEnvironmentMovesThem() {
        let folders = folders(["XDG_DATA_HOME": "/d/", "XDG_CONFIG_HOME": "/e/f"])
        #expect([folders.data, folders.configuration] == ["/d/parlando", "/e/f/parlando"])
    }

    @Test func theNoteOnTheInputMethodLiesAmongTheStates() {
        #expect(folders([:]).inputNote == "/home/ada/.local/state/parlando/input-method.json")
        #expect(folders(["XDG_STATE_HOME": "/s"]).inputNote == "/s/parlando/input-method.json")
    }

    @Test func aHelperLiesBesideTheProgramOrInLibexec() throws {
        let root = try TemporaryFolder()
        let folders = Folders(environment: ["HOME": "/home/ada"], executable: root.path + "/bin/parlando")
        #expect(folders.helper("helper") == nil)
        try root.make("libexec/helper")
        chmod(root.path + "/libexec/helper", 0o755)
        #expect(folders.helper("helper") == root.path + "/libexec/helper")
        try root.make("bin/helper")
        chmod(root.path + "/bin/helper", 0o755)
        #expect(folders.helper("helper") == root.path + "/bin/helper")
    }

    @Test(arguments: ["", "relative", "./x", "~/x"]) func whatIsNoAbsolutePathCountsAsNotSet(value: String) {
        let changed = folders(["XDG_DATA_HOME": value, "XDG_CONFIG_HOME": value])
        #expect(changed == folders([:]))
    }

    @Test func resourcesLieBesideTheInstalledProgram() throws {
        let root = try TemporaryFolder()
        try root.make("share/parlando/models.json")
        let folders = folders([:], executable: root.file("bin/parlando"))
        #expect(folders.resource("models.json") == root.file("share/parlando/models.json"))
        #expect(folders.resource("missing.json") == nil)
        #expect(folders.schemas.last == root.file("share/glib-2.0/schemas"))
    }

    @Test func aNamedFolderComesFirst() throws {
        let root = try TemporaryFolder()
        try root.make("share/parlando/models.json")
        try root.make("mine/models.json")
        let folders = folders(["PARLANDO_DATADIR": root.file("mine")], executable: root.file("bin/parlando"))
        #expect(folders.resource("models.json") == root.file("mine/models.json"))
    }

    @Test func aProgramThatIsNotInstalledFindsItsSourceTree() throws {
        let root = try TemporaryFolder()
        try root.make("Package.swift")
        try root.make("data/models.json")
        let folders = folders([:], executable: root.file(".build/x86_64/release/parlando"))
        #expect(folders.resource("models.json") == root.file("data/models.json"))
    }

    @Test func whomToTrustIsAlwaysAFileThereOrNot() throws {
        let root = try TemporaryFolder()
        let executable = root.file("bin/parlando")
        let place = root.file("share/parlando/google-authorities.pem")
        #expect(folders([:], executable: executable).googleAuthorities == place)
        try root.make("mine/google-authorities.pem")
        let mine = folders(["PARLANDO_DATADIR": root.file("mine")], executable: executable)
        #expect(mine.googleAuthorities == root.file("mine/google-authorities.pem"))
    }

    @Test func translationsLieBesideTheLooks() throws {
        let root = try TemporaryFolder()
        try root.make("Package.swift")
        try root.make(".build/share/parlando/parlando.gresource")
        let folders = folders([:], executable: root.file(".build/x86_64/debug/parlando"))
        #expect(folders.translations == root.file(".build/share/locale"))
    }

    @Test func aNamedFolderOfTranslationsComesFirst() {
        #expect(folders(["PARLANDO_LOCALEDIR": "/l"]).translations == "/l")
    }

    @Test func eachCatalogueIsALanguageAndSoIsEnglish() throws {
        let root = try TemporaryFolder()
        try root.make("share/locale/ru/LC_MESSAGES/parlando.mo")
        try root.make("share/locale/de/LC_MESSAGES/other.mo")
        #expect(folders([:], executable: root.file("bin/parlando")).languages == ["en", "ru"])
    }
}

@Suite struct FolderOwnershipTests {
    @Test func oneProgramAtATimeOwnsAFolder() throws {
        let folder = try TemporaryFolder()
        let path = folder.file("data")
        var first: FolderOwnership? = FolderOwnership(path)
        #expect(first?.isOwner == true)
        #expect(!FolderOwnership(path).isOwner)
        #expect(folder.names == ["data"] && FileManager.default.subpaths(atPath: path) == [])
        first = nil
        #expect(FolderOwnership(path).isOwner)
    }

    @Test func theFolderOfAnOwnerStaysWhenAllDataGoes() async throws {
        let home = try TemporaryFolder()
        let folders = Folders(environment: ["HOME": home.path], executable: "/nonexistent/bin/parlando")
        let owner = FolderOwnership(folders.data)
        try await StoredFiles(folders).removeAll()
        #expect(owner.isOwner && !FolderOwnership(folders.data).isOwner)
    }
}

/// gettext believes what a catalogue says of itself, so it must not see a damaged one.
struct MessageCatalogueTests {
    private let bytes: [UInt8]

    init() throws {
        let folder = try TemporaryFolder()
        let path = folder.file("ru.mo")
        try SystemProgram.run("msgfmt", ProjectFolder.root.path + "/po/ru.po", "-o", path)
        bytes = [UInt8](try Data(contentsOf: URL(filePath: path)))
    }

    private func isWhole(_ bytes: some Sequence<UInt8>) -> Bool {
        Array(bytes).withUnsafeBytes { MessageCatalogue($0).isWhole }
    }

    @Test func aCatalogueIsWholeAndNoBeginningOfItIs() {
        #expect(isWhole(bytes))
        #expect(bytes.count > 100_000)
        for length in Array(0..<64) + Array(stride(from: 64, to: bytes.count, by: 997)) + [bytes.count - 1] {
            #expect(!isWhole(bytes.prefix(length)), "\(length) bytes")
        }
    }

    /// Each number of the header and of the tables, set to one that leads out of the file.
    @Test func aPlaceOutsideIsNoticed() {
        for place in [0, 8, 12, 16, 20, 24] + Array(stride(from: 28, to: 2000, by: 4)) {
            for wrong: [UInt8] in [[0xFF, 0xFF, 0xFF, 0xFF], [0xFF, 0xFF, 0xFF, 0x7F], [0, 0, 0, 0x10]] {
                var damaged = bytes
                damaged.replaceSubrange(place..<place + 4, with: wrong)
                #expect(!isWhole(damaged), "at \(place)")
            }
        }
    }

    /// gettext looks for an empty place until it finds one.
    @Test func aFullHashTableIsNoticed() {
        let (size, table) = (number(at: 20), number(at: 24))
        var damaged = bytes
        for place in 0..<size {
            damaged.replaceSubrange(table + 4 * place..<table + 4 * place + 4, with: [1, 0, 0, 0])
        }
        #expect(size > 2 && !isWhole(damaged))
    }

    private func number(at place: Int) -> Int {
        bytes[place..<place + 4].reversed().reduce(0) { $0 << 8 | Int($1) }
    }
}
