import Foundation
import ParlandoCore
import ParlandoTestSupport
import Testing

@testable import ParlandoStorage

/// The order in which sessions, paragraphs and empty lines come back.
@Suite(.timeLimit(.minutes(1))) struct HistoryOrderTests {
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
    }

    private var path: String { folder.file("history.sqlite") }

    private func store() -> SQLiteHistoryStore {
        SQLiteHistoryStore(path: path, clock: FixedClock())
    }

    @discardableResult private func keep(
        _ text: String, began: Double = 0, in store: SQLiteHistoryStore
    ) async throws -> UUID {
        let session = HistorySession(kind: .dictation, began: FixedClock().now.addingTimeInterval(began))
        let words = text.split(separator: " ").map {
            HistoryWord(Word(text: String($0), start: 0, end: 1, probability: 1), paragraph: 0)
        }
        try await store.add(HistoryRecord(session: session, words: words))
        return session.id
    }

    /// A file's session is added with its first words, which may come after a dictation that began later.
    @Test(arguments: ["", "said", "sa", "言"])
    func theNewestBeginningIsFirstWhateverWasAddedFirst(words: String) async throws {
        let store = store()
        for began in [30.0, 50, 10, 40, 20] {
            try await keep("said at \(Int(began)) 言葉", began: began, in: store)
        }
        for limit in 1...6 {
            let found = try await store.sessions(matching: words, limit: limit)
            let seconds = found.map { Int($0.began.timeIntervalSince(FixedClock().now).rounded()) }
            #expect(seconds == Array([50, 40, 30, 20, 10].prefix(limit)))
        }
    }

    @Test func sessionsOfOneMomentHaveOneOrderInEveryPage() async throws {
        let store = store()
        for number in 0..<5 {
            try await keep("said \(number)", in: store)
        }
        let all = try await store.sessions(matching: "said", limit: 5)
        #expect(try await store.sessions(matching: "", limit: 5).map(\.id) == all.map(\.id))
        for limit in 1...4 {
            #expect(try await store.sessions(matching: "said", limit: limit) == Array(all.prefix(limit)))
        }
    }

    @Test(arguments: [[0, 3], [2, 4], [0, 1, 6, 7]])
    func everyEmptyLineThatTheSpeakerAskedForComesBack(paragraphs: [Int]) async throws {
        let store = store()
        let session = HistorySession(kind: .dictation, began: FixedClock().now)
        let words = paragraphs.map { number in
            HistoryWord(Word(text: "line\(number)", start: 0, end: 1, probability: 1), paragraph: number)
        }
        try await store.add(HistoryRecord(session: session, words: words))
        var lines = Array(repeating: "", count: (paragraphs.last ?? 0) + 1)
        paragraphs.forEach { lines[$0] = "line\($0)" }
        let found = try #require(try await self.store().record(of: session.id))
        #expect(found.session.text.revealed == lines.joined(separator: "\n"))
        #expect(found.document.text == lines.joined(separator: "\n"))
    }

    @Test(arguments: [Int64.max, .min, 3_000_000_000, -1])
    func aDamagedParagraphNumberFillsNoMemory(number: Int64) async throws {
        let id = try await keep("one two three", in: store())
        try changeDatabase(at: path, "UPDATE word SET paragraph = \(number) WHERE position = 1")
        let text = try #require(try await store().record(of: id)).document.text
        #expect(text.split(separator: "\n") == ["one", "two", "three"])
        #expect(text.count < 300)
    }
}
