import ParlandoCore
import ParlandoServices

/// Computes the status line of the terminal page.
extension TerminalScreen {
    var status: String {
        if let distantTab {
            return tr("Dictation goes to the tab “{name}”.", ["name": TerminalWording.title(distantTab)])
        }
        return switch panel.phase {
        case .opening: tr("Opening the microphone")
        case .listening where heldStatus != nil: heldStatus ?? ""
        case .listening where panel.upload.halt != nil: tr("Recording; the server is not transcribing")
        case .listening: ModelWording.listening(panel.awaitedModel)
        case .paused: tr("Paused")
        case .deviceLost: tr("Waiting for a microphone")
        case .finishing where panel.next == .start: tr("Transcribing the last words, then starting again")
        case .finishing: ModelWording.finishing(panel.awaitedModel)
        case .idle: idleStatus
        }
    }

    private var heldStatus: String? {
        hold(tab).flatMap(TerminalWording.status)
    }

    private var idleStatus: String {
        switch tab.session?.stage {
        case nil: tr("Open a shell or a connection to dictate.")
        case .starting, .connecting: tr("You can dictate once connected.")
        case .ended, .failed, .notStarted: tr("Not connected.")
        case .connected where tab.draft.isEmpty: readyStatus
        case .connected: heldStatus ?? tr("Check the text, then send it.")
        }
    }

    private var readyStatus: String {
        if let server = engine?.server {
            return tr("Press the microphone and speak. {name} transcribes it.", ["name": server.name])
        }
        return panel.model.flatMap(ModelWording.status) ?? tr("Press the microphone and speak.")
    }
}
