import CGtk
public import ParlandoCore
public import ParlandoPresenters

/// The dictation page.
@MainActor public final class DictationPage {
    /// Receives the user's actions.
    public weak var presenter: DictationPresenter? {
        didSet {
            controls.bar.pill.presenter = presenter
        }
    }
    /// Receives the switch that leaves a dictation out of the history.
    public weak var privacyPresenter: PrivateDictationPresenter? {
        didSet {
            controls.bar.pill.privacyPresenter = privacyPresenter
        }
    }
    /// Receives the user's actions at the first start.
    public weak var firstStartPresenter: FirstStartPresenter?
    public weak var window: MainWindow? {
        didSet {
            for mark in [window?.filesMark.button, window?.microphone.button] {
                mark?.reference.connect("notify::visible") { [weak self] in
                    self.map { $0.showHeaderButtons($0.isShown) }
                }
            }
        }
    }

    public let root = Box.column()
    /// All but the first-start page.
    let column = Box.column()
    var firstStart: FirstStartPage?
    var firstState = FirstStartViewState()
    /// Toasts over the controls would cover the buttons that are needed most.
    private let toasts = Toasts()
    private let banner = BannerStrip()
    private let progress = ProgressStrip()
    private let text = TranscriptText()
    private lazy var find = FindBar(name: tr("Find in Text"), text.found, canReplace: true)
    private let scroller: TranscriptScroller
    private let empty = Element.statusPage(icon: "parlando-speech-symbolic")
    private let content = Element(gtk_stack_new())
    private let legend = Label.centred("dim-label", "caption", "legend")
    private let controls = Controls()
    private lazy var readings = ReadingsPopover(over: root)
    private let new = Button(icon: "document-new-symbolic", tooltip: tr("New"))
    private let open = Button(icon: "document-open-symbolic", tooltip: tr("Transcribe Files…"))
    private let buttons = Element(gtk_stack_new())
    public let headerItem: Box? = Box.row()
    private var shown: DictationViewState?
    private lazy var lent = LentClipboard(of: root)
    public private(set) lazy var commands = makeCommands()

    /// Call after GTK has started.
    public init() {
        scroller = TranscriptScroller(text)
        makeContent()
        toasts.setChild(content)
        legend.isVisible = false
        column.append(banner, progress, find, toasts, legend, controls)
        root.append(column)
        new.setAction("dictation.new")
        open.setAction("dictation.open")
        let pair = Box.row(spacing: 6)
        pair.append(new, open)
        buttons.addPages(("buttons", pair), ("room", Box.row()))
        headerItem?.append(buttons)
        connect()
    }

    /// They are hidden on the first-start page: a narrow window with large text has no room for them beside the
    /// microphone indicator. Nothing in the header bar moves: other pages keep an empty room, the microphone indicator
    /// there takes the place of *New*, and the button of the files that of *Transcribe Files*.
    func showHeaderButtons(_ isInFront: Bool) {
        new.isVisible = !firstState.isShown && (isInFront || window?.microphone.button.isVisible != true)
        open.isVisible = !firstState.isShown && window?.filesMark.button.isVisible != true
        headerItem?.isVisible = new.isVisible || open.isVisible
        buttons.showPage(isInFront ? "buttons" : "room")
    }

    private func makeContent() {
        gtk_stack_set_transition_type(content.opaque, GTK_STACK_TRANSITION_TYPE_CROSSFADE)
        content.addPages(("empty", empty), ("text", Element.clamp(scroller, width: 800)))
        content.expand(vertical: true)
        let menu = Reference(owned: g_menu_new())
        g_menu_append(menu.opaque, tr("_Find"), "dictation.find")
        gtk_text_view_set_extra_menu(text.reference.cast(), menu.cast())
    }

    private func connect() {
        root.reference.connect("map") { [weak self] in self?.showHeaderButtons(true) }
        root.reference.connect("unmap") { [weak self] in self?.showHeaderButtons(false) }
        controls.record.onClick { [weak self] in self?.press() }
        controls.pause.onClick { [weak self] in self?.pressPause() }
        toasts.onCover = { [weak self] isCovered in self?.scroller.makeRoom(forToast: isCovered) }
        text.onEdit = { [weak self] content in
            self?.toasts.withdraw(afterEdit: true)
            self?.presenter?.edit(content)
        }
        text.onPressDoubtful = { [weak self] position in self?.presenterAfterEdits()?.offerReadings(at: position) }
        find.onCommand = { [weak self] command in self?.presenterAfterEdits()?.find(command) }
        readings.onEvent = { [weak self] event in self?.receive(event) }
        controls.bar.clean.onChoose = { [weak self] task in
            if let self {
                presenterAfterEdits()?.clean(task, text.selection)
            }
        }
        banner.onAction { [weak self] kind in
            if kind == .saveRecording {
                self?.saveRecording()
            } else {
                self?.presenterAfterEdits()?.press(kind)
            }
        }
        progress.onCancel { [weak self] in self?.presenterAfterEdits()?.cancelProgress() }
    }

    private func makeCommands() -> PageCommands {
        let bar = controls.bar
        return PageCommands([
            PageCommands.Group(
                title: title,
                commands: [
                    .round(tr("Start or Stop"), button: controls.record.button),
                    .pause(tr("Pause or Resume"), button: controls.pause),
                    Command("open", tr("Transcribe Files"), ["<Control>o"], button: open) { [weak self] in
                        if let self {
                            window?.files?.choose(over: root)
                        }
                    },
                ]),
            PageCommands.Group(
                title: tr("Text"),
                commands: [
                    command("copy", tr("Copy All"), ["<Control><Shift>c"], bar.copy) { $0.copy() },
                    Command("save", tr("Save to File"), ["<Control>s"], button: bar.save) { [weak self] in
                        self?.save()
                    },
                    Command("undo", tr("Undo"), ["<Control>z"], button: bar.undo) { [weak self] in
                        self?.presenterBeforeStep()?.undo()
                    },
                    Command("redo", tr("Redo"), ["<Control><Shift>z"], button: bar.redo) { [weak self] in
                        self?.presenterBeforeStep()?.redo()
                    },
                    Command("readings", tr("Alternatives to a Word"), ["<Control>period"]) { [weak self] in
                        if let self {
                            presenterAfterEdits()?.offerReadings(at: text.position)
                        }
                    },
                    command("new", tr("New Page"), ["<Control>n"], new) { $0.beginAnew() },
                    .listed(tr("Jump to End"), "<Control>End"),
                ]),
            findGroup,
        ])
    }

    private var findGroup: PageCommands.Group {
        PageCommands.Group(
            title: tr("Find"),
            commands: [
                Command("find", tr("Find in Text"), ["<Control>f"]) { [weak self] in self?.find.open() },
                Command("replace", tr("Find and Replace"), ["<Control><Shift>f"]) { [weak self] in
                    self?.find.open()
                    self?.find.toggleReplacing()
                },
                Command("find-next", tr("Next Match"), ["<Control>g", "F3"]) { [weak self] in self?.find.goOn() },
                Command("find-previous", tr("Previous Match"), ["<Control><Shift>g", "<Shift>F3"]) { [weak self] in
                    self?.find.goBack()
                },
                .listed(tr("Close Search"), "Escape"),
            ])
    }

    private func command(
        _ action: String, _ title: String, _ keys: [String], _ button: Button,
        _ body: @escaping @MainActor (DictationPresenter) -> Void
    ) -> Command {
        Command(action, title, keys, button: button) { [weak self] in
            if let presenter = self?.presenterAfterEdits() {
                body(presenter)
            }
        }
    }

    /// Reports edits, and lets the cursor move to the next change of the text.
    private func presenterBeforeStep() -> DictationPresenter? {
        text.tellEdits()
        toasts.withdraw()
        text.followNextChange()
        return presenter
    }

    /// Reports edits, because the user typed before pressing.
    private func presenterAfterEdits() -> DictationPresenter? {
        text.tellEdits()
        return presenter
    }

    private func saveRecording() {
        FileDialog.saveRecording(over: root).choose(showToast) { [weak self] path in
            self?.presenterAfterEdits()?.saveRecording(to: path)
        }
    }

    private func save() {
        FileDialog.saveTranscript(over: root).choose(showToast) { [weak self] path in
            self?.presenterAfterEdits()?.save(to: path)
        }
    }

    private func receive(_ event: ReadingsPopover.Event) {
        switch event {
        case .write(let text): replaceWord(with: text)
        case .play: presenterAfterEdits()?.playWord()
        case .close:
            presenterAfterEdits()?.closeReadings()
            text.grabFocus()
        }
    }

    /// Then the cursor is at the word, and the focus in the text.
    private func replaceWord(with words: String) {
        let place = shown?.readings?.place.lowerBound
        presenterAfterEdits()?.writeReading(words)
        if let place {
            text.placeCursor(at: place)
        }
        text.grabFocus()
    }
}

extension DictationPage: DictatingPage {
    public var isDictating: Bool { shown?.button != .start }

    public func perform(_ command: DictationCommand, _ choice: DictationChoice) -> String? {
        presenterAfterEdits()?.receive(command, choice)
    }

    public func talk(isHeld: Bool) {
        presenterAfterEdits()?.talk(isHeld: isHeld)
    }
}

extension DictationPage: Page {
    public var name: String { "dictation" }
    public var title: String { tr("Dictation") }
    public var icon: String { "audio-input-microphone-symbolic" }
    public var listener: MicrophoneUser? { .dictation }
    public var dictating: (any DictatingPage)? { self }

    public func press() {
        guard !firstState.isShown else {
            firstStartPresenter?.begin()
            return
        }
        presenterAfterEdits()?.pressButton()
    }

    public func pressPause() {
        presenterAfterEdits()?.pressPause()
    }

    public var farewell: PageQuestion? {
        text.tellEdits()
        return shown?.farewell
    }

    public var isAtRisk: Bool {
        shown?.farewell != nil
    }

    public func focus() {
        if firstState.isShown {
            firstStart?.begin.grabFocus()
        } else {
            controls.record.focus()
        }
    }

    public func prepareToLeave() async {
        text.tellEdits()
        await presenter?.prepareToClose()
    }

    public func leave(discards: Bool) async {
        if discards {
            await presenter?.discardSession()
        }
    }

    public func saveBeforeLeaving() async -> Bool {
        await presenter?.finishSession()
        guard let presenter, shown?.farewell != nil else {
            return true
        }
        let isRecording = shown?.banner?.alternative?.kind == .saveRecording
        let dialog = isRecording ? FileDialog.saveRecording(over: root) : .saveTranscript(over: root)
        guard let path = await dialog.path(showToast) else {
            return false
        }
        return await presenter.saveLast(to: path)
    }
}

extension DictationPage: DictationView {
    public func render(_ state: DictationViewState) {
        let change = Change(old: shown, new: state)
        shown = state
        renderControls(change)
        renderText(change)
        change.on(\.banner) { banner.show($0) }
        change.on(\.progress) { progress.show($0) }
        change.on(\.canUndo) { commands.enable("undo", $0) }
        change.on(\.canRedo) { commands.enable("redo", $0) }
        change.on(\.canBeginAnew) { commands.enable("new", $0) }
        change.on(\.canCopy) { hasText in
            for name in ["copy", "save", "find", "replace", "find-next", "find-previous"] {
                commands.enable(name, hasText)
            }
        }
        window?.updateInhibition()
    }

    private func renderControls(_ change: Change<DictationViewState>) {
        change.on(\.button) { controls.record.show($0) }
        change.on(\.buttonLabel) { controls.record.show(label: $0) }
        change.on(\.level) { controls.record.show(level: $0) }
        change.on(\.pause) { controls.pause.show(pause: $0) }
        change.on(\.pauseLabel) { controls.pause.setTooltip($0) }
        change.on(\.elapsed) { controls.elapsed.text = $0 }
        change.on(\.status) { controls.status.show($0) }
        controls.bar.pill.show(change)
        change.on(\.tasks) { controls.bar.clean.show($0) }
        change.on(\.canClean) { controls.bar.clean.isSensitive = $0 }
    }

    private func renderText(_ change: Change<DictationViewState>) {
        change.on(\.isEditable) { text.isEditable = $0 }
        change.on(\.paragraphs) { paragraphs in
            text.show(paragraphs)
            find.show(change.new.find)
        }
        change.on(\.paragraphs.isEmpty) { content.showPage($0 ? "empty" : "text") }
        let begins = change.old?.button == .start && change.new.button != .start
        if begins {
            toasts.withdraw(afterEdit: true)
        }
        // Whoever begins a session or a page wants to see its words, wherever they were reading.
        if change.new.paragraphs.isEmpty || begins {
            scroller.followEnd()
        }
        change.on(\.find) { find.show($0) }
        change.on(\.readings) { show($0) }
        change.on(\.legend) { legend.show($0) }
        change.on(\.emptyTitle) { adw_status_page_set_title(empty.opaque, $0) }
        change.on(\.emptyText) { empty.reference.setStatusDescription($0) }
    }

    private func show(_ shown: DictationViewState.Readings?) {
        readings.show(shown, at: shown.map { text.area(of: $0.place, in: root) } ?? GdkRectangle())
    }

    public func showToast(_ text: String) {
        if firstState.isShown {
            window?.toasts.showToast(text)
        } else {
            toasts.showToast(text)
        }
    }

    public func offerUndo(_ text: String) {
        toasts.offer(tr("Undo"), text) { [weak self] in self?.presenterBeforeStep()?.undo() }
    }

    public func offerToRemember(_ question: String?) {
        toasts.offerToRemember(question) { [weak self] in self?.presenter?.rememberWord() }
    }

    public func openHistory(at id: String) {
        window?.openHistory(at: id)
    }

    public var isInFront: Bool {
        window?.isActive ?? false
    }

    public func prepareClipboard() {
        lent.prepare()
    }

    public func lendClipboard(to text: String) async {
        await lent.lend(to: text)
    }

    public func giveClipboardBack() {
        lent.giveBack()
    }
}

extension DictationPage: PrivateDictationView {
    public func render(_ state: PrivateDictationState) {
        controls.bar.pill.show(state)
    }
}
