import Foundation
import ParlandoCore

/// Note on disk of the engine that was in use before Parlando's own. Whoever finds the note restores that engine.
struct FormerEngine: Codable {
    /// Name of the engine; nil if there was none.
    var name: String?

    /// Reads the note. Nil if there is none, or if it is damaged.
    static func read(_ path: String) -> FormerEngine? {
        FileManager.default.contents(atPath: path).flatMap { try? OutsideJSON.decode(FormerEngine.self, from: $0) }
    }

    /// Writes the note. Returns whether it is on disk, because without it an engine must not be replaced.
    func write(_ path: String) -> Bool {
        let url = URL(filePath: path)
        do {
            try FileManager.default.createDirectory(
                at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
            try JSONEncoder().encode(self).write(to: url, options: .atomic)
            return true
        } catch {
            return false
        }
    }

    static func remove(_ path: String) {
        try? FileManager.default.removeItem(atPath: path)
    }
}
