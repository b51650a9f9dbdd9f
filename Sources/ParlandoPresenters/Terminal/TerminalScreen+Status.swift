import ParlandoCore
import ParlandoServices

/// Computes the status line of the terminal page.
extension TerminalScreen {
    var status: String {
        if let distantTab {
            return tr("Dictation goes to the tab “{name}”.", ["name": TerminalWording.title(distantTab)])
        }
        if panel.phase == .listening, let heldStatus {
            return heldStatus
        }
        return panel.sessionStatus ?? idleStatus
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
