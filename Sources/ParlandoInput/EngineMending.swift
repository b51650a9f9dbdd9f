import Glibc

/// Restores the IBus engine (input method) that was in use before Parlando's, if an earlier process was killed before
/// it could do so.
@MainActor final class EngineMending {
    private static let engine = "parlando"
    private static let patience: UInt32 = 3

    private let note: String
    private var isMended = false

    /// - Parameter note: path of the file that names the former IBus engine.
    init(note: String) {
        self.note = note
    }

    /// Restores the engine that the file at `note` names, and removes the file. If IBus already uses a third engine,
    /// that one stays in use. Returns false if restoring failed, for example because IBus does not run. The file is
    /// then kept for the next start.
    func run() -> Bool {
        guard let former = FormerEngine.read(note) else {
            // A damaged file does not tell what to restore.
            FormerEngine.remove(note)
            return true
        }
        alarm(Self.patience)
        guard InputMethod.begin({ self.take($0, former) }) else {
            return false
        }
        let current = InputMethod.engine
        guard let name = former.name, current == nil || current == Self.engine else {
            // Meanwhile the user or the desktop has chosen another engine.
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
