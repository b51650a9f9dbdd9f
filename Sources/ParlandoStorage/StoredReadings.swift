import Foundation
import ParlandoCore

/// Converts the readings of a word (what else it may have been) to the JSON in which they are stored, and back. They
/// are only ever read together with the word.
enum StoredReadings {
    /// Maximum length of a stored text in bytes. A longer one was not written by this program.
    private static let mostBytes = 10_000

    static func text(of readings: [Reading]) -> String? {
        readings.isEmpty ? nil : JSONText.line(of: readings)
    }

    /// Returns the readings in a stored text. Damaged readings are left out without an error, because the word itself
    /// is more important.
    ///
    /// - Parameter word: text of the word to which the readings belong.
    static func readings(in text: String?, beside word: String) -> [Reading] {
        guard let text, text.utf8.count <= mostBytes,
            let readings = try? OutsideJSON.decode([Reading].self, from: Data(text.utf8))
        else {
            return []
        }
        return readings.filter { (0...1).contains($0.confidence) && $0.likelihood <= 0 }.ranked(beside: word)
    }
}
