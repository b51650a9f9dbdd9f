import GRDB

/// Decides which entries of a table are too old, although today's date may be wrong.
///
/// A clock that is ahead by years makes every entry too old. Therefore an entry that is too old is first hidden (column
/// `expired`), and deleted if another call finds it too old more than a day later. Otherwise it is shown again. A date
/// that is long after everything that the database knows of is doubtful until the next start of the program confirms it
/// (table `tidied`).
///
/// An entry is at least as new as the entries before it, also if the clock was back when it was written. The age of an
/// entry from the future counts from when it was first found to be one (column `written`).
final class AgeLimit {
    private static let day = 86_400.0
    /// Seconds after the latest known date for which a date is believed at once.
    private static let believed = 30 * day

    private let table: String
    private let date: String
    private let condition: String
    /// The same run of the program cannot confirm a doubtful date.
    private var isDateDoubtful = false

    /// - Parameters:
    ///   - date: column with the time of an entry, in seconds since 1970.
    ///   - condition: of the entries that may be deleted.
    init(of table: String, date: String, where condition: String = "TRUE") {
        self.table = table
        self.date = date
        self.condition = condition
    }

    static func migrate(_ table: String, in database: Database) throws {
        try database.execute(
            sql: """
                ALTER TABLE \(table) ADD COLUMN written REAL;
                ALTER TABLE \(table) ADD COLUMN expired REAL;
                CREATE TABLE tidied (time REAL NOT NULL)
                """)
    }

    /// Hides what is too old, and shows what is not. Returns the row numbers of the entries that are to be deleted, and
    /// whether old entries were spared because the date is doubtful.
    ///
    /// - Parameters:
    ///   - days: 0 for no limit.
    ///   - now: seconds since 1970.
    func apply(
        days: Int, at now: Double, in database: Database
    ) throws -> (expired: [Int64], isDateDoubtful: Bool) {
        if try isDoubtful(now, in: database) {
            isDateDoubtful = true
        }
        try database.execute(sql: "DELETE FROM tidied")
        try database.execute(sql: "INSERT INTO tidied VALUES (?)", arguments: [now])
        var old = try days > 0 ? entries(before: now - Double(days) * Self.day, at: now, in: database) : []
        var expired: [Int64] = []
        for row in try Row.fetchAll(
            database, sql: "SELECT rowid AS place, expired FROM \(table) WHERE expired IS NOT NULL")
        {
            guard let place: Int64 = row.value("place") else {
                continue
            }
            // A time in the future is one of a clock that was ahead.
            guard let time: Double = row.value("expired"), time <= now, old.remove(place) != nil else {
                try database.execute(sql: "UPDATE \(table) SET expired = NULL WHERE rowid = ?", arguments: [place])
                continue
            }
            if time < now - Self.day, !isDateDoubtful {
                expired.append(place)
            }
        }
        guard !isDateDoubtful else {
            return ([], !old.isEmpty)
        }
        try database.execute(
            sql: "UPDATE \(table) SET written = ? WHERE \(date) > ? AND written IS NULL", arguments: [now, now])
        for place in old {
            try database.execute(sql: "UPDATE \(table) SET expired = ? WHERE rowid = ?", arguments: [now, place])
        }
        return (expired, false)
    }

    private func isDoubtful(_ now: Double, in database: Database) throws -> Bool {
        let newest = try latest(date, of: table, until: now, in: database)
        let last = try latest("time", of: "tidied", until: now, in: database)
        guard let known = [newest, last].compactMap({ $0 }).max() else {
            return true
        }
        // Whoever uses the program seldom is believed at the second start.
        let isConfirmed = last.map { $0 - (newest ?? 0) > Self.believed } ?? false
        return now - known > Self.believed && !isConfirmed
    }

    private func latest(
        _ column: String, of table: String, until now: Double, in database: Database
    ) throws -> Double? {
        try Row.fetchOne(
            database, sql: "SELECT MAX(\(column)) AS latest FROM \(table) WHERE \(column) <= ?", arguments: [now]
        )?.value("latest")
    }

    private func entries(before oldest: Double, at now: Double, in database: Database) throws -> Set<Int64> {
        let rows = try Row.fetchAll(
            database,
            sql: """
                SELECT place FROM (
                    SELECT rowid AS place, (\(condition)) AS isMeant, MAX(
                        COALESCE(MAX(CASE WHEN \(date) <= :now THEN \(date) END) OVER (ORDER BY rowid), 0),
                        CASE WHEN \(date) <= :now THEN \(date) ELSE COALESCE(written, :now) END) AS since
                    FROM \(table))
                WHERE isMeant AND since < :oldest
                """, arguments: ["now": now, "oldest": oldest])
        return Set(rows.compactMap { $0.value("place") as Int64? })
    }
}
