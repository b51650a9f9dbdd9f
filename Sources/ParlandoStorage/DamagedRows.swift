import GRDB
import ParlandoCore

/// Rows that this program never wrote: SQLite lets any column hold any type.
enum DamagedRows {
    /// Seconds since 1970 that a row may tell, up to the year 9999: calendars fail far beyond.
    static let moments = 0.0...253_402_300_799
    /// Bytes that one entry may claim: SQLite's own limit for a value.
    private static let mostBytes = 1_000_000_000

    /// Deletes them; tells how many there were.
    static func delete(from database: Database) throws -> Int {
        let times = "\(moments.lowerBound) AND \(moments.upperBound)"
        let kept = "made BETWEEN \(times) AND used BETWEEN \(times) AND size BETWEEN 0 AND \(mostBytes)"
        let rates = "rate BETWEEN \(SpokenSound.rates.lowerBound) AND \(SpokenSound.rates.upperBound)"
        return try [
            (
                "translation",
                "\(text("key")) AND \(textOrNull("exchange")) AND \(text("text")) AND "
                    + "\(textOrNull("language")) AND \(kept)"
            ),
            (
                "sound",
                "\(text("key")) AND \(rates) AND typeof(samples) = 'blob' AND \(textOrNull("exchange")) AND \(kept)"
            ),
            (
                "exchange",
                "\(text("id")) AND date BETWEEN \(times) AND \(text("source")) AND "
                    + "\(textOrNull("sourceLanguage")) AND \(text("translation")) AND \(text("targetLanguage")) AND "
                    + textOrNull("service")
            ),
        ].reduce(0) { count, table in
            // A comparison with null is neither true nor false.
            try database.execute(sql: "DELETE FROM \(table.0) WHERE (\(table.1)) IS NOT TRUE")
            return count + database.changesCount
        }
    }

    private static func text(_ column: String) -> String {
        "typeof(\(column)) = 'text'"
    }

    private static func textOrNull(_ column: String) -> String {
        "typeof(\(column)) IN ('text', 'null')"
    }
}
