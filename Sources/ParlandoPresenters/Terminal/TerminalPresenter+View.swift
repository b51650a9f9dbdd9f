public import ParlandoCore
import ParlandoServices

/// What the user did becomes a command.
extension TerminalPresenter: TerminalViewDelegate {
    public func terminalViewDidPressVoice(_ view: any TerminalView) {
        switch screen.state.voice {
        case .start where screen.isConnected && screen.unsent != nil:
            Task { await startAnew() }
        case .start where screen.isConnected:
            startDictation()
        case .start:
            view.showToast(screen.state.status)
        case .stop:
            stopDictation()
        case .wait:
            break
        }
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
        let isRecording = screen.isRecording
        update { $0.discardText() }
        if isRecording {
            update { screen in
                screen.isWaiting = true
                // What is thrown away is not offered again.
                screen.isServerSession = false
            }
            Task { [dictation] in await dictation.abort() }
        }
    }

    public func terminalView(_ view: any TerminalView, didEdit text: String) {
        guard screen.state.isPreviewEditable else {
            return
        }
        update { $0.editText(text) }
    }

    public func terminalView(_ view: any TerminalView, didPress action: PageAction.Kind) {
        switch action {
        case .startAgain:
            screen.session.map { open($0.target, shell: $0.shell) }
        case .otherShell:
            screen.session.map { open($0.target, shell: $0.otherShell) }
        case .sendInLines:
            sendInLines()
        case .openPreferences:
            view.openPreferences(.models)
        case .editServer:
            // Whoever has looked after the server can try again.
            update { $0.failure = $0.unsent == nil ? $0.failure : nil }
            view.openPreferences(.servers)
        case .chooseMicrophone:
            view.openPreferences(.microphone)
        case .retry:
            tryAgain()
        case .downloadModel, .downloadMetered:
            download(allowMetered: action == .downloadMetered)
        case .cancelDownload:
            cancelDownload()
        case .chooseOutput, .calibrateLatency, .learnInstrument, .correctBias, .typeInstead, .readOnly, .askConsent,
            .chooseSpeechModel, .openPrivacy, .stopWaiting, .saveRecording:
            break
        }
    }

    public func terminalViewDidPressCancelProgress(_ view: any TerminalView) {
        if screen.phase == .finishing {
            Task { [dictation] in await dictation.abort() }
        } else {
            cancelDownload()
        }
    }

    public func terminalView(_ view: any TerminalView, didChooseRecordingFile path: String) {
        saveUnsent(to: path)
    }

    /// Begins a session where sound was kept that is given up with it.
    private func startAnew() async {
        if let view, await view.ask(.giveUpRecording) {
            startDictation()
        }
    }

    /// Does again what failed: the model's loading, the lost microphone's opening, or the start.
    private func tryAgain() {
        if screen.upload.halt != nil {
            update { $0.upload.halt = nil }
            return servers.sendAgain()
        }
        if let unsent = screen.unsent, screen.phase == .idle, !screen.isWaiting {
            return startDictation(unsent)
        }
        update { $0.failure = nil }
        if case .failed = screen.model?.state {
            Task { [models] in await models.wake() }
        } else if screen.phase == .deviceLost {
            Task { [dictation] in await dictation.resume() }
        } else if screen.phase == .idle, !screen.isWaiting, screen.isConnected {
            startDictation()
        }
    }
}

/// Connections: chosen, kept, closed.
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

    public func terminalViewDidClose(_ view: any TerminalView) {
        stopDictation()
        update { $0.session = nil }
        view.end()
    }

    /// Who may recognise what is dictated into a connection.
    private var engines: [PreferencesViewState.Option] {
        [.init("", tr("As in the Preferences")), .init(ServerPreferences.thisComputer, tr("This Computer"))]
            + screen.preferences.servers.profiles.map { .init($0.id, $0.name) }
    }
}

/// What becomes of the terminal.
extension TerminalPresenter {
    public func terminalViewDidStart(_ view: any TerminalView) {
        update { $0.session?.didStart() }
    }

    public func terminalView(_ view: any TerminalView, didFailToStart detail: String) {
        update { $0.session?.stage = .notStarted }
    }

    public func terminalViewDidConnect(_ view: any TerminalView) {
        update { $0.session?.didConnect() }
    }

    public func terminalView(_ view: any TerminalView, didEnd exit: TerminalExit, said: String) {
        let isCut = screen.isRecording
        update { screen in
            screen.session?.didEnd(exit, said: said)
            if isCut, case .failed(_, wasConnected: true) = screen.session?.stage {
                screen.draft.takeBack()
                screen.owners.takeBack()
            }
        }
        stopDictation()
    }

    public func terminalViewDidType(_ view: any TerminalView) {
        guard screen.goesOn || screen.session?.wasUsed == false else {
            return
        }
        update { screen in
            screen.goesOn = false
            screen.session?.wasUsed = true
        }
    }

    public func terminalView(_ view: any TerminalView, didChange input: TerminalInput) {
        update { $0.input = input }
        goOnSending()
    }

    public func terminalView(_ view: any TerminalView, farewellFor isBusy: Bool) -> TranscriptionViewState.Question? {
        let hasDraft = !screen.draft.isEmpty || screen.phase != .idle || screen.unsent != nil
        return TerminalWording.farewell(screen.session, isBusy: isBusy, hasDraft: hasDraft)
    }
}
