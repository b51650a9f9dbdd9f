import Foundation
import ParlandoCore
import ParlandoTestSupport
import Testing

@testable import ParlandoStorage

@Suite(.timeLimit(.minutes(1)))
struct SQLiteTranslationArchiveTests {
    private let folder: TemporaryFolder
    private let clock = MovableClock()

    init() throws {
        folder = try TemporaryFolder()
    }

    private var path: String { "\(folder.path)/archive/translations.sqlite" }

    private func archive(_ change: (inout SQLiteTranslationArchive.Limits) -> Void = { _ in })
        -> SQLiteTranslationArchive
    {
        var limits = SQLiteTranslationArchive.Limits()
        change(&limits)
        return SQLiteTranslationArchive(path: path, clock: clock, limits: limits)
    }

    private func exchange(_ text: String, _ translation: String, date: Double = 0) -> Exchange {
        Exchange(
            source: text, sourceLanguage: "en", translation: translation, targetLanguage: "es", service: .gemini,
            isWhole: true, date: Date(timeIntervalSince1970: date))
    }

    private func request(_ text: String, _ language: String? = "en") -> TranslationRequest {
        TranslationRequest(Phrase(text, language: language), into: "es")
    }

    private var filesOnDisk: [String] { folder.names(in: "archive") }

    private func isOnDisk(_ text: String) -> Bool {
        folder.holds(Array(text.utf8), in: "archive")
    }

    // MARK: Memory

    @Test func withoutPermissionNothingIsOnDiskAndItIsRememberedAllTheSame() async throws {
        let archive = archive()
        try await archive.keep(exchange("Hello.", "Hola."))
        #expect(await archive.remembered(request("Hello."))?.text == Private("Hola."))
        // Also where the language was not said.
        #expect(await archive.remembered(request("Hello.", nil))?.detectedLanguage == "en")
        #expect(await archive.remembered(request("Hello", "en")) == nil)
        #expect(await archive.remembered(TranslationRequest(Phrase("Hello.", language: "en"), into: "fr")) == nil)
        #expect(try await archive.history(matching: "", limit: 10).isEmpty)
        #expect(filesOnDisk.isEmpty)
        #expect(await self.archive().remembered(request("Hello.")) == nil)
    }

    @Test func inMemoryTheHundredUsedLastAreKept() async throws {
        let archive = archive()
        for number in 0..<100 {
            try await archive.keep(exchange("\(number)", "n\(number)"))
        }
        _ = await archive.remembered(request("0"))
        _ = await archive.remembered(request("0", nil))
        try await archive.keep(exchange("100", "n100"))
        #expect(await archive.remembered(request("0")) != nil)
        #expect(await archive.remembered(request("1")) == nil)
        #expect(await archive.remembered(request("100")) != nil)
    }

    @Test func afterADayItIsForgotten() async throws {
        let archive = archive()
        try await archive.allow(texts: true, sound: true)
        try await archive.keep(exchange("Hello.", "Hola."))
        clock.move(86_399)
        #expect(await archive.remembered(request("Hello.")) != nil)
        clock.move(1)
        #expect(await archive.remembered(request("Hello.")) == nil)
        // The history is older than a day.
        #expect(try await archive.history(matching: "", limit: 10).count == 1)
    }

    // MARK: Disk

    @Test func whatIsAllowedIsThereInTheNextRun() async throws {
        let first = archive()
        try await first.allow(texts: true, sound: true)
        try await first.keep(exchange("Hello.", "Hola."))
        let sound = SpokenSound(samples: [0, 0.5, -1, 1], rate: 24_000)
        try await first.keep(sound, of: SynthesisRequest("Hola.", language: "es", voice: "gemini:Kore"))
        let second = archive()
        try await second.allow(texts: true, sound: true)
        #expect(await second.remembered(request("Hello."))?.text == Private("Hola."))
        let found = try #require(
            await second.remembered(SynthesisRequest("Hola.", language: "es", voice: "gemini:Kore")))
        #expect(found.rate == 24_000)
        #expect(zip(found.samples, sound.samples).allSatisfy { abs($0 - $1) < 1e-4 })
        #expect(await second.remembered(SynthesisRequest("Hola.", language: "es", voice: "gemini:Puck")) == nil)
        let attributes = try FileManager.default.attributesOfItem(atPath: path)
        #expect(attributes[.posixPermissions] as? Int == 0o600)
    }

    @Test func soundReadFromDiskIsNotKeptForAnotherDay() async throws {
        let speech = SynthesisRequest("Hola.", language: "es", voice: "gemini:Kore")
        let first = archive()
        try await first.allow(texts: false, sound: true)
        try await first.keep(SpokenSound(samples: [0.5], rate: 24_000), of: speech)
        clock.move(80_000)
        let second = archive()
        try await second.allow(texts: false, sound: true)
        #expect(await second.remembered(speech) != nil)
        clock.move(10_000)
        #expect(await second.remembered(speech) == nil)
    }

    @Test func soundAloneLeavesNoTextOnDisk() async throws {
        let archive = archive()
        try await archive.allow(texts: false, sound: true)
        try await archive.keep(exchange("Hello there.", "Hola."))
        try await archive.keep(
            SpokenSound(samples: [0.5], rate: 8000), of: SynthesisRequest("Hola, qué tal.", language: "es"))
        #expect(filesOnDisk == ["translations.sqlite"])
        #expect(!isOnDisk("Hello there."))
        #expect(!isOnDisk("qué tal"))
    }

    @Test func aPermissionThatIsTakenBackRemovesWhatIsThere() async throws {
        let archive = archive()
        try await archive.allow(texts: true, sound: true)
        try await archive.keep(exchange("Hello there.", "Hola."))
        #expect(isOnDisk("Hello there."))
        try await archive.allow(texts: false, sound: true)
        #expect(!isOnDisk("Hello there."))
        try await archive.allow(texts: false, sound: false)
        #expect(filesOnDisk.isEmpty)
    }

    @Test func removingAllLeavesNothingAnywhere() async throws {
        let archive = archive()
        try await archive.allow(texts: true, sound: true)
        for number in 0..<50 {
            try await archive.keep(exchange("Secret \(number).", "Secreto \(number)."))
        }
        let descriptor = open(path, O_RDONLY)
        defer { close(descriptor) }
        try await archive.removeAll()
        #expect(filesOnDisk.isEmpty)
        #expect(await archive.remembered(request("Secret 1.")) == nil)
        // Whoever still holds the file open finds nothing in it either.
        let rest = FileHandle(fileDescriptor: descriptor, closeOnDealloc: false)
        try rest.seek(toOffset: 0)
        #expect(try (rest.readToEnd() ?? Data()).range(of: Data("Secret".utf8)) == nil)
        // And it goes on.
        try await archive.keep(exchange("New.", "Nuevo."))
        #expect(try await archive.history(matching: "", limit: 10).map(\.source.revealed) == ["New."])
    }

    @Test func whatWasUsedLongestAgoMakesRoom() async throws {
        let archive = archive {
            $0.inMemory = 1
            $0.onDisk = 100_000
        }
        try await archive.allow(texts: true, sound: true)
        let sound = SpokenSound(samples: [Float](repeating: 0.1, count: 10_000), rate: 8000)
        for number in 0..<4 {
            clock.move(1)
            try await archive.keep(sound, of: SynthesisRequest("\(number)", language: "es"))
        }
        clock.move(1)
        _ = await archive.remembered(SynthesisRequest("0", language: "es"))
        clock.move(1)
        try await archive.keep(sound, of: SynthesisRequest("4", language: "es"))
        #expect(await archive.remembered(SynthesisRequest("0", language: "es")) != nil)
        #expect(await archive.remembered(SynthesisRequest("1", language: "es")) == nil)
        #expect(await archive.remembered(SynthesisRequest("2", language: "es")) != nil)
    }

    // MARK: History

    @Test func theHistoryIsSearchedByWordsWithoutCaseOrAccents() async throws {
        let archive = archive()
        try await archive.allow(texts: true, sound: false)
        try await archive.keep(exchange("Where is the station?", "¿Dónde está la estación?", date: 1))
        try await archive.keep(exchange("Good morning.", "Доброе утро.", date: 2))
        #expect(try await archive.history(matching: "", limit: 10).map(\.translation.revealed).count == 2)
        #expect(try await archive.history(matching: "", limit: 1).map(\.source.revealed) == ["Good morning."])
        #expect(try await archive.history(matching: "ESTACION where", limit: 10).count == 1)
        #expect(try await archive.history(matching: "доброе", limit: 10).count == 1)
        #expect(try await archive.history(matching: "100%", limit: 10).isEmpty)
    }

    @Test func oneExchangeIsRemovedFromHistoryAndCache() async throws {
        let archive = archive()
        try await archive.allow(texts: true, sound: false)
        let one = exchange("Hello.", "Hola.")
        try await archive.keep(one)
        try await archive.keep(exchange("Bye.", "Adiós."))
        try await archive.remove([one.id])
        #expect(await archive.remembered(request("Hello.")) == nil)
        #expect(try await archive.history(matching: "", limit: 10).map(\.source.revealed) == ["Bye."])
        #expect(!isOnDisk("Hello."))
    }

    @Test func whatIsFetchedAheadIsNoHistory() async throws {
        let archive = archive()
        try await archive.allow(texts: true, sound: false)
        try await archive.keepAhead(Translation("Hola."), of: request("Hello."))
        #expect(try await archiveOfNextRun().remembered(request("Hello.")) != nil)
        #expect(try await archive.history(matching: "", limit: 10).isEmpty)
    }

    private func archiveOfNextRun() async throws -> SQLiteTranslationArchive {
        let archive = archive()
        try await archive.allow(texts: true, sound: false)
        return archive
    }

    // MARK: Bad days

    @Test(arguments: ["", "This is no database, and long enough to be taken for a header of one.", "SQLite format 3\0"])
    func aDamagedFileIsSetAsideAndANewOneBegun(bytes: String) async throws {
        try FileManager.default.createDirectory(atPath: "\(folder.path)/archive", withIntermediateDirectories: true)
        var data = Data(bytes.utf8)
        if bytes.hasPrefix("SQLite") {
            data.append(Data((0..<8192).map { UInt8(truncatingIfNeeded: $0 * 7) }))
        }
        try data.write(to: URL(filePath: path))
        let archive = archive()
        if bytes.isEmpty {
            try await archive.allow(texts: true, sound: false)
        } else {
            await #expect(throws: ArchiveError.self) { try await archive.allow(texts: true, sound: false) }
            #expect(try Data(contentsOf: URL(filePath: path + ".damaged")) == data)
        }
        try await archive.keep(exchange("Hello.", "Hola."))
        #expect(try await archive.history(matching: "", limit: 10).count == 1)
        try await archive.removeAll()
        #expect(filesOnDisk.isEmpty)
    }

    @Test(.enabled(if: TinyDisk.canBeMade, "only root can mount a disk; scripts/test becomes it in a namespace"))
    func aFullDiskIsToldAndMemoryStillRemembers() async throws {
        let disk = try TinyDisk(bytes: 256 << 10)
        let archive = SQLiteTranslationArchive(path: "\(disk.path)/translations.sqlite", clock: clock)
        try await archive.allow(texts: true, sound: false)
        let long = String(repeating: "long ", count: 100_000)
        await #expect {
            try await archive.keep(exchange("Hello.", long))
        } throws: {
            ($0 as? ArchiveError)?.kind == .diskFull
        }
        #expect(await archive.remembered(request("Hello."))?.text.revealed == long)
        try await archive.keep(exchange("Bye.", "Adiós."))
        #expect(try await archive.history(matching: "", limit: 10).map(\.source.revealed) == ["Bye."])
    }

    @Test func damageInTheMiddleOfUseIsToldOnceAndRepaired() async throws {
        let archive = archive()
        try await archive.allow(texts: true, sound: false)
        for number in 0..<200 {
            try await archive.keep(exchange("Number \(number)", "Número \(number)"))
        }
        let handle = try #require(FileHandle(forWritingAtPath: path))
        try handle.write(contentsOf: Data(repeating: 0xA5, count: 60_000))
        try handle.close()
        await #expect(throws: ArchiveError.self) { try await archive.keep(exchange("Hello.", "Hola.")) }
        try await archive.keep(exchange("Bye.", "Adiós."))
        #expect(try await archive.history(matching: "Bye", limit: 10).count == 1)
        #expect(filesOnDisk.contains("translations.sqlite.damaged"))
    }

    /// What a row may hold in place of what it should: SQLite does not mind.
    @Test(arguments: [
        "UPDATE translation SET text = x'00ff'", "UPDATE translation SET made = 'now'",
        "UPDATE translation SET made = 9e999", "UPDATE translation SET key = CAST(key AS BLOB)",
        "UPDATE exchange SET source = x'ff'", "UPDATE exchange SET date = 1e300", "UPDATE exchange SET date = 'never'",
        "UPDATE exchange SET id = 'not a UUID'", "UPDATE exchange SET targetLanguage = x'ff'",
        "UPDATE exchange SET id = NULL", "UPDATE sound SET rate = 9223372036854775807",
        "UPDATE sound SET rate = 'fast'", "UPDATE sound SET samples = 9",
    ])
    func aDamagedRowIsDroppedAndToldAndTheOthersStay(damage: String) async throws {
        let speech = SynthesisRequest("Hola.", language: "es")
        do {
            let archive = archive()
            try await archive.allow(texts: true, sound: true)
            try await archive.keep(exchange("Hello.", "Hola."))
            try await archive.keep(SpokenSound(samples: [0, 0.5], rate: 16_000), of: speech)
        }
        let table = String(damage.split(separator: " ")[1])
        try changeDatabase(at: path, damage)
        let next = archive()
        try await next.allow(texts: true, sound: true)
        #expect((await next.remembered(request("Hello.")) == nil) == (table == "translation"))
        #expect((await next.remembered(speech) == nil) == (table == "sound"))
        var told: ArchiveError.Kind?
        do throws(ArchiveError) {
            _ = try await next.history(matching: "", limit: 10)
        } catch {
            told = error.kind
        }
        // What has no time or no key is never read.
        #expect(told == (damage.contains("made") || damage.contains("key") ? nil : .entriesDropped))
        #expect(try await next.history(matching: "", limit: 10).count == (table == "exchange" ? 0 : 1))
        try await next.keep(exchange("Bye.", "Adiós."))
    }

    /// Another program changes a row while this one has the file open.
    @Test func aRowThatIsDamagedMeanwhileIsDropped() async throws {
        let archive = archive { $0.inMemory = 1 }
        try await archive.allow(texts: true, sound: false)
        for text in ["One.", "Two.", "Three."] {
            try await archive.keep(exchange(text, "Hola."))
        }
        try changeDatabase(at: path, "UPDATE translation SET text = x'ff'; UPDATE exchange SET date = 'x'")
        #expect(await archive.remembered(request("One.")) == nil)
        await #expect(throws: ArchiveError.self) { try await archive.history(matching: "", limit: 10) }
        #expect(try await archive.history(matching: "", limit: 10).isEmpty)
    }

    @Test func aFileWithOtherTablesIsSetAside() async throws {
        do {
            let archive = archive()
            try await archive.allow(texts: true, sound: false)
            try await archive.keep(exchange("Hello.", "Hola."))
        }
        try changeDatabase(at: path, "DROP TABLE translation; CREATE TABLE translation (something)")
        let next = archive()
        await #expect {
            try await next.allow(texts: true, sound: true)
        } throws: {
            ($0 as? ArchiveError)?.kind == .damaged
        }
        try await next.keep(exchange("Bye.", "Adiós."))
        #expect(try await next.history(matching: "", limit: 10).count == 1)
        #expect(filesOnDisk.contains("translations.sqlite.damaged"))
    }

    @Test func aFolderThatCannotBeMadeIsToldAndMemoryStillRemembers() async throws {
        try Data().write(to: URL(filePath: "\(folder.path)/archive"))
        let archive = archive()
        await #expect(throws: ArchiveError.self) { try await archive.allow(texts: true, sound: false) }
        await #expect(throws: ArchiveError.self) { try await archive.keep(exchange("Hello.", "Hola.")) }
        #expect(await archive.remembered(request("Hello."))?.text == Private("Hola."))
    }
}
