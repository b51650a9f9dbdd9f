import GRDB
import ParlandoCore

/// Finds and deletes rows that this program cannot have written. Such rows may exist because SQLite lets any column
/// hold any type.
enum DamagedRows {
    /// Valid range of timestamps, in seconds since 1970, up to the year 9999. Calendar functions fail far beyond it.
    static let moments = 0.0...253_402_300_799
    /// Maximum size of an entry in bytes, which is SQLite's own limit for a value.
    private static let mostBytes = 1_000_000_000

    /// Name of a table, and the SQL condition that holds for all rows that this program writes.
    typealias Rule = (table: String, condition: String)

    /// The rules of the translation database.
    static var ofTranslations: [Rule] {
        let times = "\(moments.lowerBound) AND \(moments.upperBound)"
        let kept = "made BETWEEN \(times) AND used BETWEEN \(times) AND size BETWEEN 0 AND \(mostBytes)"
        let rates = "rate BETWEEN \(SpokenSound.rates.lowerBound) AND \(SpokenSound.rates.upperBound)"
        return [
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
        ]
    }

    /// The rules of the history database. It has too many words to check at each start; damaged words are found when
    /// their session is shown.
    static var ofHistory: [Rule] {
        let times = "\(moments.lowerBound) AND \(moments.upperBound)"
        // A kind that is not known is no damage.
        let texts = ["id", "kind", "engine", "title", "text"].map(text).joined(separator: " AND ")
        return [
            (
                "session",
                "\(texts) AND \(textOrNull("language")) AND began BETWEEN \(times) AND "
                    + "duration BETWEEN 0 AND 36000000 AND edited IN (0, 1) AND open IN (0, 1) AND "
                    + "incomplete IN (0, 1) AND \(textOrNull("source")) AND "
                    + "typeof(removed) IN ('real', 'null')"
            )
        ]
    }

    /// Deletes all rows that break a rule. Returns their number.
    static func delete(_ rules: [Rule], from database: Database) throws -> Int {
        try rules.reduce(0) { count, rule in
            // A comparison with NULL is neither true nor false, hence `IS NOT TRUE`.
            try database.execute(sql: "DELETE FROM \(rule.table) WHERE (\(rule.condition)) IS NOT TRUE")
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
