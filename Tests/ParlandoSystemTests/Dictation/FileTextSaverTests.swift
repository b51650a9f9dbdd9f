import Foundation
import ParlandoCore
import ParlandoSystem
import ParlandoTestSupport
import Testing

@Suite struct FileTextSaverTests {
    private let saver = FileTextSaver()
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
    }

    private func expect(_ kind: TextSaveError.Kind, savingTo path: String) async {
        do {
            try await saver.save("x", to: path)
            Issue.record("saved to \(path)")
        } catch {
            #expect(error.kind == kind)
        }
    }

    @Test func theTextIsWrittenWholeAndNothingElseIsLeft() async throws {
        let text = String(repeating: "Žluťoučký кот 猫\n", count: 50_000)
        try await saver.save(text, to: folder.file("a.txt"))
        #expect(try String(contentsOfFile: folder.file("a.txt"), encoding: .utf8) == text)
        #expect(folder.names == ["a.txt"])
    }

    @Test func aNewFileReplacesNothing() async throws {
        #expect(try await saver.saveNew("one", to: folder.file("a.txt")))
        #expect(try await !saver.saveNew("two", to: folder.file("a.txt")))
        #expect(try String(contentsOfFile: folder.file("a.txt"), encoding: .utf8) == "one")
        try FileManager.default.createSymbolicLink(
            atPath: folder.file("b.txt"), withDestinationPath: folder.file("gone.txt"))
        #expect(try await !saver.saveNew("two", to: folder.file("b.txt")))
        #expect(folder.names == ["a.txt", "b.txt"])
    }

    @Test func anOlderFileIsReplacedAndKeepsItsPermissions() async throws {
        try "old and longer".write(toFile: folder.file("a.txt"), atomically: false, encoding: .utf8)
        try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: folder.file("a.txt"))
        try await saver.save("new", to: folder.file("a.txt"))
        #expect(try String(contentsOfFile: folder.file("a.txt"), encoding: .utf8) == "new")
        let attributes = try FileManager.default.attributesOfItem(atPath: folder.file("a.txt"))
        #expect((attributes[.posixPermissions] as? NSNumber)?.intValue == 0o600)
    }

    @Test func aSymbolicLinkKeepsPointingAtTheFile() async throws {
        let (real, link) = (folder.file("real.txt"), folder.file("link.txt"))
        try "old".write(toFile: real, atomically: false, encoding: .utf8)
        try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: real)
        try await saver.save("new", to: link)
        #expect(try String(contentsOfFile: real, encoding: .utf8) == "new")
        #expect(try FileManager.default.destinationOfSymbolicLink(atPath: link) == real)
    }

    @Test func aFolderThatIsMissingAndAFolderOfThatNameAreToldApart() async throws {
        await expect(.folderMissing, savingTo: folder.file("none/a.txt"))
        await expect(.folderMissing, savingTo: "/proc/parlando.txt")
        await expect(.isFolder, savingTo: folder.path)
        #expect(folder.names.isEmpty)
    }

    /// A device or a pipe is written to, and stays what it is.
    @Test func whatIsNoFileIsWrittenToDirectly() async throws {
        #expect(mkfifo(folder.file("pipe"), 0o600) == 0)
        let reader = open(folder.file("pipe"), O_RDONLY | O_NONBLOCK)
        defer { close(reader) }
        try await saver.save("text", to: folder.file("pipe"))
        var bytes = [UInt8](repeating: 0, count: 8)
        #expect(read(reader, &bytes, 8) == 4 && bytes.starts(with: "text".utf8))
        #expect(folder.names == ["pipe"])
    }

    /// As behind `>> log` when `/dev/stdout` is named.
    @Test func whatIsOpenAlreadyIsWrittenToAtItsEnd() async throws {
        try await saver.save("before\n", to: folder.file("log"))
        let log = open(folder.file("log"), O_WRONLY | O_APPEND)
        defer { close(log) }
        try await saver.save("text", to: "/proc/self/fd/\(log)")
        #expect(try String(contentsOfFile: folder.file("log"), encoding: .utf8) == "before\ntext")
    }

    @Test func aPlaceThatMayNotBeWrittenToIsDenied() async {
        await expect(.denied, savingTo: "/sys/kernel/parlando.txt")
    }
}
