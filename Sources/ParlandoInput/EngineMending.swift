import Foundation
import Glibc
import ParlandoCore

/// Restores the IBus engine that was in use before Parlando's, if an earlier process was killed.
@MainActor final class EngineMending {
    private static let engine = "parlando"
    private static let timeoutSeconds: UInt32 = 3

    private let note: String
    private var isMended = false

    /// - Parameter note: path of the file that names that engine.
    init(note: String) {
        self.note = note
    }

    /// If IBus uses a third engine by now, that one stays. Returns false if restoring failed, for example because IBus
    /// does not run; the file is kept then for the next start.
    func run() -> Bool {
        guard let former = FormerEngine.read(note) else {
            // A damaged file does not tell what to restore.
            FormerEngine.remove(note)
            return true
        }
        alarm(Self.timeoutSeconds)
        guard InputMethod.begin({ self.take($0, former) }) else {
            return false
        }
        let current = InputMethod.engine
        guard let name = former.name, current == nil || current == Self.engine else {
            // The user or the desktop has chosen another engine.
            FormerEngine.remove(note)
            return true
        }
        InputMethod.choose(name)
        InputMethod.run()
        return isMended
    }

    private func take(_ event: InputMethod.Event, _ former: FormerEngine) {
        guard case .chosen = event else {
            return
        }
        if InputMethod.engine == former.name {
            FormerEngine.remove(note)
            isMended = true
        }
        InputMethod.quit()
    }
}

/// The file that names the IBus engine in use before Parlando's. What a killed process has left has to be restored.
struct FormerEngine: Codable {
    /// Nil if there was none.
    var name: String?

    /// Nil if the file is missing or damaged.
    static func read(_ path: String) -> FormerEngine? {
        FileManager.default.contents(atPath: path).flatMap { try? OutsideJSON.decode(FormerEngine.self, from: $0) }
    }

    /// Returns whether the file is on disk. If not, the engine must not be replaced, because it could not be restored.
    func write(_ path: String) -> Bool {
        let url = URL(filePath: path)
        do {
            try FileManager.default.createDirectory(
                at: url.deletingLastPathComponent(), withIntermediateDirectories: true,
                attributes: [.posixPermissions: 0o700])
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
