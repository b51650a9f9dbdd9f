import Foundation
import ParlandoCore
import ParlandoTestSupport
import Testing

@testable import ParlandoStorage

@Suite(.timeLimit(.minutes(1))) struct SQLiteHistoryStoreTests {
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
    }

    private var path: String { folder.file("history/history.sqlite") }

    private func store() -> SQLiteHistoryStore {
        SQLiteHistoryStore(path: path, clock: FixedClock())
    }

    private func words(_ text: String, paragraph: Int = 0) -> [HistoryWord] {
        [Word](of: text, probability: 0.75).map { HistoryWord($0, paragraph: paragraph) }
    }

    @discardableResult private func keep(
        _ text: String, began: Double = 0, in store: SQLiteHistoryStore
    ) async throws -> UUID {
        let session = HistorySession(
            kind: .dictation, engine: "tiny.en", began: FixedClock().now.addingTimeInterval(began))
        try await store.begin(session)
        try await store.write(words(text), from: 0, of: session.id)
        try await store.end(session.id, language: "en", duration: 12.5)
        return session.id
    }

    private func texts(_ words: String, in store: SQLiteHistoryStore) async throws -> [String] {
        try await store.sessions(matching: words, limit: 100).map(\.text.revealed)
    }

    // MARK: Keeping

    @Test func aSessionComesBackWithItsWordsAfterARestart() async throws {
        let id = try await keep("And so my fellow Americans", in: store())
        let found = try await store().record(of: id)
        let record = try #require(found)
        #expect(record.words == words("And so my fellow Americans"))
        #expect(record.session.text.revealed == "And so my fellow Americans")
        #expect(record.session.language == "en")
        #expect(record.session.engine == "tiny.en")
        #expect(record.session.duration == 12.5)
        #expect(!record.session.isOpen)
    }

    // MARK: Files

    private func file(_ name: String) -> HistorySession {
        HistorySession(kind: .file, title: name, began: FixedClock().now, source: "/recordings/\(name)")
    }

    @Test func aFileKeepsItsPathAndWhereItEnds() async throws {
        let store = store()
        let session = file("talk.mp3")
        try await store.begin(session)
        try await store.write(words("as far as it goes"), from: 0, of: session.id)
        try await store.end(session.id, language: "en", duration: 5, isIncomplete: true)
        let found = try await self.store().record(of: session.id)?.session
        #expect(found?.source?.revealed == "/recordings/talk.mp3")
        #expect(found?.isIncomplete == true)
        #expect(try await store.sessions(matching: "talk", limit: 1).map(\.isIncomplete) == [true])
        // The transcription goes on.
        try await store.write(words("and further"), from: 5, of: session.id)
        try await store.end(session.id, language: "en", duration: 9, isIncomplete: false)
        #expect(try await store.record(of: session.id)?.session.isIncomplete == false)
    }

    @Test func whatWasUnderWayWhenTheProgramWasKilledIsIncomplete() async throws {
        let store = store()
        let killed = file("talk.mp3")
        try await store.begin(killed)
        try await store.write(words("so far"), from: 0, of: killed.id)
        let next = self.store()
        let found = try await next.record(of: killed.id)?.session
        #expect(found?.isOpen == false)
        #expect(found?.isIncomplete == true)
        #expect(found?.duration == 1.5)
        #expect(try await next.interruptedIDs().isEmpty)
    }

    @Test func aDictationThatWasKilledIsInterruptedAndStaysEvenWithoutWords() async throws {
        let now = FixedClock().now
        let early = HistorySession(kind: .dictation, began: now)
        let late = HistorySession(kind: .dictation, began: now.addingTimeInterval(60))
        let store = store()
        for session in [early, late] {
            try await store.begin(session)
        }
        try await store.write(words("so far"), from: 0, of: early.id)
        let other = SQLiteHistoryStore(path: path, clock: FixedClock(), repairs: false)
        #expect(try await other.interruptedIDs().isEmpty)
        let next = self.store()
        #expect(try await next.interruptedIDs() == [late.id, early.id])
        let found = try await next.sessions(matching: "", limit: 10)
        #expect(found.map(\.text.revealed) == ["", "so far"])
        #expect(found.allSatisfy { $0.isIncomplete && !$0.isOpen })
        #expect(try await self.store().interruptedIDs().isEmpty)
    }

    @Test func aStoreThatDoesNotOwnTheDataLeavesWhatIsUnderWayAndRenamesNothing() async throws {
        let store = store()
        let session = HistorySession(kind: .dictation, began: FixedClock().now)
        try await store.begin(session)
        let other = SQLiteHistoryStore(path: path, clock: FixedClock(), repairs: false)
        try await keep("my fellow", in: other)
        #expect(try await store.record(of: session.id)?.session.isOpen == true)
        try folder.write(Array(String(repeating: "This is no database. ", count: 99).utf8), to: "broken.sqlite")
        let broken = SQLiteHistoryStore(path: folder.file("broken.sqlite"), clock: FixedClock(), repairs: false)
        await #expect(throws: ArchiveError.self) { _ = try await broken.sessions(matching: "", limit: 1) }
        #expect(folder.names.filter { $0.hasPrefix("broken") } == ["broken.sqlite"])
    }

    // MARK: Readings

    private var doubtful: [HistoryWord] {
        var words = words("ask knot")
        words[1].word.readings = [
            Reading(text: "not", confidence: 0.3, likelihood: -1.2),
            Reading(text: "nut", confidence: 0.1, likelihood: -2.3),
        ]
        return words
    }

    private func keepDoubtful(in store: SQLiteHistoryStore) async throws -> UUID {
        let session = HistorySession(kind: .dictation, began: FixedClock().now)
        try await store.add(HistoryRecord(session: session, words: doubtful))
        return session.id
    }

    @Test func aHistoryFromBeforeThereWereReadingsGoesOn() async throws {
        let id = try await keep("my fellow", in: store())
        try changeDatabase(
            at: path,
            """
            DROP TRIGGER sessionAdded; DROP TRIGGER sessionDeleted; DROP TRIGGER sessionChanged;
            ALTER TABLE word DROP COLUMN readings; DELETE FROM grdb_migrations WHERE identifier = '3'
            """)
        let store = store()
        #expect(try await store.record(of: id)?.words == words("my fellow"))
        let other = try await keepDoubtful(in: store)
        #expect(try await store.record(of: other)?.words == doubtful)
    }

    @Test(arguments: [
        "'nonsense'", "'[{\"text\":5}]'", "x'ff00'", "17", "'[{\"text\":\"not\",\"confidence\":7,\"likelihood\":1}]'",
    ])
    func damagedReadingsCostNoWord(stored: String) async throws {
        let id = try await keepDoubtful(in: store())
        try changeDatabase(at: path, "UPDATE word SET readings = \(stored)")
        let found = try await store().record(of: id)
        #expect(found?.words == words("ask knot"))
    }

    @Test(arguments: [" ", " (b OR ", " 言", "\" * "])
    func aPastedPageIsSearchedForByItsFirstWords(separator: String) async throws {
        let store = store()
        try await keep("fellow fellow", in: store)
        let page = Array(repeating: "fellow", count: 5000).joined(separator: separator)
        let found = try await texts(page, in: store)
        #expect(found == (separator == " " ? ["fellow fellow"] : []))
        #expect(try await texts("", in: store) == ["fellow fellow"])
    }

    @Test func wordsAreReplacedFromAPositionOn() async throws {
        let store = store()
        let session = HistorySession(kind: .dictation, began: FixedClock().now)
        try await store.begin(session)
        try await store.write(words("one two three"), from: 0, of: session.id)
        try await store.write(words("three. four"), from: 2, of: session.id)
        #expect(try await texts("", in: store) == ["one two three. four"])
    }

    @Test func aSessionThatWasNotEndedIsWholeAtTheNextStart() async throws {
        let session = HistorySession(kind: .dictation, began: FixedClock().now)
        do {
            let store = store()
            try await store.begin(session)
            try await store.write(words("said before the end"), from: 0, of: session.id)
        }
        let found = try await store().sessions(matching: "before", limit: 10)
        #expect(found.map(\.text.revealed) == ["said before the end"])
        #expect(found.map(\.isOpen) == [false])
        #expect(found.map(\.duration) == [3.5])
    }

    @Test func aSessionUnderWayIsFound() async throws {
        let store = store()
        let session = HistorySession(kind: .dictation, began: FixedClock().now)
        try await store.begin(session)
        try await store.write(words("spoken just now"), from: 0, of: session.id)
        let found = try await store.sessions(matching: "just", limit: 10)
        #expect(found.map(\.isOpen) == [true])
    }

    @Test func aSessionWithoutWordsIsNotKept() async throws {
        let store = store()
        let session = HistorySession(kind: .dictation, began: FixedClock().now)
        try await store.begin(session)
        try await store.end(session.id, language: nil, duration: 3)
        #expect(try await texts("", in: store).isEmpty)
    }

    @Test func nothingIsWrittenBeforeASessionBegins() async throws {
        let store = store()
        #expect(try await texts("", in: store).isEmpty)
        try await store.delete(kinds: [.dictation])
        _ = try await store.expire(after: 7, at: .distantFuture)
        #expect(try await store.ids(of: nil).isEmpty)
        #expect(folder.names.isEmpty)
    }

    @Test func onlyTheOwnerCanReadTheFile() async throws {
        try await keep("secret", in: store())
        let mode = try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
        #expect(mode == 0o600)
    }

    // MARK: Searching

    @Test(arguments: [
        ("fellow", 1), ("FELL", 1), ("fellow ame", 1), ("ame fellow", 1), ("ellow", 0), ("café", 1), ("cafe", 1),
        ("ёлка", 1), ("елк", 1), ("言語", 1), ("語を", 1), ("言葉", 0), ("don't", 1), ("don", 1), ("", 5), ("   ", 5),
    ])
    func wordsAreFoundByTheirBeginnings(words: String, count: Int) async throws {
        let store = store()
        for text in ["my fellow Americans", "Le Café noir", "Ёлка зелёная", "言語を学ぶ", "I don't know"] {
            try await keep(text, in: store)
        }
        #expect(try await texts(words, in: store).count == count)
    }

    @Test(arguments: [
        ("STRASSE", "Straße"), ("straße", "Strasse"), ("stras", "Straße"), ("swiftを", "Swiftを使う"), ("ガ", "ｶﾞﾑ"),
        ("e\u{301}t", "été"), ("été", "e\u{301}te\u{301}"), ("كتاب", "كِتَاب"), ("Αθηνα", "Αθήνα"), ("σοφός", "ΣΟΦΟΣ"),
        ("한글", "\u{1112}\u{1161}\u{11AB}\u{1100}\u{1173}\u{11AF}"), ("ｗｉｄｅ", "wide"), ("C++", "in C++11"),
        ("c#", "C#, F#"), ("замок", "за\u{301}мок"), ("ещё", "Еще"),
    ])
    func wordsAreFoundHoweverTheyAreWritten(words: String, text: String) async throws {
        let store = store()
        try await keep(text, in: store)
        #expect(try await texts(words, in: store) == [text])
    }

    @Test(arguments: [("C++", "c-sharp and c"), ("мои", "мой"), ("か", "が"), ("C#", "C and F#")])
    func otherWordsAreNotFound(words: String, text: String) async throws {
        let store = store()
        try await keep(text, in: store)
        #expect(try await texts(words, in: store).isEmpty)
    }

    /// Even if it is damaged.
    @Test func anIndexFromBeforeWordsWereFoldedIsMadeAnew() async throws {
        try await keep("die Straße", in: store())
        try changeDatabase(
            at: path,
            """
            CREATE VIEW sessionWords AS SELECT number, title, text FROM session; PRAGMA writable_schema = ON;
            UPDATE sqlite_master SET sql = replace(replace(sql, '''parlando''', '''unicode61'''), '''session''',
                '''sessionWords''') WHERE name = 'sessionIndex';
            DELETE FROM sessionIndex_data; DELETE FROM grdb_migrations WHERE identifier = 'folded index'
            """)
        #expect(try await texts("strasse", in: store()) == ["die Straße"])
    }

    @Test(arguments: [
        "\"", "\"\"", "'", "*", "(", ")", "AND", "OR", "NOT", "NEAR(", "a:b", "^x", "-x", "+", "{a b}", "\\", "%", "_",
        "a\0b", "\"*", "* *", "--", ";DROP TABLE session", "title:fellow", "fellow*\"", "\u{FFFD}", "🙂",
    ])
    func noInputIsASyntaxError(words: String) async throws {
        let store = store()
        try await keep("my fellow Americans", in: store)
        _ = try await store.sessions(matching: words, limit: 10)
        #expect(try await texts("fellow", in: store).count == 1)
    }

    @Test func signsWithoutLettersAreFoundAsTheyAre() async throws {
        let store = store()
        try await keep("it costs 5 €", in: store)
        try await keep("nothing", in: store)
        #expect(try await texts("€", in: store) == ["it costs 5 €"])
    }

    @Test func thePassageWithTheWordsIsShown() async throws {
        let store = store()
        let filler = (0..<300).map { "filler\($0)" }.joined(separator: " ")
        try await keep("beginning " + filler + " needle " + filler, in: store)
        let (whole, found) = (try await texts("", in: store), try await texts("need", in: store))
        #expect(whole.first?.hasPrefix("beginning") == true)
        #expect(whole.first?.contains("needle") == false)
        #expect(found.first?.contains("needle") == true)
        #expect((found.first?.count ?? 0) < 600)
    }

    // MARK: Changing

    @Test func titlesAreFound() async throws {
        let store = store()
        let id = try await keep("the text", in: store)
        try await store.rename(id, to: "Shopping list")
        #expect(try await texts("shop", in: store) == ["the text"])
    }

    @Test func anEditedTextIsFoundInPlaceOfTheRecognisedOne() async throws {
        let store = store()
        let id = try await keep("the wrong text", in: store)
        try await store.edit(id, "the right text")
        #expect(try await texts("wrong", in: store).isEmpty)
        let found = try await self.store().record(of: id)
        let record = try #require(found)
        #expect(record.document.text == "the right text")
        #expect(record.document.isEdited)
        #expect(record.document.paragraphs.first?.words.last?.start == 2)
        try await store.edit(id, nil)
        #expect(try await texts("wrong", in: store) == ["the wrong text"])
    }

    @Test func whatIsRemovedComesBackUntilItIsDeleted() async throws {
        let clock = MovableClock()
        let store = SQLiteHistoryStore(path: path, clock: clock)
        let (one, two) = (try await keep("one", in: store), try await keep("two", in: store))
        try await store.remove([one, two])
        #expect(try await texts("", in: store).isEmpty)
        #expect(try await store.record(of: one) == nil)
        try await store.restore([one])
        #expect(try await texts("one", in: store) == ["one"])
        // Not while another program may offer to undo the removal.
        #expect(try await store.removedIDs().isEmpty)
        clock.move(61)
        #expect(try await store.removedIDs() == [two])
        // The clock was wrong.
        clock.move(-1000)
        #expect(try await store.removedIDs() == [two])
        try await store.delete([two])
        #expect(try await store.ids(of: nil) == [one])
    }

    @Test func removedSessionsAreKnownAtTheNextStartAndFilesThatWereCutOffBeforeTheirFirstWord() async throws {
        let silent = file("talk.mp3")
        let store = store()
        let one = try await keep("one", in: store)
        try await store.remove([one])
        try await store.begin(silent)
        let next = SQLiteHistoryStore(path: path, clock: FixedClock(FixedClock().now.addingTimeInterval(61)))
        #expect(try await next.removedIDs() == [one, silent.id])
        #expect(try await texts("", in: next).isEmpty)
    }

    @Test func noWordOfADeletedSessionStaysOnDisk() async throws {
        let store = store()
        let id = try await keep("xylophone concert", in: store)
        try await keep("another", in: store)
        #expect(folder.holds(Array("xylophone".utf8), in: "history"))
        try await store.delete([id])
        #expect(!folder.holds(Array("xylophone".utf8), in: "history"))
        #expect(folder.holds(Array("another".utf8), in: "history"))
    }

    @Test func sessionsOfAKindAreDeletedAlsoUnderWay() async throws {
        let store = store()
        try await keep("ended", in: store)
        let session = HistorySession(kind: .dictation, began: FixedClock().now)
        try await store.begin(session)
        try await store.write(words("under way"), from: 0, of: session.id)
        try await store.delete(kinds: [.terminal])
        #expect(try await store.ids(of: [.dictation]).count == 2)
        try await store.delete(kinds: [.dictation])
        try await store.write(words("and further"), from: 2, of: session.id)
        #expect(try await texts("", in: store).isEmpty)
    }

    @Test func afterEverythingIsRemovedNoFileIsLeft() async throws {
        let store = store()
        try await keep("one", in: store)
        try await store.removeAll()
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.file("history")).isEmpty)
        try await keep("two", in: store)
        #expect(try await texts("", in: store) == ["two"])
    }

    // MARK: Damage

    @Test func damagedRowsAreDroppedAndTold() async throws {
        try await keep("good", in: store())
        let bad = try await keep("bad", in: store())
        try changeDatabase(at: path, "UPDATE session SET began = 'never' WHERE id = '\(bad.uuidString)'")
        let store = store()
        await #expect(throws: ArchiveError(.entriesDropped, detail: "1")) {
            try await store.sessions(matching: "", limit: 10)
        }
        #expect(try await texts("", in: store) == ["good"])
    }

    @Test func damagedWordsAreDroppedAndTold() async throws {
        let id = try await keep("one two three", in: store())
        try changeDatabase(at: path, "UPDATE word SET start = 'soon' WHERE position = 1")
        let store = store()
        await #expect(throws: ArchiveError(.entriesDropped, detail: "1")) { try await store.record(of: id) }
        #expect(try await store.record(of: id)?.words.map(\.word.text) == ["one", "three"])
    }

    @Test func aDamagedFileIsSetAsideAndTold() async throws {
        let session = HistorySession(kind: .dictation, began: FixedClock().now)
        try FileManager.default.createDirectory(
            atPath: folder.file("history"), withIntermediateDirectories: true)
        try Data("This is no database, but long enough for a header. ".utf8).write(to: URL(filePath: path))
        let store = store()
        await #expect(throws: ArchiveError.self) { try await store.begin(session) }
        try await store.write(words("kept all the same"), from: 0, of: session.id)
        #expect(try await texts("", in: store) == ["kept all the same"])
        #expect(FileManager.default.fileExists(atPath: path + ".damaged"))
    }

    @Test func aDamagedIndexIsMadeAnew() async throws {
        try await keep("my fellow Americans", in: store())
        try changeDatabase(at: path, "DELETE FROM sessionIndex_data WHERE id > 1; DELETE FROM sessionIndex_idx")
        let store = store()
        let found = try? await texts("fellow", in: store)
        #expect(found == ["my fellow Americans"])
    }
}

/// Changes a database from another process, as another program or a disk would.
///
/// - Parameters:
///   - path: path of the database.
///   - statements: SQL statements, separated by semicolons, that run in one transaction.
func changeDatabase(at path: String, _ statements: String) throws {
    let script = "import sqlite3, sys; sqlite3.connect(sys.argv[1]).executescript('BEGIN;' + sys.argv[2] + ';COMMIT')"
    try SystemProgram.run("/usr/bin/python3", "-c", script, path, statements)
}
