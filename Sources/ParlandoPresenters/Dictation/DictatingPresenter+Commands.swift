import ParlandoServices

/// Carries out commands from outside the page, such as global shortcuts. A command that comes too early is kept until
/// it can be carried out.
extension DictatingPresenter {
    /// Carries out a command from outside the page. While a session is beginning or ending, the command is kept and
    /// carried out afterwards. A command has no effect if it makes no sense in the session's current phase.
    func obey(_ command: DictationCommand) {
        let isBeginning = screen.panel.phase == .idle && screen.panel.isWaiting
        // The session enters `finishing` a moment after the request to close the microphone.
        let phase = screen.panel.isEnding ? DictationPhase.finishing : screen.panel.phase
        switch (command, phase) {
        case (.stop, .idle) where isBeginning, (.toggle, .idle) where isBeginning:
            update { $0.panel.next = .stop }
        case (.start, .idle) where isBeginning:
            update { $0.panel.next = nil }
        case (.start, .idle), (.toggle, .idle):
            startWhenPressed()
        case (.start, .finishing):
            update { $0.panel.next = .start }
        case (.stop, .finishing):
            update { $0.panel.next = nil }
        case (.toggle, .finishing):
            update { $0.panel.next = $0.panel.next == nil ? .start : nil }
        case (.stop, .opening), (.stop, .listening), (.stop, .paused), (.stop, .deviceLost), (.toggle, _):
            stopDictation()
        case (.pause, .listening):
            pause()
        case (.resume, .paused):
            resume()
        case (.start, _), (.stop, _), (.pause, _), (.resume, _):
            break
        }
    }

    /// Carries out a command that the user gave too early and that was kept, as soon as the session is in the phase
    /// that the command needs. Does nothing if no command was kept.
    func obeyKeptCommand() {
        let panel = screen.panel
        switch (panel.next, panel.phase) {
        case (.start, .idle) where !panel.isWaiting:
            update { $0.panel.next = nil }
            startWhenPressed()
        case (.stop, let phase) where phase != .idle && phase != .finishing:
            update { $0.panel.next = nil }
            stopDictation()
        case (.stop, .idle) where !panel.isWaiting:
            update { $0.panel.next = nil }
        default:
            break
        }
    }

    /// Handles a press of the start button while the last words of a session are still being recognised. The next
    /// session begins once these words have been recognised. Another press cancels this request.
    func pressWhileFinishing() {
        if screen.panel.phase == .finishing {
            obey(.toggle)
        }
    }

    /// Pauses the dictation session.
    func pause() {
        update { $0.panel.isWaiting = true }
        Task { [dictation] in await dictation.pause() }
    }
}
