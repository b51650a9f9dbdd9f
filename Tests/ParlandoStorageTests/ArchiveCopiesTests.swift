import Foundation
import ParlandoCore
import ParlandoTestSupport
import Testing

@testable import ParlandoStorage

/// What becomes of the copy of a damaged file that was set aside.
@Suite(.timeLimit(.minutes(1))) struct ArchiveCopiesTests {
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
    }

    private var path: String { "\(folder.path)/archive/translations.sqlite" }

    private func archive() -> SQLiteTranslationArchive {
        SQLiteTranslationArchive(path: path, clock: FixedClock())
    }

    private var filesOnDisk: [String] {
        ((try? FileManager.default.contentsOfDirectory(atPath: "\(folder.path)/archive")) ?? []).sorted()
    }

    /// Whether some bytes are anywhere in the folder.
    private func isOnDisk(_ text: String) throws -> Bool {
        try filesOnDisk.contains { file in
            try Data(contentsOf: URL(filePath: "\(folder.path)/archive/\(file)")).range(of: Data(text.utf8)) != nil
        }
    }

    /// Sets a damaged file aside and answers the archive that did.
    private func archiveWithACopy() async throws -> SQLiteTranslationArchive {
        try FileManager.default.createDirectory(atPath: "\(folder.path)/archive", withIntermediateDirectories: true)
        try Data("Hello there. This is no database.".utf8).write(to: URL(filePath: path))
        let archive = archive()
        await #expect(throws: ArchiveError.self) { try await archive.allow(texts: true, sound: false) }
        #expect(try isOnDisk("Hello there."))
        return archive
    }

    @Test(arguments: [(true, false), (false, true), (true, true)])
    func aCopyThatWasSetAsideOutlivesTheNextStart(texts: Bool, sound: Bool) async throws {
        _ = try await archiveWithACopy()
        try await archive().allow(texts: texts, sound: sound)
        #expect(try isOnDisk("Hello there."))
    }

    @Test func aPermissionThatIsTakenBackTakesTheCopyAlong() async throws {
        let archive = try await archiveWithACopy()
        try await archive.allow(texts: true, sound: true)
        #expect(try isOnDisk("Hello there."))
        try await archive.allow(texts: false, sound: true)
        #expect(filesOnDisk == ["translations.sqlite"])
    }

    /// Preferences that could not be read allow nothing.
    @Test func aPermissionThatIsMissingAtTheStartDeletesNothing() async throws {
        let first = archive()
        try await first.allow(texts: true, sound: true)
        try await first.keep(Exchange(source: "Hello.", translation: "Hola.", targetLanguage: "es", isWhole: true))
        for sound in [false, true] {
            try await archive().allow(texts: false, sound: sound)
        }
        let last = archive()
        try await last.allow(texts: true, sound: true)
        #expect(try await last.history(matching: "", limit: 10).count == 1)
    }

    @Test(arguments: [true, false])
    func whatIsToGoDoesNotStayInAFileThatIsSetAsideMeanwhile(isOne: Bool) async throws {
        let archive = archive()
        try await archive.allow(texts: true, sound: true)
        let one = Exchange(
            source: "Hello there.", sourceLanguage: "en", translation: "Hola.", targetLanguage: "es", service: .gemini,
            isWhole: true)
        try await archive.keep(one)
        try changeDatabase(
            at: path, "DROP TABLE exchange; DROP TABLE translation; CREATE TABLE rest AS SELECT 'Hello there.'")
        await #expect(throws: ArchiveError.self) {
            if isOne {
                try await archive.remove(one.id)
            } else {
                try await archive.allow(texts: false, sound: true)
            }
        }
        #expect(try !isOnDisk("Hello there."))
        #expect(filesOnDisk == ["translations.sqlite"])
    }
}
