import Glibc

/// Restores the engine that a killed run has left replaced.
@MainActor final class EngineMending {
    private static let engine = "parlando"
    private static let patience: UInt32 = 3

    private let note: String
    private var isMended = false

    /// - Parameter note: path of the note on the former engine.
    init(note: String) {
        self.note = note
    }

    /// Returns whether there is nothing left to restore. If IBus does not run, the note stays for the next start.
    func run() -> Bool {
        guard let former = FormerEngine.read(note) else {
            // A damaged note is of no use to anybody.
            FormerEngine.remove(note)
            return true
        }
        alarm(Self.patience)
        guard InputMethod.begin({ self.take($0, former) }) else {
            return false
        }
        let current = InputMethod.engine
        guard let name = former.name, current == nil || current == Self.engine else {
            // The user or the desktop has chosen an engine since.
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
