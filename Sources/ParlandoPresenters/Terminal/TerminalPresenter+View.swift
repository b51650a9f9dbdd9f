public import ParlandoCore
import ParlandoServices

/// Turns the user's actions on the terminal page into commands.
extension TerminalPresenter: TerminalViewDelegate {
    public func terminalViewDidPressVoice(_ view: any TerminalView) {
        switch screen.state.voice {
        case .start:
            startWhenPressed()
        case .stop:
            stopDictation()
        case .wait:
            pressWhileFinishing()
        }
    }

    func startWhenPressed() {
        guard screen.tab.isConnected else {
            view?.showToast(screen.state.status)
            return
        }
        if screen.panel.unsent != nil {
            Task { await startAnew() }
        } else {
            start(resuming: nil)
        }
    }

    public func terminalView(_ view: any TerminalView, didReceive command: DictationCommand) {
        obey(command)
    }

    public func terminalViewDidPressSend(_ view: any TerminalView) {
        guard screen.state.canSend else {
            return
        }
        sendWhenPressed()
    }

    public func terminalViewDidPressDiscard(_ view: any TerminalView) {
        guard screen.state.canDiscard else {
            return
        }
        let id = screen.tabs.front
        let isRecording = screen.panel.isRecording && screen.isDictating(in: id)
        change(id) { $0.discardText() }
        if isRecording {
            discardSession()
        }
    }

    public func terminalView(_ view: any TerminalView, didEdit text: String, in tab: TerminalTabID) {
        if !screen.isDictating(in: tab) {
            change(tab) { $0.editText(text) }
        }
    }

    public func terminalView(_ view: any TerminalView, didPress action: PageAction.Kind) {
        switch action {
        case .startAgain:
            screen.tab.session.map { open($0.target, shell: $0.shell) }
        case .otherShell:
            screen.tab.session.map { open($0.target, shell: $0.otherShell) }
        case .sendInLines:
            sendInLines()
        default:
            carryOut(action) { view.openPreferences($0) }
        }
    }

    public func terminalViewDidPressCancelProgress(_ view: any TerminalView) {
        if screen.panel.phase == .finishing {
            cancelSession()
        } else {
            cancelDownload()
        }
    }

    public func terminalView(_ view: any TerminalView, didChooseRecordingFile path: String) {
        saveUnsent(to: path)
    }
}

/// Opens shells and connections, and edits the list of saved connections.
extension TerminalPresenter {
    public func terminalViewDidChooseShell(_ view: any TerminalView) {
        open(.shell)
    }

    public func terminalView(_ view: any TerminalView, didChooseConnection id: ConnectionProfile.ID) {
        if let profile = screen.choices.connections.first(where: { $0.id == id }) {
            open(.connection(profile))
        }
    }

    public func terminalViewDidPressAdd(_ view: any TerminalView) {
        view.edit(ConnectionForm(engines: engines))
    }

    public func terminalView(_ view: any TerminalView, didPressEdit id: ConnectionProfile.ID) {
        if let profile = screen.choices.connections.first(where: { $0.id == id }) {
            view.edit(ConnectionForm(profile, engines: engines))
        }
    }

    public func terminalView(_ view: any TerminalView, didRemove id: ConnectionProfile.ID) {
        change { $0.connections.removeAll { $0.id == id } }
    }

    public func terminalView(_ view: any TerminalView, didSave form: ConnectionForm) {
        guard let connection = form.connection else {
            return
        }
        change { choices in
            if let index = choices.connections.firstIndex(where: { $0.id == connection.id }) {
                choices.connections[index] = connection
            } else {
                choices.connections.append(connection)
            }
        }
    }

    /// The speech recognition engines that can be chosen for dictation into a connection.
    private var engines: [PreferencesViewState.Option] {
        [.init("", tr("Use Default")), .init(ServerPreferences.thisComputer, tr("This Computer"))]
            + screen.preferences.servers.profiles.map { .init($0.id, $0.name) }
    }
}
