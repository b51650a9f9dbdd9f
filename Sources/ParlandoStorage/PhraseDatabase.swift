import Foundation
import GRDB
import ParlandoCore

/// The SQLite database of translations and their sound. Used on one thread at a time; every call blocks. Rows that
/// another program or a failing disk wrote are deleted when they are read (`takeDropped`).
final class PhraseDatabase: KeptDatabase {
    struct Entry {
        var text: String
        var language: String?
        /// Seconds since 1970.
        var made: Double
    }

    private let file: SQLiteFile
    private let ages = AgeLimit(of: "exchange", date: "date")
    private var dropped = 0

    init(path: String, repairs _: Bool) throws(ArchiveError) {
        file = try SQLiteFile(path: path, migrator: Self.migrator)
    }

    func takeDropped() -> Int {
        defer { dropped = 0 }
        return dropped
    }

    private static var migrator: DatabaseMigrator {
        var migrator = DatabaseMigrator()
        migrator.registerMigration("1") { database in
            try database.execute(
                sql: """
                    CREATE TABLE translation (
                        key TEXT PRIMARY KEY, exchange TEXT, text TEXT NOT NULL, language TEXT,
                        made REAL NOT NULL, used REAL NOT NULL, size INTEGER NOT NULL) WITHOUT ROWID;
                    CREATE TABLE sound (
                        key TEXT PRIMARY KEY, rate INTEGER NOT NULL, samples BLOB NOT NULL,
                        made REAL NOT NULL, used REAL NOT NULL, size INTEGER NOT NULL);
                    CREATE TABLE exchange (
                        id TEXT PRIMARY KEY, date REAL NOT NULL, source TEXT NOT NULL, sourceLanguage TEXT,
                        translation TEXT NOT NULL, targetLanguage TEXT NOT NULL, service TEXT);
                    CREATE INDEX translationUse ON translation (used);
                    CREATE INDEX translationMade ON translation (made);
                    CREATE INDEX translationExchange ON translation (exchange);
                    CREATE INDEX soundUse ON sound (used);
                    CREATE INDEX soundMade ON sound (made);
                    CREATE INDEX exchangeDate ON exchange (date);
                    """)
        }
        migrator.registerMigration("2") { database in
            // The exchange that a sound was made for, so that both are deleted together.
            try database.execute(sql: "ALTER TABLE sound ADD COLUMN exchange TEXT")
        }
        migrator.registerMigration("age limit") { try AgeLimit.migrate("exchange", in: $0) }
        return migrator
    }

    func close() throws(ArchiveError) {
        try file.close()
    }

    // MARK: Translations

    /// Returns nil if there is no translation that was made after `since`.
    func translation(_ key: String, since: Double) throws(ArchiveError) -> Entry? {
        let row = try file.read { database in
            try Row.fetchOne(
                database, sql: "SELECT text, language, made FROM translation WHERE key = ? AND made > ?",
                arguments: [key, since])
        }
        guard let row else {
            return nil
        }
        guard let text: String = row.value("text"), let made: Double = row.value("made") else {
            try drop("DELETE FROM translation WHERE key = ?", key)
            return nil
        }
        return Entry(text: text, language: row.value("language"), made: made)
    }

    func keep(_ entry: Entry, of keys: [String], exchange: UUID?) throws(ArchiveError) {
        let size = entry.text.utf8.count + 200  // Estimated bytes of the rest of a row.
        try file.write { database in
            for key in keys {
                try database.execute(
                    sql: """
                        INSERT OR REPLACE INTO translation (key, exchange, text, language, made, used, size)
                        VALUES (?, ?, ?, ?, ?, ?, ?)
                        """,
                    arguments: [
                        key, exchange?.uuidString, entry.text, entry.language, entry.made, entry.made, size,
                    ])
            }
        }
    }

    // MARK: Sound

    /// Also returns when the sound was made, in seconds since 1970; nil if none was made after `since`.
    func sound(_ key: String, since: Double) throws(ArchiveError) -> (sound: SpokenSound, made: Double)? {
        let row = try file.read { database in
            try Row.fetchOne(
                database, sql: "SELECT rate, samples, made FROM sound WHERE key = ? AND made > ?",
                arguments: [key, since])
        }
        guard let row else {
            return nil
        }
        guard let data: Data = row.value("samples"), let rate: Int = row.value("rate"),
            let made: Double = row.value("made"), SpokenSound.rates.contains(rate)
        else {
            try drop("DELETE FROM sound WHERE key = ?", key)
            return nil
        }
        return (SpokenSound(samples: data.samples, rate: rate), made)
    }

    func keep(
        _ sound: SpokenSound, of key: String, for exchange: Exchange.ID?, now: Double
    ) throws(ArchiveError) {
        var data = Data()
        data.append(samples: sound.samples)
        try file.write { database in
            try database.execute(
                sql: """
                    INSERT OR REPLACE INTO sound (key, rate, samples, made, used, size, exchange)
                    VALUES (?, ?, ?, ?, ?, ?, ?)
                    """,
                arguments: [key, sound.rate, data, now, now, data.count + 200, exchange?.uuidString])
        }
    }

    // MARK: Limits

    /// Records when entries were last used, in seconds since 1970, by their keys.
    func note(_ uses: [String: Double]) throws(ArchiveError) {
        try file.write { database in
            for (key, used) in uses {
                try database.execute(sql: "UPDATE translation SET used = ? WHERE key = ?", arguments: [used, key])
                try database.execute(sql: "UPDATE sound SET used = ? WHERE key = ?", arguments: [used, key])
            }
        }
    }

    /// Deletes entries that were not made in the last `age` seconds, also those from the future, and then the least
    /// recently used ones until the total size is at most `bytes`.
    func tidy(age: Double, at now: Double, most bytes: Int) throws(ArchiveError) {
        try file.write { database in
            for table in ["translation", "sound"] {
                try database.execute(
                    sql: "DELETE FROM \(table) WHERE made <= ? OR made > ?", arguments: [now - age, now])
            }
            let sum = "SELECT (SELECT TOTAL(size) FROM translation) + (SELECT TOTAL(size) FROM sound)"
            var excess = (try Double.fetchOne(database, sql: sum) ?? 0) - Double(bytes)
            guard excess > 0 else {
                return
            }
            let oldest = try Row.fetchCursor(
                database,
                sql: """
                    SELECT 'translation' AS place, key, size, used FROM translation
                    UNION ALL SELECT 'sound', key, size, used FROM sound ORDER BY used
                    """)
            var gone: [(place: String, key: String)] = []
            while excess > 0, let row = try oldest.next() {
                if let place: String = row.value("place"), let key: String = row.value("key") {
                    gone.append((place, key))
                }
                excess -= row.value("size") ?? 0
            }
            for row in gone {
                try database.execute(sql: "DELETE FROM \(row.place) WHERE key = ?", arguments: [row.key])
            }
        }
    }

    // MARK: History

    func keep(_ exchanges: [Exchange], most: Int) throws(ArchiveError) {
        try file.write { database in
            for exchange in exchanges {
                try database.execute(
                    sql: """
                        INSERT OR REPLACE INTO exchange
                        (id, date, source, sourceLanguage, translation, targetLanguage, service)
                        VALUES (?, ?, ?, ?, ?, ?, ?)
                        """,
                    arguments: [
                        exchange.id.uuidString, exchange.date.timeIntervalSince1970, exchange.source.revealed,
                        exchange.sourceLanguage, exchange.translation.revealed, exchange.targetLanguage,
                        exchange.service?.rawValue,
                    ])
            }
            try database.execute(
                sql: """
                    DELETE FROM exchange
                    WHERE rowid NOT IN (SELECT rowid FROM exchange ORDER BY rowid DESC LIMIT ?)
                    """, arguments: [most])
        }
    }

    /// Returns at most `limit` exchanges, newest first.
    func history(limit: Int, where isWanted: (Exchange) -> Bool) throws(ArchiveError) -> [Exchange] {
        let (found, damaged) = try file.read { database in
            let rows = try Row.fetchCursor(
                database,
                sql: """
                    SELECT rowid AS place, * FROM exchange WHERE expired IS NULL ORDER BY date DESC, rowid DESC
                    """)
            var found: [Exchange] = []
            var damaged: [Int64] = []
            while found.count < limit, let row = try rows.next() {
                guard let exchange = Exchange(row) else {
                    damaged += row.value("place").map { [$0] } ?? []
                    continue
                }
                if isWanted(exchange) {
                    found.append(exchange)
                }
            }
            return (found, damaged)
        }
        for place in damaged {
            try drop("DELETE FROM exchange WHERE rowid = ?", place)
        }
        return found
    }

    /// Deletes exchanges with the cached data that belongs to them. Sound that belongs to no exchange may have been
    /// made for one of them, and is deleted too.
    func remove(_ ids: Set<Exchange.ID>) throws(ArchiveError) {
        try file.write { database in
            for id in ids {
                try database.execute(sql: "DELETE FROM exchange WHERE id = ?", arguments: [id.uuidString])
                try database.execute(sql: "DELETE FROM translation WHERE exchange = ?", arguments: [id.uuidString])
            }
            try database.execute(
                sql: "DELETE FROM sound WHERE exchange IS NULL OR exchange NOT IN (SELECT id FROM exchange)")
        }
    }

    /// Returns whether old exchanges were spared because the date is doubtful.
    func expire(after days: Int, at now: Double) throws(ArchiveError) -> Bool {
        try file.write { database in
            let (places, isDateDoubtful) = try ages.apply(days: days, at: now, in: database)
            for place in places {
                try database.execute(sql: "DELETE FROM exchange WHERE rowid = ?", arguments: [place])
            }
            return isDateDoubtful
        }
    }

    // MARK: Removing

    func empty() throws(ArchiveError) {
        try empty(["translation", "exchange", "sound"])
    }

    func removeTexts() throws(ArchiveError) {
        try empty(["translation", "exchange"])
    }

    func removeSound() throws(ArchiveError) {
        try empty(["sound"])
    }

    private func empty(_ tables: [String]) throws(ArchiveError) {
        try file.write { database in
            for table in tables {
                try database.execute(sql: "DELETE FROM \(table)")
            }
        }
        try file.execute("VACUUM")
    }

    private func drop(_ statement: String, _ argument: any DatabaseValueConvertible) throws(ArchiveError) {
        guard !file.isNewer else {
            return
        }
        dropped += try file.write { database in
            try database.execute(sql: statement, arguments: [argument])
            return database.changesCount
        }
    }
}

extension Exchange {
    fileprivate init?(_ row: Row) {
        guard let id = (row.value("id") as String?).flatMap({ UUID(uuidString: $0) }),
            let source: String = row.value("source"), let translation: String = row.value("translation"),
            let target: String = row.value("targetLanguage"), let date = row.moment("date")
        else {
            return nil
        }
        let service: String? = row.value("service")
        self.init(
            id: id, source: source, sourceLanguage: row.value("sourceLanguage"), translation: translation,
            targetLanguage: target, service: service.flatMap { TranslationServiceKind(rawValue: $0) }, isWhole: true,
            date: date)
    }
}

extension Data {
    /// The reverse of `append(samples:)`.
    fileprivate var samples: [Float] {
        stride(from: startIndex, to: endIndex - 1, by: 2).map { index in
            Float(Int16(truncatingIfNeeded: Int(self[index]) | Int(self[index + 1]) << 8)) / 32767
        }
    }
}
