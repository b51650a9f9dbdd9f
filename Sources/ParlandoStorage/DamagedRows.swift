import GRDB
import ParlandoCore

/// Finds rows that this program cannot have written. They are possible because SQLite lets any column hold any type.
enum DamagedRows {
    /// Valid range of timestamps, in seconds since 1970, up to the year 9999. Calendar functions fail far beyond it.
    static let moments = 0.0...253_402_300_799
    /// Maximum size of an entry in bytes, which is SQLite's own limit for a value.
    private static let mostBytes = 1_000_000_000

    /// Deletes all damaged rows. Returns their number.
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
            // A comparison with NULL is neither true nor false, hence `IS NOT TRUE`.
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
