public import ParlandoCore
import ParlandoServices

/// Turns the user's actions on the terminal page into commands.
extension TerminalPresenter {
    /// Starts or stops dictating. While the last words are still being recognised, begins another session afterwards.
    public func pressVoice() {
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

    /// Carries out a command from outside the page, such as from a system shortcut or another program.
    public func receive(_ command: DictationCommand) {
        obey(command)
    }

    /// Discards the text in the preview, and the session that is dictating it.
    public func discard() {
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

    /// Replaces the dictated text in the preview of a tab. `text` is the complete new text.
    public func edit(_ text: String, in tab: TerminalTabID) {
        if !screen.isDictating(in: tab) {
            change(tab) { $0.editText(text) }
        }
    }

    /// Does what the button of a banner offers.
    public func press(_ action: PageAction.Kind) {
        switch action {
        case .startAgain:
            screen.tab.session.map { open($0.target, shell: $0.shell) }
        case .otherShell:
            screen.tab.session.map { open($0.target, shell: $0.otherShell) }
        case .sendInLines:
            sendInLines()
        default:
            carryOut(action) { view?.openPreferences($0) }
        }
    }

    /// Cancels what the progress bar shows: the end of a session, or a download.
    public func cancelProgress() {
        if screen.panel.phase == .finishing {
            cancelSession()
        } else {
            cancelDownload()
        }
    }

    /// Saves the recording that no server accepted to a file.
    public func saveRecording(to path: String) {
        saveUnsent(to: path)
    }
}

/// Opens shells and connections, and edits the list of saved connections.
extension TerminalPresenter {
    /// Opens a shell on this computer.
    public func openShell() {
        open(.shell)
    }

    /// Opens a connection of the list.
    public func openConnection(_ id: ConnectionProfile.ID) {
        if let profile = screen.choices.connections.first(where: { $0.id == id }) {
            open(.connection(profile))
        }
    }

    /// Opens the form for a new connection.
    public func addConnection() {
        view?.edit(ConnectionForm(engines: engines))
    }

    /// Opens the form for a connection of the list.
    public func editConnection(_ id: ConnectionProfile.ID) {
        if let profile = screen.choices.connections.first(where: { $0.id == id }) {
            view?.edit(ConnectionForm(profile, engines: engines))
        }
    }

    /// Removes a connection from the list.
    public func removeConnection(_ id: ConnectionProfile.ID) {
        change { $0.connections.removeAll { $0.id == id } }
    }

    /// Saves a new or edited connection. All fields of the form are valid.
    public func save(_ form: ConnectionForm) {
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
