import Foundation
import GRDB
import ParlandoCore

/// The SQLite database of history sessions. Used on one thread at a time; every call blocks.
///
/// The words of a session are added while it is under way. Its text is assembled and indexed when it ends, when
/// sessions are read, or, if the program was killed, when the database is next opened. Rows that no version of this
/// program can have written are deleted when they are read (`takeDropped`). Those of a kind that only a newer version
/// knows are left as they are.
final class HistoryDatabase: KeptDatabase {
    /// Characters of a text that a list shows.
    private static let excerpt = 400

    private let file: SQLiteFile
    /// A page is too old once all of its sessions are.
    private let ages = AgeLimit(
        of: "session", date: "began",
        where: """
            NOT open AND removed IS NULL AND \(HistoryRowReader.isKnown) AND NOT EXISTS (
                SELECT 1 FROM session AS more
                WHERE (more.page IN (session.number, session.page) OR more.number = session.page)
                AND CASE WHEN more.began <= :now THEN more.began ELSE COALESCE(more.written, :now) END >= :oldest)
            """)
    private static let followers =
        "FROM session AS more WHERE more.page = session.number AND more.removed IS NULL AND more.expired IS NULL"
    private var dropped = 0
    /// The dictations that a killed program had left open, the latest first.
    private(set) var interrupted: [UUID] = []

    init(path: String, repairs: Bool) throws(ArchiveError) {
        file = try SQLiteFile(
            path: path, migrator: HistoryTables.migrator, writesAhead: true, hasTriggers: true, migrates: repairs)
        guard repairs, !file.isNewer else {
            return
        }
        do throws(ArchiveError) {
            try file.read {
                _ = try Row.fetchOne($0, sql: "SELECT 1 FROM sessionIndex WHERE sessionIndex MATCH '\"a\"'")
            }
        } catch {
            guard error.kind == .damaged else {
                throw error
            }
            try makeIndexAnew()
        }
        try file.write { database in
            try Self.gatherTexts(database)
            let isCutOff = "open AND \(HistoryRowReader.isKnown)"
            // A dictation without words may have a recording.
            let ids = try String.fetchAll(
                database,
                sql: """
                    SELECT id FROM session WHERE \(isCutOff) AND kind <> 'file' AND removed IS NULL
                    ORDER BY began DESC, number DESC
                    """)
            interrupted = ids.compactMap { UUID(uuidString: $0) }
            try database.execute(
                sql: """
                    UPDATE session SET removed = 0 WHERE \(isCutOff) AND text = '' AND kind = 'file';
                    UPDATE session SET open = 0, incomplete = 1, duration = MAX(duration, COALESCE(
                        (SELECT MAX(stop) FROM word WHERE word.session = session.number), 0)) WHERE \(isCutOff);
                    """)
        }
    }

    func takeDropped() -> Int {
        defer { dropped = 0 }
        return dropped
    }

    func close() throws(ArchiveError) {
        try file.close()
    }

    func empty() throws(ArchiveError) {
        try erase("TRUE")
        try file.execute("VACUUM; PRAGMA wal_checkpoint (TRUNCATE)")
    }

    // MARK: A session that grows

    func begin(_ session: HistorySession) throws(ArchiveError) {
        try file.write { database in
            try database.execute(
                sql: """
                    INSERT INTO session
                    (id, kind, language, engine, began, duration, edited, open, title, text, source, incomplete, mark,
                        page)
                    VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, (
                        SELECT COALESCE(page, number) FROM session
                        WHERE id = ? AND removed IS NULL AND expired IS NULL))
                    ON CONFLICT (id) DO UPDATE SET removed = NULL WHERE removed = 0
                    """,
                arguments: [
                    session.id.uuidString, session.kind.rawValue, session.language, session.engine,
                    session.began.timeIntervalSince1970, session.duration, session.isEdited, session.isOpen,
                    session.title.revealed, session.text.revealed, session.source?.revealed, session.isIncomplete,
                    session.mark, session.page?.uuidString,
                ])
        }
    }

    func write(_ words: [HistoryWord], from position: Int, of id: UUID) throws(ArchiveError) {
        try file.write { try Self.write(words, from: position, of: id, $0) }
    }

    private static func write(_ words: [HistoryWord], from position: Int, of id: UUID, _ database: Database) throws {
        guard let number = try number(of: id, database) else {
            // This is no error: the session was deleted meanwhile, by the user or by another running program.
            return
        }
        try database.execute(
            sql: "DELETE FROM word WHERE session = ? AND position >= ?", arguments: [number, position])
        let statement = try database.cachedStatement(
            sql: """
                INSERT INTO word (session, position, paragraph, text, start, stop, probability, glued, readings)
                VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)
                """)
        for (index, item) in words.enumerated() {
            let word = item.word
            try statement.execute(arguments: [
                number, position + index, item.paragraph, word.text, word.start.storable, word.end.storable,
                word.probability.storable, word.isGlued, StoredReadings.text(of: word.readings),
            ])
        }
        try database.execute(sql: "UPDATE session SET open = 1 WHERE number = ? AND NOT open", arguments: [number])
    }

    func replace(_ record: HistoryRecord) throws(ArchiveError) {
        let session = record.session
        try file.write { database in
            try Self.write(record.words, from: 0, of: session.id, database)
            try database.execute(
                sql: """
                    UPDATE session SET open = 0, edited = ?, text = ?, language = ?, engine = ?, duration = ?,
                        incomplete = ? WHERE id = ?
                    """,
                arguments: [
                    session.isEdited, session.text.revealed, session.language, session.engine,
                    session.duration.storable, session.isIncomplete, session.id.uuidString,
                ])
            try Self.gatherTexts(database, of: session.id)
        }
    }

    func end(
        _ id: UUID, language: String?, duration: Double, isIncomplete: Bool, soundEnd: Double?
    ) throws(ArchiveError) {
        try file.write { database in
            try Self.gatherTexts(database, of: id)
            try database.execute(
                sql: """
                    UPDATE session SET open = 0, duration = ?, language = COALESCE(?, language), incomplete = ?,
                        soundEnd = ? WHERE id = ?
                    """, arguments: [duration.storable, language, isIncomplete, soundEnd?.storable, id.uuidString])
            try database.execute(
                sql: """
                    DELETE FROM session WHERE id = ? AND NOT edited AND (NOT incomplete OR kind = 'file')
                    AND NOT EXISTS (SELECT 1 FROM word WHERE word.session = session.number)
                    """, arguments: [id.uuidString])
        }
    }

    private func gatherTexts() throws(ArchiveError) {
        if !file.isNewer {
            try file.write { try Self.gatherTexts($0) }
        }
    }

    /// Assembles texts from the words: of sessions under way, or of one session. Texts that the user has edited stay.
    private static func gatherTexts(_ database: Database, of id: UUID? = nil) throws {
        let condition = (id == nil ? "open" : "id = ?") + " AND NOT edited AND \(HistoryRowReader.isKnown)"
        let sessions = try Row.fetchAll(
            database, sql: "SELECT number, text FROM session WHERE \(condition)",
            arguments: StatementArguments(id.map { [$0.uuidString] } ?? []))
        for session in sessions {
            guard let number: Int64 = session.value("number") else {
                continue
            }
            let words = try HistoryRowReader.words(of: number, database).words
            let text = words.paragraphs.map(\.text).joined(separator: "\n")
            if text != session.value("text") {
                try database.execute(sql: "UPDATE session SET text = ? WHERE number = ?", arguments: [text, number])
            }
        }
    }

    // MARK: Reading

    func sessions(matching words: String, limit: Int) throws(ArchiveError) -> [HistorySession] {
        try gatherTexts()
        let query = HistoryQuery(words)
        do throws(ArchiveError) {
            return try find(query, limit: limit)
        } catch {
            guard error.kind == .damaged, query.expression != nil else {
                throw error
            }
            try makeIndexAnew()
            return try find(query, limit: limit)
        }
    }

    /// If the texts are damaged too, the next query throws.
    private func makeIndexAnew() throws(ArchiveError) {
        try file.write { database in
            try HistoryTables.emptyIndex(database)
            try database.execute(sql: "INSERT INTO sessionIndex (sessionIndex) VALUES ('rebuild')")
        }
    }

    private func find(_ query: HistoryQuery, limit: Int) throws(ArchiveError) -> [HistorySession] {
        // A dictation is stored before its first word if its sound is stored.
        var conditions = [
            "page IS NULL", "removed IS NULL", "expired IS NULL", HistoryRowReader.isKnown,
            "NOT (open AND text = '' AND kind <> 'file')",
        ]
        var arguments: StatementArguments = []
        // Most pages have one session, for which SQLite need not look at others.
        let pages = "SELECT page FROM session WHERE page IS NOT NULL"
        if let expression = query.expression {
            // The words of a query may be in different sessions of a page.
            let match = "(SELECT rowid FROM sessionIndex WHERE sessionIndex MATCH ?)"
            let spread = query.phrases.map { _ in
                "(+number IN \(match) OR +number IN (\(pages) AND number IN \(match)))"
            }
            conditions.append("(+number IN \(match) OR +number IN (\(pages)) AND \(spread.joined(separator: " AND ")))")
            arguments += [expression] + StatementArguments(query.phrases.flatMap { [$0, $0] })
        }
        for part in query.parts {
            let more = "+number IN (\(pages)) AND EXISTS (SELECT 1 \(Self.followers) AND instr(more.text, ?))"
            conditions.append("(instr(session.text, ?) OR instr(session.title, ?) OR \(more))")
            arguments += [part, part, part]
        }
        arguments += [limit] + StatementArguments(query.expression.map { [$0, $0, $0] } ?? [])
        let selections = Self.excerpts(isIndexed: query.expression != nil).map { source in
            Self.columns + ", \(source.text) AS text FROM \(source.rows)"
        }
        let (found, damaged) = try file.read { database in
            // The index of the beginnings gives the newest rows first, so that SQLite can stop at the limit. The
            // numbers do not: the session of a file may be added after a dictation that began later.
            let rows = try Row.fetchAll(
                database,
                sql: """
                    WITH wanted AS MATERIALIZED (
                        SELECT number FROM session INDEXED BY sessionBegan
                        WHERE \(conditions.joined(separator: " AND ")) ORDER BY began DESC, number DESC LIMIT ?)
                    \(selections.joined(separator: " UNION ALL "))
                    ORDER BY began DESC, number DESC
                    """, arguments: arguments)
            return HistoryRowReader.sessions(rows)
        }
        try drop(damaged)
        return found
    }

    /// What a list shows of a page.
    private static let columns = """
        SELECT number, id, kind, language, engine, began, source, session.title, duration,
            (SELECT SUM(more.duration) \(followers)) AS furtherDuration,
            open OR EXISTS (SELECT 1 \(followers) AND more.open) AS open,
            edited OR EXISTS (SELECT 1 \(followers) AND more.edited) AS edited,
            incomplete OR EXISTS (SELECT 1 \(followers) AND more.incomplete) AS incomplete,
            (SELECT group_concat(more.id, ' ') \(followers)) AS followers
        """

    /// Returns SQL for the excerpts of the wanted sessions and for the rows that they are taken from.
    ///
    /// - Parameter isIndexed: whether the excerpt is the passage that matches the words in the index, which are the
    ///   next three arguments of the statement; otherwise it is the beginning of the text.
    private static func excerpts(isIndexed: Bool) -> [(text: String, rows: String)] {
        let (all, beginning) = ("session WHERE number IN (SELECT number FROM wanted)", "substr(text, 1, \(excerpt))")
        guard isIndexed else {
            return [(beginning, all)]
        }
        let snippet = "snippet(sessionIndex, 1, '', '', '…', 40)"
        // FTS5 reads the matches between two numbers in one pass. It would start anew for each of single numbers, hence
        // the `+`.
        let matching = """
            sessionIndex CROSS JOIN session ON number = sessionIndex.rowid
            WHERE sessionIndex MATCH ? AND +sessionIndex.rowid IN (SELECT number FROM wanted)
            AND sessionIndex.rowid BETWEEN
                (SELECT MIN(number) FROM wanted) AND (SELECT MAX(number) FROM wanted)
            """
        // Pages whose first session does not match.
        let passage = """
            COALESCE((SELECT \(snippet) FROM sessionIndex WHERE sessionIndex MATCH ?
                AND rowid IN (SELECT more.number \(followers)) LIMIT 1), \(beginning))
            """
        let others = """
            \(all) AND +number IN (SELECT page FROM session WHERE page IS NOT NULL)
            AND number NOT IN (SELECT rowid FROM sessionIndex WHERE sessionIndex MATCH ?)
            """
        return [(snippet, matching), (passage, others)]
    }

    func record(of id: UUID) throws(ArchiveError) -> HistoryRecord? {
        try gatherTexts()
        let (record, number, damaged) = try file.read { database -> (HistoryRecord?, Int64?, [Int]) in
            let rows = try Row.fetchAll(
                database,
                sql: """
                    SELECT *, (SELECT group_concat(more.id, ' ') \(Self.followers)) AS followers,
                        (SELECT head.id FROM session AS head WHERE head.number = session.page) AS head
                    FROM session WHERE id = ? AND removed IS NULL AND expired IS NULL AND \(HistoryRowReader.isKnown)
                    """, arguments: [id.uuidString])
            let number: Int64? = rows.first?.value("number")
            guard let session = HistoryRowReader.sessions(rows).sessions.first, let number else {
                return (nil, nil, [])
            }
            let (words, damaged) = try HistoryRowReader.words(of: number, database)
            return (HistoryRecord(session: session, words: words), number, damaged)
        }
        if let number, !damaged.isEmpty, !file.isNewer {
            dropped += damaged.count
            try file.write { database in
                for position in damaged {
                    try database.execute(
                        sql: "DELETE FROM word WHERE session = ? AND position = ?", arguments: [number, position])
                }
            }
        }
        return record
    }

    /// - Parameter now: a time after it is a mistake of the clock.
    func removedIDs(at now: Double) throws(ArchiveError) -> Set<UUID> {
        try ids(where: "removed NOT BETWEEN \(now - 60) AND \(now)")
    }

    func ids(of kinds: Set<HistoryKind>?) throws(ArchiveError) -> Set<UUID> {
        try ids(where: kinds.map { HistoryRowReader.isOf($0) } ?? "TRUE")
    }

    private func ids(where condition: String) throws(ArchiveError) -> Set<UUID> {
        try file.read { database in
            let ids = try String.fetchAll(database, sql: "SELECT id FROM session WHERE \(condition)")
            return Set(ids.compactMap { UUID(uuidString: $0) })
        }
    }

    // MARK: Changing

    func rename(_ id: UUID, to title: String) throws(ArchiveError) {
        try file.write { database in
            try database.execute(
                sql: "UPDATE session SET title = ? WHERE id = ?", arguments: [title, id.uuidString])
        }
    }

    func edit(_ id: UUID, _ text: String?) throws(ArchiveError) {
        try file.write { database in
            try database.execute(
                sql: "UPDATE session SET edited = ?, text = COALESCE(?, text) WHERE id = ?",
                arguments: [text != nil, text, id.uuidString])
            try Self.gatherTexts(database, of: id)
        }
    }

    func setRemoved(_ ids: Set<UUID>, at time: Double?) throws(ArchiveError) {
        try file.write { database in
            for id in ids {
                try database.execute(
                    sql: "UPDATE session SET removed = ? WHERE id = ?", arguments: [time, id.uuidString])
            }
        }
    }

    func delete(_ ids: Set<UUID>) throws(ArchiveError) {
        // SQLite limits the length of a statement.
        let ids = ids.map(\.uuidString)
        for start in stride(from: 0, to: ids.count, by: 1000) {
            let part = ids[start..<min(start + 1000, ids.count)].map { "'\($0)'" }
            try erase("id IN (" + part.joined(separator: ", ") + ")")
        }
    }

    func delete(kinds: Set<HistoryKind>) throws(ArchiveError) {
        try erase(HistoryRowReader.isOf(kinds))
    }

    func expire(after days: Int, at now: Date) throws(ArchiveError) -> ExpiredSessions {
        try file.write { database in
            let (numbers, isDateDoubtful) = try ages.apply(
                days: days, at: now.timeIntervalSince1970, in: database)
            let ids = try numbers.compactMap { number in
                try String.fetchOne(database, sql: "SELECT id FROM session WHERE number = ?", arguments: [number])
            }
            return ExpiredSessions(ids: Set(ids.compactMap { UUID(uuidString: $0) }), isDateDoubtful: isDateDoubtful)
        }
    }

    /// Also removes the words from the search index and the write-ahead log. SQLite would keep them in the index until
    /// it merges the index's segments.
    private func erase(_ condition: String) throws(ArchiveError) {
        let count = try file.write { database in
            try database.execute(sql: "DELETE FROM session WHERE \(condition)")
            return database.changesCount
        }
        guard count > 0 else {
            return
        }
        try file.write { try $0.execute(sql: "INSERT INTO sessionIndex (sessionIndex) VALUES ('optimize')") }
        try file.execute("PRAGMA wal_checkpoint (TRUNCATE)")
    }

    private func drop(_ numbers: [Int64]) throws(ArchiveError) {
        guard !numbers.isEmpty, !file.isNewer else {
            return
        }
        dropped += numbers.count
        try file.write { database in
            for number in numbers {
                try database.execute(sql: "DELETE FROM session WHERE number = ?", arguments: [number])
            }
        }
    }

    private static func number(of id: UUID, _ database: Database) throws -> Int64? {
        try Int64.fetchOne(database, sql: "SELECT number FROM session WHERE id = ?", arguments: [id.uuidString])
    }
}

extension Double {
    /// SQLite would store other numbers as null or infinite.
    fileprivate var storable: Double {
        isFinite ? self : 0
    }
}
