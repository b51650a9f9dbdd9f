import ParlandoServices

/// Commands from outside of the page. They are kept until they can be obeyed.
extension DictatingPresenter {
    /// Obeys a command. One that does not fit the phase has no effect.
    func obey(_ command: DictationCommand) {
        let isBeginning = screen.panel.phase == .idle && screen.panel.isWaiting
        switch (command, screen.panel.phase) {
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

    /// Obeys the command that was kept, once the session has reached the phase that it needs.
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

    /// Handles a press of the round button's key while the last words are being recognised: the next session begins once
    /// they are there. Another press takes that back.
    func pressWhileFinishing() {
        if screen.panel.phase == .finishing {
            obey(.toggle)
        }
    }

    /// Pauses the session.
    func pause() {
        update { $0.panel.isWaiting = true }
        Task { [dictation] in await dictation.pause() }
    }
}
