import Foundation
import ParlandoCore
import ParlandoTestSupport
import Testing

@testable import ParlandoStorage

/// How old entries are deleted, also if today's date is wrong. The days of each test count from its first start of the
/// program.
@Suite(.timeLimit(.minutes(1))) struct HistoryAgeTests {
    private let folder: TemporaryFolder
    private let first = Date(timeIntervalSince1970: 1_790_000_000)

    init() throws {
        folder = try TemporaryFolder()
    }

    private func date(_ day: Double) -> Date {
        first.addingTimeInterval(day * 86_400)
    }

    private func store() -> SQLiteHistoryStore {
        SQLiteHistoryStore(path: folder.file("history.sqlite"), clock: FixedClock(first))
    }

    @discardableResult private func keep(
        _ text: String, on day: Double, below page: UUID? = nil
    ) async throws -> UUID {
        let word = HistoryWord(Word(text: text, start: 0, end: 1, probability: 1), paragraph: 0)
        let session = HistorySession(kind: .dictation, began: date(day), page: page)
        try await store().add(HistoryRecord(session: session, words: [word]))
        return session.id
    }

    /// Does what a start of the program does on a day. Returns whether the date was doubted.
    @discardableResult private func start(on day: Double, keeping limit: Int = 90) async throws -> Bool {
        let store = store()
        let expired = try await store.expire(after: limit, at: date(day))
        try await store.delete(expired.ids)
        return expired.isDateDoubtful
    }

    private func texts() async throws -> [String] {
        try await store().sessions(matching: "", limit: 100).map(\.text.revealed)
    }

    private func count() async throws -> Int {
        try await store().ids(of: nil).count
    }

    @Test func whatIsTooOldIsHiddenAtOnceAndDeletedMoreThanADayLater() async throws {
        try await keep("old", on: -100)
        try await keep("new", on: -1)
        try await start(on: 0)
        #expect(try await texts() == ["new"])
        try await start(on: 0.9)
        #expect(try await count() == 2)
        try await start(on: 1.1)
        #expect(try await count() == 1)
    }

    @Test func aLongerTimeBringsBackWhatIsHidden() async throws {
        try await keep("old", on: -100)
        try await keep("new", on: -1)
        try await start(on: 0)
        try await start(on: 0.5, keeping: 365)
        #expect(try await texts() == ["new", "old"])
        try await start(on: 0.6)
        try await start(on: 0.7, keeping: 0)
        #expect(try await texts() == ["new", "old"])
    }

    @Test func oneStartWithAClockThatIsYearsAheadDeletesNothing() async throws {
        try await keep("one", on: -80)
        try await keep("two", on: -1)
        try await start(on: 0)
        #expect(try await start(on: 3000))
        #expect(try await texts() == ["two", "one"])
        #expect(try await !start(on: 1))
        #expect(try await texts() == ["two", "one"])
    }

    @Test func whatAClockThatWasAheadForLongerHasHiddenComesBack() async throws {
        try await keep("one", on: -80)
        try await keep("two", on: -1)
        for day in [0, 3000, 3000.1, 3000.2] {
            try await start(on: day)
        }
        #expect(try await texts().isEmpty)
        try await start(on: 1)
        #expect(try await texts() == ["two", "one"])
    }

    @Test func whoWasAwayForLongIsBelievedAtTheSecondStart() async throws {
        try await keep("one", on: -1)
        try await start(on: 0)
        #expect(try await start(on: 200))
        #expect(try await texts() == ["one"])
        #expect(try await !start(on: 240))
        #expect(try await texts().isEmpty)
        try await start(on: 242)
        #expect(try await count() == 0)
    }

    /// A program that runs for days cannot confirm a date to itself.
    @Test func aDoubtfulDateIsNotConfirmedByTheSameRun() async throws {
        try await keep("one", on: -1)
        let store = store()
        for day in [3000.0, 3001, 3002, 3004] {
            let expired = try await store.expire(after: 90, at: date(day))
            #expect(expired == ExpiredSessions(isDateDoubtful: true))
        }
        #expect(try await texts() == ["one"])
    }

    @Test func anEntryFromTheFutureIsDeletedByTheTimeSinceItWasWritten() async throws {
        try await keep("today", on: 0)
        try await keep("future", on: 4000)
        for day in [0.0, 20, 40, 60, 80] {
            try await start(on: day)
            #expect(try await texts() == ["future", "today"])
        }
        try await start(on: 95)
        #expect(try await texts().isEmpty)
    }

    @Test func aPageWithASessionFromTheFutureIsDeletedToo() async throws {
        let page = try await keep("today", on: 0)
        try await keep("future", on: 4000, below: page)
        for day in [0.0, 20, 40, 60, 80] {
            try await start(on: day)
            #expect(try await texts() == ["today"])
        }
        try await start(on: 95)
        #expect(try await texts().isEmpty)
    }

    @Test func anEntryThatWasWrittenWhileTheClockWasBackIsAsNewAsTheOneBefore() async throws {
        try await keep("today", on: 0)
        try await keep("back", on: -20_000)
        try await start(on: 1)
        #expect(try await texts() == ["today", "back"])
    }

    @Test func aClockThatIsYearsAheadDeletesNoTranslations() async throws {
        func archive() async throws -> SQLiteTranslationArchive {
            let archive = SQLiteTranslationArchive(path: folder.file("translations.sqlite"), clock: FixedClock(first))
            try await archive.allow(texts: true, sound: false)
            return archive
        }
        try await archive().keep(
            Exchange(source: "Tea", translation: "Té", targetLanguage: "es", isWhole: true, date: date(-1)))
        #expect(try await !archive().expire(after: 90, at: date(0)))
        #expect(try await archive().expire(after: 90, at: date(3000)))
        #expect(try await archive().history(matching: "", limit: 10).count == 1)
        #expect(try await !archive().expire(after: 90, at: date(20)))
        #expect(try await !archive().expire(after: 90, at: date(45)))
        #expect(try await !archive().expire(after: 90, at: date(70)))
        #expect(try await !archive().expire(after: 90, at: date(95)))
        #expect(try await archive().history(matching: "", limit: 10).isEmpty)
    }
}
