import Foundation
import GRDB
import ParlandoCore

/// Reads rows of the history. Damaged rows are left out, and their numbers or positions are returned.
enum HistoryRowReader {
    /// A newer version of the program wrote the sessions of other kinds: they stay and are not shown.
    static let isKnown = isOf(HistoryKind.allCases)

    static func isOf(_ kinds: some Sequence<HistoryKind>) -> String {
        "kind IN (" + kinds.map { "'\($0.rawValue)'" }.joined(separator: ", ") + ")"
    }

    /// Seconds within a session.
    private static let times = 0.0...36_000_000

    static func sessions(_ rows: [Row]) -> (sessions: [HistorySession], damaged: [Int64]) {
        var sessions: [HistorySession] = []
        var damaged: [Int64] = []
        for row in rows {
            if let session = session(row) {
                sessions.append(session)
            } else {
                damaged += row.value("number").map { [$0] } ?? []
            }
        }
        return (sessions, damaged)
    }

    private static func session(_ row: Row) -> HistorySession? {
        guard let id = (row.value("id") as String?).flatMap({ UUID(uuidString: $0) }),
            let kind = (row.value("kind") as String?).flatMap({ HistoryKind(rawValue: $0) }),
            let began = row.moment("began"), let duration: Double = row.value("duration"), times.contains(duration),
            let title: String = row.value("title"), let text: String = row.value("text")
        else {
            return nil
        }
        // A damaged follower must not make the row seem to be damaged.
        let further: Double = row.value("furtherDuration") ?? 0
        var session = HistorySession(
            id: id, kind: kind, title: title, language: row.value("language"), engine: row.value("engine") ?? "",
            began: began, duration: min(duration + max(0, further), times.upperBound), text: text,
            isEdited: row.value("edited") ?? false, isOpen: row.value("open") ?? false, source: row.value("source"),
            mark: row.value("mark"), isIncomplete: row.value("incomplete") ?? false,
            page: (row.value("head") as String?).flatMap { UUID(uuidString: $0) })
        let followers: String? = row.value("followers")
        session.followers = followers?.split(separator: " ").compactMap { UUID(uuidString: String($0)) } ?? []
        session.soundEnd = row.value("soundEnd")
        return session
    }

    /// Also returns the positions of damaged rows.
    static func words(of session: Int64, _ database: Database) throws -> (words: [HistoryWord], damaged: [Int]) {
        let rows = try Row.fetchCursor(
            database,
            sql: """
                SELECT position, paragraph, text, start, stop, probability, glued, readings FROM word
                WHERE session = ? ORDER BY position
                """, arguments: [session])
        var words: [HistoryWord] = []
        var damaged: [Int] = []
        while let row = try rows.next() {
            guard let text: String = row.value("text"), let paragraph: Int = row.value("paragraph"),
                let start: Double = row.value("start"), let stop: Double = row.value("stop"),
                let probability: Double = row.value("probability"), times.contains(start), times.contains(stop),
                (0...1).contains(probability)
            else {
                damaged += row.value("position").map { [$0] } ?? []
                continue
            }
            let word = Word(
                text: text, start: start, end: stop, probability: probability, isGlued: row.value("glued") ?? false,
                readings: StoredReadings.readings(in: row.value("readings"), beside: text))
            words.append(HistoryWord(word, paragraph: paragraph))
        }
        return (words, damaged)
    }
}

/// The readings of a word as the JSON in which they are stored.
enum StoredReadings {
    /// A longer text was not written by this program.
    private static let mostBytes = 10_000

    static func text(of readings: [Reading]) -> String? {
        readings.isEmpty ? nil : JSONText.line(of: readings)
    }

    /// Damaged readings are left out without an error, because the word itself is more important.
    static func readings(in text: String?, beside word: String) -> [Reading] {
        guard let text, text.utf8.count <= mostBytes,
            let readings = try? OutsideJSON.decode([Reading].self, from: Data(text.utf8))
        else {
            return []
        }
        return readings.filter { (0...1).contains($0.confidence) && $0.likelihood <= 0 }.ranked(beside: word)
    }
}
