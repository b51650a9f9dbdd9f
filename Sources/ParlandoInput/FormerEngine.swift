import Foundation
import ParlandoCore

/// File that names the IBus engine (input method) in use before Parlando's own. If a killed process has left the file
/// behind, that engine has to be restored.
struct FormerEngine: Codable {
    /// Name of the IBus engine; nil if there was none.
    var name: String?

    /// Reads the file. Returns nil if it does not exist or is damaged.
    static func read(_ path: String) -> FormerEngine? {
        FileManager.default.contents(atPath: path).flatMap { try? OutsideJSON.decode(FormerEngine.self, from: $0) }
    }

    /// Writes the file. Returns whether it is on disk; if not, the IBus engine must not be replaced, because it could
    /// not be restored.
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
