public import ParlandoCore
public import ParlandoServices

/// Turns the user's actions into commands, and events into the state of the terminal page. The preview is the dictated
/// text that has not been sent yet.
@MainActor public final class TerminalPresenter: PreferenceReader, DictatingPresenter {
    weak var view: (any TerminalView)?
    let dictation: DictationService
    let models: ModelService
    let chosen: ChosenPreferences
    let servers: any ServerRecognizing
    let recordingSaver: any RecordingSaver
    let downloads: ModelDownloads
    private(set) var screen = TerminalScreen()
    private let shells: [String]
    private var state: TerminalViewState?
    /// Shells and connections so far, in all tabs.
    private var opened = 0
    /// A request to start that came before the list of models arrived.
    var pendingStart: SessionStart?

    /// - Parameter shells: the user's own, followed by alternatives.
    public init(
        view: any TerminalView, dictation: DictationService, models: ModelService,
        servers: any ServerRecognizing, store: any PreferenceStore, saver: any RecordingSaver,
        downloads: ModelDownloads, shells: [String]
    ) {
        self.view = view
        self.dictation = dictation
        self.models = models
        chosen = ChosenPreferences(in: store)
        self.servers = servers
        recordingSaver = saver
        self.downloads = downloads
        self.shells = shells
    }

    /// Shows the page and starts to receive events. Call once.
    public func activate() {
        dictation.delegate = self
        adopt(chosen.current)
        models.add(self)
        chosen.watch(for: self)
    }

    func showToast(_ text: String) {
        view?.showToast(text)
    }

    func update(_ change: (inout TerminalScreen) -> Void) {
        change(&screen)
        let new = screen.state
        if new != state {
            state = new
            view?.render(new)
        }
    }

    func ask(_ question: PageQuestion) async -> Bool {
        await view?.ask(question) ?? false
    }

    /// Needs a running session in the tab in front, unless a recording is sent again.
    func start(_ start: SessionStart) -> String? {
        guard start.speech != nil || screen.tab.isConnected else {
            update { $0.panel.failure = nil }
            showToast(screen.state.status)
            return screen.state.status
        }
        return beginWhenReady(start)
    }

    func begin(_ readiness: ModelReadiness, _ model: SpeechModel?, _ start: SessionStart) {
        // The user may have changed the tab or its session while being asked about the model.
        guard !screen.isDictating, start.speech != nil || screen.tab.isConnected else {
            return
        }
        var options = DictationOptions(screen.preferences, start.choice, model: model, engine: readiness.engine)
        update { screen in
            screen.panel.begin(with: options.recognition, start)
            screen.beginText(isResumed: start.speech != nil)
        }
        options.resumed = start.speech.map { ResumedSession(transcript: Transcript(), speech: $0) }
        readiness.begin(options, with: dictation, models)
    }

    /// Words that were already spoken are still recognised and added to the preview.
    func stopDictation() {
        if screen.panel.isRecording {
            stop()
        }
    }

    /// Opens a session in the tab in front. A program that is running there is ended.
    ///
    /// - Parameter shell: nil for the user's own.
    func open(_ target: TerminalSession.Target, shell: String? = nil) {
        opened += 1
        let shell = shell ?? shells.first ?? ""
        let session = TerminalSession(
            number: opened, target: target, shell: shell,
            otherShell: shells.drop { $0 != shell }.dropFirst().first)
        update { screen in
            screen.tabs.current.open(session)
            screen.panel.failure = screen.showsSession ? nil : screen.panel.failure
        }
        view?.run(session.command, in: screen.tabs.front)
    }

    func change(_ change: (inout TerminalPreferences) -> Void) {
        adopt(chosen.change { change(&$0.terminal) })
    }

    func adopt(_ preferences: Preferences) {
        let microphone = screen.preferences.microphone
        update { $0.preferences = preferences }
        follow(preferences, insteadOf: microphone)
    }
}

extension TerminalPresenter {
    /// While the last words are still being recognised, begins another session afterwards.
    public func pressVoice() {
        switch screen.state.voice {
        case .start:
            _ = startWhenPressed(.plain)
        case .stop:
            stopDictation()
        case .wait:
            pressWhileFinishing()
        }
    }

    func startWhenPressed(_ choice: DictationChoice) -> String? {
        guard screen.tab.isConnected else {
            showToast(screen.state.status)
            return screen.state.status
        }
        guard screen.panel.unsent != nil else {
            return start(SessionStart(choice: choice))
        }
        Task { await startAnew(choice) }
        return nil
    }

    /// Obeys a system shortcut or another program. Returns why its session cannot begin.
    @discardableResult public func receive(_ command: DictationCommand, _ choice: DictationChoice = .plain) -> String? {
        obey(command, choice)
    }

    /// Push-to-talk was pressed or released.
    public func talk(isHeld: Bool) {
        holdTalk(isHeld)
    }

    /// Discards the dictated text, and ends the dictation.
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

    public func edit(_ text: String, in tab: TerminalTabID) {
        if !screen.isDictating(in: tab) {
            change(tab) { $0.editText(text) }
        }
    }

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

    /// Cancels the end of a session, or a download.
    public func cancelProgress() {
        if screen.panel.phase == .finishing {
            cancelSession()
        } else {
            cancelDownload()
        }
    }

    public func saveRecording(to path: String) {
        saveUnsent(to: path)
    }

    // MARK: Connections

    public func openShell() {
        open(.shell)
    }

    public func openConnection(_ id: ConnectionProfile.ID) {
        if let profile = screen.choices.connections.first(where: { $0.id == id }) {
            open(.connection(profile))
        }
    }

    public func addConnection() {
        view?.edit(ConnectionForm(engines: engines))
    }

    public func editConnection(_ id: ConnectionProfile.ID) {
        if let profile = screen.choices.connections.first(where: { $0.id == id }) {
            view?.edit(ConnectionForm(profile, engines: engines))
        }
    }

    public func removeConnection(_ id: ConnectionProfile.ID) {
        change { $0.connections.removeAll { $0.id == id } }
    }

    /// All fields of the form are valid.
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

    private var engines: [PreferencesViewState.Option] {
        [.init("", tr("Use Default")), .init(ServerPreferences.thisComputer, tr("This Computer"))]
            + screen.preferences.servers.speech.map { .init($0.id, $0.name) }
    }
}

/// Sends dictated text to the terminal of its tab.
extension TerminalPresenter {
    /// Asks for the input mode of the program, which may have changed a moment ago.
    func look(_ id: TerminalTabID) {
        if let input = view?.input(in: id) {
            change(id) { $0.input = input }
        }
    }

    /// Sends the preview if automatic sending is on. If there is a reason to hold it back, it waits until that no
    /// longer applies.
    func sendByItself(_ id: TerminalTabID) {
        guard screen.choices.sendsAtOnce, screen.tabs[id]?.draft.text.isEmpty == false else {
            return
        }
        look(id)
        if let tab = screen.tabs[id], screen.hold(tab) == nil {
            send(id)
        } else {
            change(id) { $0.isHeldBack = true }
        }
    }

    /// For *Send*. If the text was dictated for another connection, or a line would be cut off, asks first.
    public func send() {
        guard screen.state.canSend else {
            return
        }
        let id = screen.tabs.front
        look(id)
        let questions = [strangerQuestion, lineQuestion].compactMap { $0 }
        let inLines = lineQuestion != nil
        guard !questions.isEmpty else {
            return finishSending(id, inLines: false)
        }
        let (number, text) = (screen.tab.session?.number, screen.tab.draft.text)
        Task {
            for question in questions {
                guard let view, await view.ask(question) else {
                    return
                }
            }
            // Nothing is sent if the text or the session has changed since the question.
            if let tab = screen.tabs[id], tab.session?.number == number, tab.draft.text == text {
                look(id)
                finishSending(id, inLines: inLines)
            }
        }
    }

    /// Breaks lines that the terminal would cut off.
    func sendInLines() {
        look(screen.tabs.front)
        finishSending(screen.tabs.front, inLines: true)
    }

    private func finishSending(_ id: TerminalTabID, inLines: Bool) {
        send(id, inLines: inLines)
        view?.focusTerminal()
    }

    private var strangerQuestion: PageQuestion? {
        guard case .stranger(let owner) = screen.hold(screen.tab), let session = screen.tab.session,
            owner.target != session.target
        else {
            return nil
        }
        return TerminalWording.question(owner, in: session)
    }

    private var lineQuestion: PageQuestion? {
        let hold = screen.tab.lineHold(screen.choices.lineBreaks)
        return hold == .longLine(isCertain: true) ? TerminalWording.lineQuestion : nil
    }

    /// Pastes the preview, without control characters and without a final Enter.
    private func send(_ id: TerminalTabID, inLines: Bool = false) {
        guard let tab = screen.tabs[id], tab.isConnected, !tab.draft.text.isEmpty else {
            return
        }
        var text = ""
        change(id) { tab in
            text = tab.draft.take(goesOn: tab.goesOn)
            tab.didSend()
        }
        var safe = TerminalText.safe(text, lineBreaks: screen.choices.lineBreaks)
        if inLines {
            safe = TerminalLines(of: safe, lineBytes: tab.input.lineBytes).broken
        }
        if !safe.isEmpty {
            view?.paste(safe, into: id)
        }
        look(id)
    }
}

extension TerminalPresenter {
    public func receive(_ event: TerminalEvent, in tab: TerminalTabID) {
        switch event {
        case .started:
            change(tab) { $0.session?.didStart() }
        case .notStarted:
            change(tab) { $0.session?.stage = .notStarted }
        case .connected:
            change(tab) { $0.session?.didConnect() }
        case .input(let input):
            change(tab) { $0.input = input }
            if screen.tabs[tab]?.isHeldBack == true {
                sendByItself(tab)
            }
        case .ended(let exit, let said):
            end(tab, exit, said)
        case .typed:
            let isKnown = screen.tabs[tab].map { !$0.goesOn && $0.session?.wasUsed != false } ?? true
            if !isKnown {
                change(tab) { $0.didType() }
            }
        case .title(let title):
            change(tab) { $0.programTitle = TerminalText.title(title) }
        case .rang:
            attend(to: tab, .bell)
        case .wrote:
            attend(to: tab, .output)
        }
    }

    private func end(_ tab: TerminalTabID, _ exit: TerminalExit, _ said: String) {
        let isCut = screen.panel.isRecording && screen.isDictating(in: tab)
        change(tab) { tab in
            tab.session?.didEnd(exit, said: said)
            if isCut, case .failed(_, wasConnected: true) = tab.session?.stage {
                tab.takeTextBack()
            }
        }
        if isCut {
            stopDictation()
        }
    }

    /// Marks a tab that is not in front. Programs may ask for marks any number of times, so a more important one stays.
    private func attend(to id: TerminalTabID, _ attention: TerminalTab.Attention) {
        if id != screen.tabs.front, let tab = screen.tabs[id], tab.attention < attention {
            change(id) { $0.attention = attention }
        }
    }
}

extension TerminalPresenter {
    func change(_ id: TerminalTabID, _ body: (inout TerminalTab) -> Void) {
        update { $0.tabs.change(id, body) }
    }

    public func openTab() {
        turn { $0.open() }
    }

    public func selectTab(_ id: TerminalTabID) {
        turn { $0.select(id) }
    }

    /// To the right, or to the left if negative. The first tab follows the last one.
    public func stepTab(by places: Int) {
        turn { $0.step(places) }
    }

    /// If another tab comes to the front, ends the search and moves the focus there.
    private func turn(_ body: (inout TerminalTabs) -> Void) {
        let former = screen.tabs.front
        update { screen in
            body(&screen.tabs)
            if screen.tabs.front != former {
                screen.find.result = .none
                screen.find.isOpen = screen.find.isOpen && screen.tab.session != nil
            }
        }
        if screen.tabs.front != former {
            view?.endSearch(in: former)
            view?.focusTab()
        }
    }

    /// The tab in front by default. Asks first if something would be lost.
    public func closeTab(_ id: TerminalTabID? = nil) {
        let id = id ?? screen.tabs.front
        guard let tab = screen.tabs[id] else {
            return
        }
        let hasText = !tab.draft.isEmpty || screen.isDictating(in: id)
        let question = TerminalWording.farewell(tab.session, isBusy: isBusy(id), hasText: hasText)
        confirm(question) { presenter in
            if presenter.screen.isDictating(in: id) {
                presenter.discardSession()
            }
            presenter.view?.end(id)
            presenter.turn { $0.close(id) }
        }
    }

    /// Ends the program in front, and returns to the list of connections. Text that was not sent stays.
    public func goBack() {
        let id = screen.tabs.front
        guard let session = screen.tab.session else {
            return
        }
        confirm(TerminalWording.farewell(session, isBusy: isBusy(id), hasText: false)) { presenter in
            if presenter.screen.isDictating(in: id) {
                presenter.stopDictation()
            }
            presenter.update { screen in
                screen.tabs.change(id) { $0.leave() }
                screen.find.isOpen = false
            }
            presenter.view?.end(id)
            presenter.view?.focusTab()
        }
    }

    /// Runs `body` once the user has agreed, or at once if there is no question.
    private func confirm(_ question: PageQuestion?, _ body: @escaping @MainActor (TerminalPresenter) -> Void) {
        guard let question else {
            return body(self)
        }
        Task {
            if await ask(question) {
                body(self)
            }
        }
    }

    /// Discards the recording, and words that are not final yet.
    func discardSession() {
        update { screen in
            screen.panel.isWaiting = true
            // Discarded sound must not be offered for sending again.
            screen.panel.isServerSession = false
        }
        cancelSession()
    }

    /// Before all terminals are closed; nil if nothing would be lost.
    public var farewell: PageQuestion? {
        let hasText = screen.hasText
        let endings = screen.tabs.all.filter {
            TerminalWording.farewell($0.session, isBusy: isBusy($0.id), hasText: false) != nil
        }
        return endings.count > 1
            ? TerminalWording.farewell(endings.count, hasText: hasText)
            : TerminalWording.farewell(endings.first?.session, hasText: hasText)
    }

    private func isBusy(_ id: TerminalTabID) -> Bool {
        view?.isBusy(id) ?? false
    }
}

extension TerminalPresenter {
    public func openFind() {
        guard screen.tabs.current.session != nil else {
            return
        }
        update { $0.find.isOpen = true }
        view?.focusFind()
    }

    public func find(_ command: FindCommand) {
        switch command {
        case .close where screen.find.isOpen:
            view?.endSearch(in: screen.tabs.front)
            update { screen in
                screen.find.isOpen = false
                screen.find.result = .none
            }
            view?.leaveFind()
        case .find(let words):
            if words != screen.find.text {
                search(for: words)
            }
        case .next(let words): search(for: words, .down)
        case .previous(let words): search(for: words, .up)
        case .matchCase(let isCaseSensitive):
            update { $0.find.isCaseSensitive = isCaseSensitive }
            search(for: screen.find.text)
        case .open, .close, .replace, .replaceAll: break
        }
    }

    /// - Parameter direction: nil for a new search. It goes upwards, because the lines at the bottom are the latest.
    private func search(for words: String, _ direction: TerminalSearch.Direction? = nil) {
        let isNew = direction == nil || words != screen.find.text || screen.find.result == .none
        update { $0.find.text = words }
        guard screen.find.isOpen, let view else {
            return
        }
        guard let search = screen.find.search(isNew ? .up : direction ?? .up, isNew: isNew) else {
            view.endSearch(in: screen.tabs.front)
            update { $0.find.result = $0.find.text.isEmpty ? .none : .tooLong }
            return
        }
        let isFound = view.search(search, in: screen.tabs.front)
        update { $0.find.result = isFound ? .found : .missing }
    }
}
