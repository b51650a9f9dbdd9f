import Foundation
import ParlandoCore
import ParlandoTestSupport
import Testing

@testable import ParlandoStorage

/// Sessions on one page are one entry.
@Suite(.timeLimit(.minutes(1))) struct HistoryPagesTests {
    private let folder: TemporaryFolder
    private let store: SQLiteHistoryStore

    init() throws {
        folder = try TemporaryFolder()
        store = SQLiteHistoryStore(path: folder.file("history.sqlite"), clock: FixedClock())
    }

    @discardableResult private func keep(
        _ text: String, below page: UUID? = nil, day: Double = 0
    ) async throws -> UUID {
        let session = HistorySession(
            kind: .dictation, engine: "tiny.en", began: FixedClock().now.addingTimeInterval(day * 86_400), duration: 2,
            page: page)
        let words = text.split(separator: " ").map {
            HistoryWord(Word(text: String($0), start: 0, end: 1, probability: 1), paragraph: 0)
        }
        try await store.add(HistoryRecord(session: session, words: words))
        return session.id
    }

    private func texts(_ words: String = "") async throws -> [String] {
        try await store.sessions(matching: words, limit: 10).map(\.text.revealed)
    }

    @Test func aPageIsListedOnceWithAllOfItsSessions() async throws {
        let first = try await keep("milk and honey")
        let second = try await keep("bread", below: first)
        let third = try await keep("butter", below: second)
        try await keep("alone", day: 1)
        let pages = try await store.sessions(matching: "", limit: 10)
        #expect(pages.map(\.text.revealed) == ["alone", "milk and honey"])
        #expect(pages[1].followers == [second, third])
        #expect(pages[1].duration == 6)
        #expect(try await store.record(of: third)?.session.page == first)
        #expect(try await store.record(of: first)?.session.followers == [second, third])
    }

    @Test func aDamagedDurationFurtherDownDoesNotDeleteThePage() async throws {
        let first = try await keep("one")
        let second = try await keep("two", below: first)
        for duration in [1e12, -1e12] {
            try await store.end(second, language: nil, duration: duration, isIncomplete: false, soundEnd: nil)
            #expect(try await texts() == ["one"])
        }
    }

    @Test(arguments: [
        ("honey", ["milk and honey"]), ("butt", ["butter"]), ("milk butter", ["milk and honey"]), ("milk nothing", []),
        ("butter alone", []),
    ])
    func wordsAreFoundAnywhereOnAPage(words: String, found: [String]) async throws {
        let first = try await keep("milk and honey")
        try await keep("butter", below: first)
        try await keep("alone")
        #expect(try await texts(words) == found)
    }

    @Test func whatIsDictatedBelowARemovedEntryIsNotHiddenWithIt() async throws {
        let first = try await keep("first")
        try await store.remove([first])
        let second = try await keep("second", below: first)
        #expect(try await texts() == ["second"])
        try await keep("third", below: second)
        // Nothing else goes with a session that is deleted alone.
        try await store.delete([second])
        #expect(try await texts() == ["third"])
    }

    @Test func aPageIsTooOldOnceAllOfItIs() async throws {
        try await keep("other", day: -100)
        let first = try await keep("old", day: -100)
        try await keep("new", below: first, day: -1)
        let now = FixedClock().now
        _ = try await store.expire(after: 90, at: now)
        #expect(try await texts() == ["old"])
        _ = try await store.expire(after: 90, at: now.addingTimeInterval(20 * 86_400))
        #expect(try await texts() == ["old"])
    }

    @Test func aReplacedTextTakesThePlaceOfTheOldOne() async throws {
        let id = try await keep("one two three")
        try await store.edit(id, "edited")
        let old = try #require(try await store.record(of: id))
        var new = old
        new.words = Array(old.words.prefix(1))
        new.session.isEdited = false
        new.session.engine = "base"
        try await store.replace(new)
        let found = try #require(try await store.record(of: id))
        #expect(found.session.text.revealed == "one")
        #expect(found.session.engine == "base" && !found.session.isOpen)
        #expect(try await texts("edited").isEmpty)
        try await store.replace(old)
        #expect(try await store.record(of: id) == old)
    }

    @Test func whereARecordingEndsIsKept() async throws {
        let id = try await keep("one")
        try await store.end(id, language: nil, duration: 3, isIncomplete: false, soundEnd: 2.5)
        #expect(try await store.record(of: id)?.session.soundEnd == 2.5)
    }
}
