import Foundation
import ParlandoCore
import ParlandoStorage
import ParlandoTestSupport
import Testing

/// What goes with an exchange that is removed, and what becomes of the copy of a damaged file that was set aside.
@Suite(.timeLimit(.minutes(1))) struct ArchiveRemovalTests {
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
    }

    private var path: String { "\(folder.path)/archive/translations.sqlite" }

    private func archive() -> SQLiteTranslationArchive {
        SQLiteTranslationArchive(path: path, clock: FixedClock())
    }

    private func nextRun() async throws -> SQLiteTranslationArchive {
        let archive = archive()
        try await archive.allow(texts: true, sound: false)
        return archive
    }

    private func exchange(_ text: String, _ translation: String) -> Exchange {
        Exchange(
            source: text, sourceLanguage: "en", translation: translation, targetLanguage: "es", service: .gemini,
            isWhole: true)
    }

    private func request(_ text: String) -> TranslationRequest {
        TranslationRequest(Phrase(text, language: "en"), into: "es")
    }

    private var filesOnDisk: [String] { folder.names(in: "archive") }

    @Test func theSoundOfAnExchangeGoesWithIt() async throws {
        let archive = archive()
        try await archive.allow(texts: true, sound: true)
        let (one, two) = (exchange("Hello.", "Hola."), exchange("Bye.", "Adiós."))
        let requests = ["Hola.", "Adiós.", "¡Hola!"].map { SynthesisRequest($0, language: "es") }
        // The samples of a sound can be found in the file.
        func sound(_ mark: Float) -> SpokenSound {
            SpokenSound(samples: [Float](repeating: mark, count: 400), rate: 8000)
        }
        func isOnDisk(_ mark: Float) -> Bool {
            let bytes = withUnsafeBytes(of: Int16((mark * 32767).rounded()).littleEndian) { Array($0) }
            return folder.holds((0..<50).flatMap { _ in bytes }, in: "archive")
        }
        try await archive.keep(one)
        try await archive.keep(two)
        try await archive.keep(sound(0.31), of: requests[0], for: one.id)
        try await archive.keep(sound(0.41), of: requests[1], for: two.id)
        // Of an exchange that came from the cache and is in no history.
        try await archive.keep(sound(0.51), of: requests[2], for: UUID())
        #expect(isOnDisk(0.31) && isOnDisk(0.41) && isOnDisk(0.51))
        try await archive.remove([one.id])
        #expect(await archive.remembered(requests[0]) == nil)
        #expect(await archive.remembered(requests[1]) != nil)
        #expect(await archive.remembered(requests[2]) == nil)
        #expect(!isOnDisk(0.31) && isOnDisk(0.41) && !isOnDisk(0.51))
    }

    @Test func aCopyOfADamagedFileGoesWithWhatIsRemoved() async throws {
        let archive = archive()
        try await archive.allow(texts: true, sound: false)
        let one = exchange("Hello.", "Hola.")
        try await archive.keep(one)
        for ending in [".damaged", ".damaged-wal", ".damaged-shm"] {
            try Data("Hello.".utf8).write(to: URL(filePath: path + ending))
        }
        try await archive.remove([one.id])
        #expect(filesOnDisk == ["translations.sqlite"])
        try Data("Hello.".utf8).write(to: URL(filePath: path + ".damaged"))
        try await archive.allow(texts: false, sound: true)
        #expect(filesOnDisk == ["translations.sqlite"])
    }

    @Test func filesOfAnEarlierVersionHaveNoOwnerForTheirSound() async throws {
        let speech = SynthesisRequest("Hola.", language: "es")
        do {
            let archive = archive()
            try await archive.allow(texts: true, sound: true)
            try await archive.keep(SpokenSound(samples: [0, 0.5], rate: 16_000), of: speech, for: UUID())
        }
        // As version 1 of the tables was.
        try changeDatabase(
            at: path, "ALTER TABLE sound DROP COLUMN exchange; DELETE FROM grdb_migrations WHERE identifier = '2'")
        let archive = archive()
        try await archive.allow(texts: true, sound: true)
        #expect(await archive.remembered(speech) != nil)
        try await archive.remove([UUID()])
        #expect(await archive.remembered(speech) == nil)
    }

    @Test func whatOneServiceOrModelHasMadeIsNotTheWorkOfAnother() async throws {
        var (gemini, flash, libre) = (TranslatorPreferences(), TranslatorPreferences(), TranslatorPreferences())
        gemini.model = "gemini-9"
        flash.model = "gemini-9-flash"
        libre.service = .libreTranslate
        libre.address = "https://one.example"
        var other = libre
        other.address = "https://other.example"
        let makers = [gemini, flash, TranslatorPreferences(), libre, other].map { TranslationMaker($0) }
        let archive = archive()
        try await archive.allow(texts: true, sound: false)
        for (index, maker) in makers.enumerated() {
            for known in makers[index...] {
                #expect(await archive.remembered(request("Hello."), by: known) == nil)
            }
            try await archive.keep(exchange("Hello.", "Hola \(index)."), by: maker)
        }
        for archive in [archive, try await nextRun()] {
            for (index, maker) in makers.enumerated() {
                #expect(await archive.remembered(request("Hello."), by: maker)?.text.revealed == "Hola \(index).")
            }
            let onThisComputer = TranslationMaker(.offline, gemini)
            #expect(await archive.remembered(request("Hello."), by: onThisComputer) == nil)
        }
    }

    // MARK: Copies

    private func isOnDisk(_ text: String) -> Bool {
        folder.holds(Array(text.utf8), in: "archive")
    }

    /// Sets a damaged file aside and answers the archive that did.
    private func archiveWithACopy() async throws -> SQLiteTranslationArchive {
        try FileManager.default.createDirectory(atPath: "\(folder.path)/archive", withIntermediateDirectories: true)
        try Data("Hello there. This is no database.".utf8).write(to: URL(filePath: path))
        let archive = archive()
        await #expect(throws: ArchiveError.self) { try await archive.allow(texts: true, sound: false) }
        #expect(isOnDisk("Hello there."))
        return archive
    }

    @Test(arguments: [(true, false), (false, true), (true, true)])
    func aCopyThatWasSetAsideOutlivesTheNextStart(texts: Bool, sound: Bool) async throws {
        _ = try await archiveWithACopy()
        try await archive().allow(texts: texts, sound: sound)
        #expect(isOnDisk("Hello there."))
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
        let one = exchange("Hello there.", "Hola.")
        try await archive.keep(one)
        try changeDatabase(
            at: path, "DROP TABLE exchange; DROP TABLE translation; CREATE TABLE rest AS SELECT 'Hello there.'")
        await #expect(throws: ArchiveError.self) {
            if isOne {
                try await archive.remove([one.id])
            } else {
                try await archive.allow(texts: false, sound: true)
            }
        }
        #expect(!isOnDisk("Hello there."))
        #expect(filesOnDisk == ["translations.sqlite"])
    }
}
