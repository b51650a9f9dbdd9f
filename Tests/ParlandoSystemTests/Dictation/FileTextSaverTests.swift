import Foundation
import ParlandoCore
import ParlandoSystem
import Testing

@Suite final class FileTextSaverTests {
    private let folder = FileManager.default.temporaryDirectory.appendingPathComponent("parlando-\(UUID().uuidString)")
    private let saver = FileTextSaver()

    init() throws {
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    }

    deinit {
        try? FileManager.default.removeItem(at: folder)
    }

    private func file(_ name: String) -> String {
        folder.appendingPathComponent(name).path
    }

    private func names() throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
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
        try await saver.save(text, to: file("a.txt"))
        #expect(try String(contentsOfFile: file("a.txt"), encoding: .utf8) == text)
        #expect(try names() == ["a.txt"])
    }

    @Test func anOlderFileIsReplacedAndKeepsItsPermissions() async throws {
        try "old and longer".write(toFile: file("a.txt"), atomically: false, encoding: .utf8)
        try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: file("a.txt"))
        try await saver.save("new", to: file("a.txt"))
        #expect(try String(contentsOfFile: file("a.txt"), encoding: .utf8) == "new")
        let mode = try FileManager.default.attributesOfItem(atPath: file("a.txt"))[.posixPermissions] as? NSNumber
        #expect(mode?.intValue == 0o600)
    }

    @Test func aSymbolicLinkKeepsPointingAtTheFile() async throws {
        try "old".write(toFile: file("real.txt"), atomically: false, encoding: .utf8)
        try FileManager.default.createSymbolicLink(atPath: file("link.txt"), withDestinationPath: file("real.txt"))
        try await saver.save("new", to: file("link.txt"))
        #expect(try String(contentsOfFile: file("real.txt"), encoding: .utf8) == "new")
        #expect(try FileManager.default.destinationOfSymbolicLink(atPath: file("link.txt")) == file("real.txt"))
    }

    @Test func aFolderThatIsMissingAndAFolderOfThatNameAreToldApart() async throws {
        await expect(.folderMissing, savingTo: file("none/a.txt"))
        await expect(.folderMissing, savingTo: "/proc/parlando.txt")
        await expect(.isFolder, savingTo: folder.path)
        #expect(try names().isEmpty)
    }

    /// A device or a pipe is written to, and stays what it is.
    @Test func whatIsNoFileIsWrittenToDirectly() async throws {
        #expect(mkfifo(file("pipe"), 0o600) == 0)
        let reader = open(file("pipe"), O_RDONLY | O_NONBLOCK)
        defer { close(reader) }
        try await saver.save("text", to: file("pipe"))
        var bytes = [UInt8](repeating: 0, count: 8)
        #expect(read(reader, &bytes, 8) == 4 && bytes.starts(with: "text".utf8))
        #expect(try names() == ["pipe"])
    }

    /// As behind `>> log` when `/dev/stdout` is named.
    @Test func whatIsOpenAlreadyIsWrittenToAtItsEnd() async throws {
        try await saver.save("before\n", to: file("log"))
        let log = open(file("log"), O_WRONLY | O_APPEND)
        defer { close(log) }
        try await saver.save("text", to: "/proc/self/fd/\(log)")
        #expect(try String(contentsOfFile: file("log"), encoding: .utf8) == "before\ntext")
    }

    @Test func aPlaceThatMayNotBeWrittenToIsDenied() async {
        await expect(.denied, savingTo: "/sys/kernel/parlando.txt")
    }
}
