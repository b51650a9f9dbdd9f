import CGtk
import CGtkShim
public import ParlandoCore
public import ParlandoPresenters

/// The translator page in GTK.
@MainActor public final class TranslatorPage {
    /// Decides what the page shows.
    public weak var presenter: TranslatorPresenter?
    public weak var window: MainWindow?

    public let root = Box.column()
    private let toasts = Toasts()
    private let banner = BannerStrip()
    private let languages = LanguageBar()
    private let clear = Button(icon: "edit-clear-all-symbolic", tooltip: tr("Clear"), classes: ["flat"])
    private let counter = Label(classes: ["caption", "numeric", "counter"])
    private let translate = Button(label: "", classes: ["suggested-action", "pane-button"])
    private let again = Button(icon: "view-refresh-symbolic", tooltip: tr("Translate Again"), classes: ["flat"])
    private let save = Button(icon: "document-save-symbolic", tooltip: tr("Save as Audio…"), classes: ["flat"])
    private let chip = Chip()
    private let source: TranslatorPane
    private let target: TranslatorPane
    private let foot = TranslatorFoot()
    private let setup = TranslatorSetupPanel()
    private let waiting = WaitingTexts()
    private var isWindowWatched = false
    public private(set) lazy var commands = makeCommands()
    private var shown: TranslatorViewState?

    /// Call after GTK has started, on the application's activation at the earliest.
    public init() {
        source = TranslatorPane(copyTooltip: tr("Copy Text"), extras: [clear, counter, translate])
        target = TranslatorPane(copyTooltip: tr("Copy Translation"), extras: [again, save], note: chip)
        counter.isVisible = false
        let panes = Box.row(classes: ["panes"])
        panes.append(source, target)
        parlando_use_pair_layout(panes.widget, 620, 12)
        panes.expand(horizontal: true, vertical: true)
        let content = Box.column()
        content.append(languages, setup, panes, waiting)
        let clamp = Element.clamp(content, width: 1200)
        adw_clamp_set_tightening_threshold(clamp.opaque, 1100)
        clamp.expand(vertical: true)
        // With large text in a small window not everything has room at once.
        let scroller = Element.scroller(clamp)
        toasts.setChild(scroller)
        toasts.expand(vertical: true)
        root.append(banner, toasts, foot)
        connect()
    }

    private func connect() {
        source.text.onEdit = { [weak self] text in self?.presenter?.edit(text) }
        for (side, pane) in [(TranslatorSide.source, source), (.target, target)] {
            pane.listen.onClick { [weak self] in self?.presenterAfterEdits()?.pressListen(on: side) }
            pane.stop.onClick { [weak self] in self?.presenterAfterEdits()?.stopSpeech() }
            pane.copy.onClick { [weak self] in self?.presenterAfterEdits()?.copy(side) }
        }
        for (side, button) in [(TranslatorSide.source, languages.source), (.target, languages.target)] {
            button.list.onChoose = { [weak self] code in self?.presenterAfterEdits()?.chooseLanguage(code, on: side) }
            button.list.onChoosePair = { [weak self] name in self?.presenterAfterEdits()?.choosePair(name) }
        }
        languages.swap.onClick { [weak self] in self?.presenterAfterEdits()?.swap() }
        clear.onClick { [weak self] in self?.presenterAfterEdits()?.clear() }
        translate.onClick { [weak self] in self?.presenterAfterEdits()?.pressTranslate() }
        again.onClick { [weak self] in self?.presenterAfterEdits()?.translateAnew() }
        save.onClick { [weak self] in self?.saveSound() }
        foot.record.onClick { [weak self] in self?.press() }
        foot.speaks.onToggle { [weak self] isOn in self?.presenterAfterEdits()?.setSpeaks(isOn) }
        foot.conversation.onToggle { [weak self] isOn in self?.presenterAfterEdits()?.setConversation(isOn) }
        foot.history.setAction(SharedKey.history.action)
        chip.onClick { [weak self] in self?.openPreferences(.translator) }
        banner.onAction { [weak self] kind in self?.presenterAfterEdits()?.press(kind) }
        setup.group.onPressModel = { [weak self] _, id in self?.presenter?.chooseService(id) }
        setup.enter.onClick { [weak self] in self?.presenter?.setUp() }
        waiting.cancel.onClick { [weak self] in self?.presenter?.cancelWaiting() }
        root.reference.connect("map") { [weak self] in
            self?.watchWindow()
            self?.focus()
            self?.presenter?.appear()
        }
        root.reference.connect("unmap") { [weak self] in self?.presenter?.disappear() }
    }

    /// The user may have installed a package in another window, so the presenter is told when this one comes to the
    /// front.
    private func watchWindow() {
        guard !isWindowWatched, let front = root.hostWindow else {
            return
        }
        isWindowWatched = true
        Reference(front).connect("notify::is-active") { [weak self] in self?.frontDidTurn() }
    }

    private func frontDidTurn() {
        if gtk_window_is_active(root.hostWindow) != 0, gtk_widget_get_mapped(root.widget) != 0 {
            presenter?.comeToFront()
        }
    }

    private func makeCommands() -> PageCommands {
        PageCommands([
            PageCommands.Group(
                title: title,
                commands: [
                    .round(tr("Speak or Stop"), button: foot.record.button),
                    command("translate", tr("Translate"), ["<Control>Return", "<Control>KP_Enter"]) {
                        $0.pressTranslate()
                    },
                    command("swap", tr("Swap Languages"), ["<Control><Shift>s"], languages.swap) { $0.swap() },
                    command("listen", tr("Listen to Translation"), ["<Control>l"], target.listen) {
                        $0.pressListen(on: .target)
                    },
                    command("copy", tr("Copy Translation"), ["<Control><Shift>c"], target.copy) { $0.copy(.target) },
                    Command("save", tr("Save as Audio"), ["<Control>s"], button: save) { [weak self] in
                        self?.saveSound()
                    },
                    .history(button: foot.history),
                    command("cancel", tr("Stop"), ["Escape"]) { $0.cancelStage() },
                ])
        ])
    }

    private func command(
        _ action: String, _ title: String, _ keys: [String], _ button: Button? = nil,
        _ body: @escaping @MainActor (TranslatorPresenter) -> Void
    ) -> Command {
        Command(action, title, keys, button: button) { [weak self] in
            if let presenter = self?.presenterAfterEdits() {
                body(presenter)
            }
        }
    }

    // MARK: Reporting

    /// Edits are reported first, because the user typed before pressing.
    private func presenterAfterEdits() -> TranslatorPresenter? {
        source.text.view.tellEdits()
        return presenter
    }

    private func saveSound() {
        let dialog = FileDialog.save(
            tr("Save Translation as Audio"), name: tr("Translation") + ".wav", formats: [.wave], over: root)
        dialog.choose(showToast) { [weak self] path in self?.presenterAfterEdits()?.saveSound(to: path) }
    }
}

extension TranslatorPage: Page {
    public var name: String { "translator" }
    public var title: String { tr("Translator") }
    public var icon: String { "preferences-desktop-locale-symbolic" }
    public var listener: MicrophoneUser? { .translator }

    public func press() {
        presenterAfterEdits()?.pressButton()
    }

    public var farewell: PageQuestion? {
        source.text.view.tellEdits()
        return shown?.farewell
    }

    public var isAtRisk: Bool {
        shown?.farewell != nil
    }

    public func saveBeforeLeaving() async -> Bool {
        guard let path = await FileDialog.saveTranslation(over: root).path(showToast) else {
            return false
        }
        return await presenter?.saveTexts(to: path) ?? false
    }

    public func focus() {
        // Deferred: after showing a page, the view stack moves the focus itself.
        Task { [weak self] in self?.source.text.focus() }
    }
}

extension TranslatorPage: TranslatorView {
    public func render(_ state: TranslatorViewState) {
        let change = Change(old: shown, new: state)
        shown = state
        languages.show(change)
        change.on(\.setup) { setup.show($0) }
        change.on(\.queue) { waiting.show($0) }
        source.show(Change(old: change.old?.source, new: state.source))
        target.show(Change(old: change.old?.target, new: state.target))
        foot.show(change)
        change.on(\.translateLabel) { translate.setLabel($0) }
        change.on(\.isTranslateStop) { translate.setClass("suggested-action", !$0) }
        change.on(\.canTranslate) { translate.isSensitive = $0 }
        change.on(\.counter) { counter.show($0) }
        change.on(\.chip) { chip.show($0, tooltip: state.chipTooltip) }
        change.on(\.isTooLong) { counter.setClass("error", $0) }
        change.on(\.canClear) { clear.isSensitive = $0 }
        change.on(\.canTranslateAnew) { again.isVisible = $0 }
        change.on(\.canSaveSound) { save.isSensitive = $0 }
        change.on(\.isConversation) { isLarge in
            source.text.show(isLarge: isLarge)
            target.text.show(isLarge: isLarge)
        }
        change.on(\.banner) { banner.show($0) }
        change.on(\.canTranslate) { commands.enable("translate", $0) }
        change.on(\.canCancel) { commands.enable("cancel", $0) }
        change.on(\.canSwap) { commands.enable("swap", $0) }
        change.on(\.target.canCopy) { commands.enable("copy", $0) }
        change.on(\.canSaveSound) { commands.enable("save", $0) }
        change.on(\.target.canListen) { commands.enable("listen", $0) }
        window?.updateInhibition()
    }

    public func showToast(_ text: String) {
        toasts.showToast(text)
    }

    public func focusSource() {
        source.text.focus()
    }
}

/// The controls at the bottom of the translator page.
@MainActor final class TranslatorFoot: Widget {
    let reference: Reference
    let record = RecordButton(
        startIcon: "audio-input-microphone-symbolic", ringSide: 96, loudness: tr("Voice Level"))
    let history = Button(icon: "document-open-recent-symbolic", tooltip: tr("History"), classes: ["flat", "circular"])
    let conversation = ToggleButton(
        icon: "system-users-symbolic", tooltip: tr("Conversation"), classes: ["flat", "circular"])
    let speaks = ToggleButton(
        icon: "audio-speakers-symbolic", tooltip: tr("Speak Translations"), classes: ["flat", "circular"])
    let status = StatusLine()

    init() {
        let column = Box.column(classes: ["controls"])
        reference = column.reference
        let (left, right) = (Self.side([history, conversation]), Self.side([speaks]))
        column.append(record.makeRow(between: left, and: right), record.label, status)
    }

    private static func side(_ widgets: [any Widget]) -> Box {
        let box = Box.row(spacing: 6)
        box.align(GTK_ALIGN_CENTER, GTK_ALIGN_CENTER)
        for widget in widgets {
            box.append(widget)
        }
        return box
    }

    func show(_ change: Change<TranslatorViewState>) {
        change.on(\.button) { record.show($0) }
        change.on(\.buttonLabel) { record.show(label: $0) }
        change.on(\.level) { record.show(level: $0) }
        change.on(\.isConversation) { conversation.show($0) }
        change.on(\.speaks) { speaks.show($0) }
        change.on(\.status) { status.show($0) }
    }
}

/// Shown on the empty page as long as the chosen service cannot be used.
@MainActor final class TranslatorSetupPanel: Panel {
    let box = Box.column(spacing: 12)
    let enter = Button(label: "", classes: ["suggested-action", "pill"])
    let group = ModelGroup(tr("Choose a Translation Service"), isChoice: true, namesModels: false)
    private let need = Label.centred()
    private let command = Label.centred("monospace")
    private let link = Element(gtk_link_button_new(""))

    init() {
        gtk_label_set_selectable(command.opaque, 1)
        enter.align(GTK_ALIGN_CENTER)
        link.align(GTK_ALIGN_CENTER)
        box.setMargins(horizontal: 12, top: 12, bottom: 12)
        box.append(group, need, command, enter, link)
    }

    func show(_ setup: TranslatorSetup?) {
        isVisible = setup != nil
        guard let setup else {
            return
        }
        group.show(setup.services)
        need.text = setup.need
        command.show(setup.command)
        enter.setLabel(setup.button)
        link.isVisible = !setup.link.isEmpty
        gtk_link_button_set_uri(link.opaque, setup.link)
        gtk_button_set_label(link.reference.cast(), setup.linkLabel)
    }
}

/// Says how many texts wait, with a button to discard them.
@MainActor final class WaitingTexts: Panel {
    let box = Box.row(spacing: 6)
    let cancel = Button(label: tr("Cancel Waiting"), classes: ["flat"])
    private let text = Label(classes: ["dim-label"])

    init() {
        text.wrap()
        gtk_label_set_natural_wrap_mode(text.opaque, GTK_NATURAL_WRAP_NONE)
        align(GTK_ALIGN_CENTER)
        box.append(text, cancel)
        isVisible = false
    }

    func show(_ queue: TranslatorViewState.Queue?) {
        isVisible = queue != nil
        text.text = queue?.text ?? ""
        // Not `setTooltip`, which would also replace the accessible name.
        gtk_widget_set_tooltip_text(text.widget, queue?.texts)
    }
}
