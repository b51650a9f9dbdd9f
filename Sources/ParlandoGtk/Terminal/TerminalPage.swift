import CGtk
public import ParlandoCore
public import ParlandoPresenters

/// The terminal page in GTK: shows the states that its presenter sends and reports what the user does.
@MainActor public final class TerminalPage {
    public weak var presenter: TerminalPresenter?
    public weak var window: MainWindow?

    public let root = Box.column()
    var shown: TerminalViewState?
    let strip = TabStrip()
    let head = TerminalHead()
    let find = FindBar(name: tr("Find in Terminal"))
    let panes: TerminalPanes
    let list = ConnectionList()
    let content = Element(gtk_stack_new())
    let foot = TerminalFoot()
    let toasts = Toasts()
    let banner = BannerStrip()
    let progress = ProgressStrip()
    public private(set) lazy var commands = makeCommands()
    /// Retained while it is open.
    var dialog: ConnectionDialog?
    /// Whether closing the search bar moves the focus to the dictated text, and not to the terminal.
    var returnsToPreview = false

    /// Call on the application's activation at the earliest.
    ///
    /// - Parameter environment: that with which this program was started, without what it has set itself.
    public init(environment: [String: String]) {
        panes = TerminalPanes(environment: TerminalEnvironment.variables(from: environment))
        let column = Box.column()
        column.append(head, find, panes)
        content.addPages(("list", list), ("terminal", column))
        gtk_stack_set_vhomogeneous(content.opaque, 0)
        content.expand(vertical: true)
        let tabs = Box.column()
        tabs.append(strip, content)
        toasts.setChild(tabs)
        root.append(banner, progress, toasts, foot)
        list.page = self
        connect()
    }

    private func connect() {
        foot.previews.onEdit = { [weak self] content, tab in self?.presenter?.edit(content, in: tab) }
        foot.voice.onClick { [weak self] in self?.press() }
        foot.send.onClick { [weak self] in self?.pressSend() }
        foot.discard.onClick { [weak self] in self?.presenterAfterEdits()?.discard() }
        head.back.onClick { [weak self] in self?.presenterAfterEdits()?.goBack() }
        head.find.onClick { [weak self] in self?.presenterAfterEdits()?.openFind() }
        head.newTab.onClick { [weak self] in self?.presenterAfterEdits()?.openTab() }
        strip.onCommand = { [weak self] tab, isClose in
            let presenter = self?.presenterAfterEdits()
            if isClose {
                presenter?.closeTab(tab)
            } else {
                presenter?.selectTab(tab)
            }
        }
        find.onCommand = { [weak self] command in self?.presenterAfterEdits()?.find(command) }
        banner.onAction { [weak self] kind in
            if kind == .saveRecording {
                self?.saveRecording()
            } else {
                self?.presenterAfterEdits()?.press(kind)
            }
        }
        progress.onCancel { [weak self] in self?.presenterAfterEdits()?.cancelProgress() }
        root.reference.connect("map") { [weak self] in self?.focus() }
    }

    private func saveRecording() {
        FileDialog.saveRecording(over: root).choose(showToast) { [weak self] path in
            self?.presenterAfterEdits()?.saveRecording(to: path)
        }
    }

    func focusPreview() {
        foot.preview.text.grabFocus()
    }

    func pressSend() {
        presenterAfterEdits()?.send()
    }

    /// Reports edits first, because the user typed before pressing.
    func presenterAfterEdits() -> TerminalPresenter? {
        foot.preview.text.tellEdits()
        return presenter
    }
}

extension TerminalPage: DictatingPage {
    public var isDictating: Bool { shown?.voice != .start }

    public func perform(_ command: DictationCommand, _ choice: DictationChoice) -> String? {
        presenterAfterEdits()?.receive(command, choice)
    }

    public func talk(isHeld: Bool) {
        presenterAfterEdits()?.talk(isHeld: isHeld)
    }
}

extension TerminalPage: Page {
    public var name: String { "terminal" }
    public var title: String { tr("Terminal") }
    public var icon: String { "utilities-terminal-symbolic" }
    public var listener: MicrophoneUser? { .terminal }
    public var dictating: (any DictatingPage)? { self }

    public func press() {
        presenterAfterEdits()?.pressVoice()
    }

    public var farewell: PageQuestion? {
        presenterAfterEdits()?.farewell
    }

    public var isAtRisk: Bool {
        shown?.hasText ?? false
    }

    public func focus() {
        if shown?.isOpen == true {
            focusTerminal()
        }
    }
}

extension TerminalPage: TerminalView {
    public func render(_ state: TerminalViewState) {
        let former = shown
        let change = Change(old: former, new: state)
        shown = state
        if former?.tabs != state.tabs || former?.front != state.front {
            strip.show(state.tabs, front: state.front)
            foot.previews.show(state.front, among: state.tabs.map(\.id))
            // If there is only one tab, these keys go to the program in the terminal.
            for name in ["next-tab", "previous-tab"] {
                commands.enable(name, state.tabs.count > 1)
            }
        }
        panes.show(state.front)
        change.on(\.connections) { list.show($0) }
        change.on(\.isOpen) { content.showPage($0 ? "terminal" : "list") }
        change.on(\.title) { head.show(title: $0) }
        change.on(\.connection) { head.connection.text = $0 }
        change.on(\.looks) { panes.show($0) }
        change.on(\.find) { find.show($0) }
        change.on(\.banner) { banner.show($0) }
        change.on(\.progress) { progress.show($0) }
        // After a change of tabs the field may be out of date, so all of it is updated.
        showPreview(Change(old: former?.front == state.front ? former : nil, new: state))
        change.on(\.canSend) { foot.send.isSensitive = $0 }
        change.on(\.canDiscard) { foot.discard.isSensitive = $0 }
        change.on(\.voice) { foot.voice.show($0) }
        change.on(\.voiceLabel) { foot.voice.setTooltip($0) }
        change.on(\.isVoiceEnabled) { foot.voice.isSensitive = $0 }
        change.on(\.isRecording) { foot.voice.show(isRecording: $0) }
        change.on(\.status) { foot.status.show($0) }
        window?.updateInhibition()
    }

    private func showPreview(_ change: Change<TerminalViewState>) {
        change.on(\.isPreviewEditable) { foot.preview.text.isEditable = $0 }
        change.on(\.preview) { foot.preview.show($0) }
        change.on(\.previewHint) { foot.preview.hint.text = $0 }
    }

    public func run(_ command: [String], in tab: TerminalTabID) {
        panes.run(command, in: tab, for: self)
        if let front = shown?.front {
            panes.show(front)
        }
        focusTerminal()
    }

    public func end(_ tab: TerminalTabID) {
        panes.end(tab)
    }

    public func input(in tab: TerminalTabID) -> TerminalInput? {
        panes[tab]?.terminal?.input
    }

    public func isBusy(_ tab: TerminalTabID) -> Bool {
        panes[tab]?.terminal?.isBusy ?? false
    }

    public func paste(_ text: String, into tab: TerminalTabID) {
        panes[tab]?.terminal?.paste(text)
    }

    public func search(_ search: TerminalSearch, in tab: TerminalTabID) -> Bool {
        panes[tab]?.terminal?.find(search) ?? false
    }

    public func endSearch(in tab: TerminalTabID) {
        panes[tab]?.terminal?.endSearch()
    }

    public func focusTerminal() {
        panes.front?.terminal?.grabFocus()
    }

    public func focusTab() {
        guard isShown else {
            return
        }
        if shown?.isOpen == true {
            focusTerminal()
        } else {
            list.focus()
        }
    }

    public func focusFind() {
        if !find.hasFocus {
            returnsToPreview = foot.preview.hasFocus
        }
        find.focus()
    }

    public func leaveFind() {
        returnsToPreview ? focusPreview() : focusTerminal()
    }

    public func edit(_ form: ConnectionForm) {
        let dialog = ConnectionDialog(form, over: root)
        self.dialog = dialog
        dialog.present { [weak self] form in self?.presenterAfterEdits()?.save(form) }
    }

    public func showToast(_ text: String) {
        toasts.showToast(text)
    }
}

extension TerminalPage: TerminalWidgetDelegate {
    func terminalWidget(in tab: TerminalTabID, didReport event: TerminalEvent) {
        presenterAfterEdits()?.receive(event, in: tab)
    }

    func terminalWidget(in tab: TerminalTabID, hasFocus: Bool) {
        window?.setInTerminal(hasFocus)
    }
}

extension TerminalPage {
    func askToRemove(_ entry: ListEntry) {
        Task {
            let question = PageQuestion(tr("Remove Connection?"), entry.title, goOn: tr("Remove"), isLoss: true)
            if await ask(question) {
                presenterAfterEdits()?.removeConnection(entry.id)
            }
        }
    }
}

extension TerminalPage {
    func makeCommands() -> PageCommands {
        PageCommands([
            PageCommands.Group(
                title: title,
                commands: [
                    .round(tr("Start or Stop"), button: foot.voice),
                    Command("send", tr("Send to Terminal"), ["<Control>Return"], button: foot.send) { [weak self] in
                        self?.pressSend()
                    },
                ]),
            tabGroup, findGroup,
            PageCommands.Group(
                title: tr("When the Terminal Is Focused"),
                commands: [
                    .listed(tr("Start or Stop Dictating"), "<Control><Shift>r"),
                    inTerminal("edit", tr("Edit Dictated Text"), ["<Control><Shift>e"]) { $0.focusPreview() },
                    inTerminal("copy", tr("Copy"), ["<Control><Shift>c"]) { $0.terminal?.copy() },
                    inTerminal("paste", tr("Paste"), ["<Control><Shift>v"]) { $0.terminal?.pasteClipboard() },
                    inTerminal("select-all", tr("Select All"), ["<Control><Shift>a"]) {
                        $0.terminal?.selectAll()
                    },
                    inTerminal("zoom-in", tr("Zoom In"), ["<Control>plus", "<Control>equal", "<Control>KP_Add"]) {
                        $0.terminal?.zoom(by: 1.2)
                    },
                    inTerminal("zoom-out", tr("Zoom Out"), ["<Control>minus", "<Control>KP_Subtract"]) {
                        $0.terminal?.zoom(by: 1 / 1.2)
                    },
                    inTerminal("zoom-usual", tr("Normal Text Size"), ["<Control>0", "<Control>KP_0"]) {
                        $0.terminal?.zoomToUsual()
                    },
                    inTerminal("open-link") { $0.panes.front?.openLink() },
                    inTerminal("copy-link") { $0.panes.front?.copyLink() },
                    .listed(
                        tr("Switch Pages"), "<Alt>1...4",
                        note: tr("To send Alt+digit to the shell, press Escape, then the digit")),
                ]),
        ])
    }

    private var tabGroup: PageCommands.Group {
        PageCommands.Group(
            title: tr("Tabs"),
            commands: [
                command("new-tab", tr("New Tab"), ["<Control><Shift>t"], head.newTab) { $0.openTab() },
                command("close-tab", tr("Close Tab"), ["<Control><Shift>w"]) { $0.closeTab() },
                command("next-tab", tr("Next Tab"), ["<Control>Page_Down"]) { $0.stepTab(by: 1) },
                command("previous-tab", tr("Previous Tab"), ["<Control>Page_Up"]) { $0.stepTab(by: -1) },
            ])
    }

    private var findGroup: PageCommands.Group {
        PageCommands.Group(
            title: tr("Find"),
            commands: [
                command("find", tr("Find in Terminal"), ["<Control><Shift>f"], head.find) { $0.openFind() },
                .listed(tr("Next Match"), "<Control>g"),
                .listed(tr("Previous Match"), "<Control><Shift>g"),
                .listed(tr("Close Search"), "Escape"),
            ])
    }

    private func command(
        _ action: String, _ title: String, _ keys: [String], _ button: Button? = nil,
        _ body: @escaping @MainActor (TerminalPresenter) -> Void
    ) -> Command {
        Command(action, title, keys, button: button) { [weak self] in
            if let presenter = self?.presenterAfterEdits() {
                body(presenter)
            }
        }
    }

    private var terminal: TerminalWidget? {
        panes.front?.terminal
    }

    private func inTerminal(
        _ action: String, _ title: String? = nil, _ keys: [String] = [],
        _ body: @escaping @MainActor (TerminalPage) -> Void
    ) -> Command {
        Command(action, title, keys, in: .terminal) { [weak self] in self.map(body) }
    }
}
