import Foundation
import ParlandoCore

/// The other readings of a word as they are stored: JSON, because they are only ever read together with their word.
enum StoredReadings {
    /// Maximum length of a stored text in bytes. A longer one was not written by this program.
    private static let mostBytes = 10_000

    static func text(of readings: [Reading]) -> String? {
        readings.isEmpty ? nil : JSONText.line(of: readings)
    }

    /// Returns the readings in a stored text. Damaged ones are left out: the word itself is more important.
    static func readings(in text: String?, beside word: String) -> [Reading] {
        guard let text, text.utf8.count <= mostBytes,
            let readings = try? OutsideJSON.decode([Reading].self, from: Data(text.utf8))
        else {
            return []
        }
        return readings.filter { (0...1).contains($0.confidence) && $0.likelihood <= 0 }.ranked(beside: word)
    }
}
