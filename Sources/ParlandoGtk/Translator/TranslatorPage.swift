import CGtk
import CGtkShim
public import ParlandoCore
public import ParlandoPresenters

/// Translator page in GTK. It shows the states that its presenter sends and passes user actions to it; it contains
/// no application logic.
@MainActor public final class TranslatorPage {
    /// Receives the user's actions.
    public weak var presenter: TranslatorPresenter?
    public weak var window: MainWindow?

    public let root = Box.column()
    private let toasts = Element(adw_toast_overlay_new())
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
    private var dialog: FileDialog?

    /// Builds the page's widgets. Call after GTK has started, on the application's activation at the earliest.
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
        let clamp = Element(adw_clamp_new())
        adw_clamp_set_maximum_size(clamp.opaque, 1200)
        adw_clamp_set_tightening_threshold(clamp.opaque, 1100)
        adw_clamp_set_child(clamp.opaque, content.widget)
        clamp.expand(vertical: true)
        // With large text in a small window not everything has room at once.
        let scroller = Element(gtk_scrolled_window_new())
        gtk_scrolled_window_set_policy(scroller.opaque, GTK_POLICY_NEVER, GTK_POLICY_AUTOMATIC)
        gtk_scrolled_window_set_child(scroller.opaque, clamp.widget)
        adw_toast_overlay_set_child(toasts.opaque, scroller.widget)
        toasts.expand(vertical: true)
        root.append(banner, toasts, foot)
        connect()
    }

    private func connect() {
        source.text.onEdit { [weak self] text in self?.presenter?.edit(text) }
        for (side, pane) in [(TranslatorSide.source, source), (.target, target)] {
            pane.listen.onClick { [weak self] in self?.presenterAfterEdits()?.pressListen(on: side) }
            pane.stop.onClick { [weak self] in self?.presenterAfterEdits()?.stopSpeech() }
            pane.copy.onClick { [weak self] in self?.presenterAfterEdits()?.copy(side) }
        }
        for (side, button) in [(TranslatorSide.source, languages.source), (.target, languages.target)] {
            button.onChoose { [weak self] code in self?.presenterAfterEdits()?.chooseLanguage(code, on: side) }
            button.onChoosePair { [weak self] name in self?.presenterAfterEdits()?.choosePair(name) }
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
        setup.onChoose { [weak self] id in self?.presenter?.chooseService(id) }
        setup.enter.onClick { [weak self] in self?.presenter?.setUp() }
        waiting.cancel.onClick { [weak self] in self?.presenter?.cancelWaiting() }
        root.reference.connect("map") { [weak self] in
            self?.watchWindow()
            self?.focus()
            self?.presenter?.appear()
        }
        root.reference.connect("unmap") { [weak self] in self?.presenter?.disappear() }
    }

    /// Starts reporting when the window comes to the front, because the user may meanwhile have installed a translation
    /// package in another window.
    private func watchWindow() {
        guard !isWindowWatched, let front = UnsafeMutableRawPointer(gtk_widget_get_root(root.widget)) else {
            return
        }
        isWindowWatched = true
        Reference(front).connect("notify::is-active") { [weak self] in self?.frontDidTurn() }
    }

    private func frontDidTurn() {
        let front = UnsafeMutableRawPointer(gtk_widget_get_root(root.widget))?.assumingMemoryBound(to: GtkWindow.self)
        if gtk_window_is_active(front) != 0, gtk_widget_get_mapped(root.widget) != 0 {
            presenter?.comeToFront()
        }
    }

    private func makeCommands() -> PageCommands {
        PageCommands([
            PageCommands.Group(
                title: title,
                commands: [
                    .round(tr("Speak or Stop"), button: foot.record.button),
                    Command("translate", tr("Translate"), ["<Control>Return", "<Control>KP_Enter"]) { [weak self] in
                        self?.presenterAfterEdits()?.pressTranslate()
                    },
                    Command("swap", tr("Swap Languages"), ["<Control><Shift>s"], button: languages.swap) {
                        [weak self] in self?.presenterAfterEdits()?.swap()
                    },
                    Command("listen", tr("Listen to Translation"), ["<Control>l"], button: target.listen) {
                        [weak self] in self?.presenterAfterEdits()?.pressListen(on: .target)
                    },
                    Command("copy", tr("Copy Translation"), ["<Control><Shift>c"], button: target.copy) {
                        [weak self] in self?.presenterAfterEdits()?.copy(.target)
                    },
                    Command("save", tr("Save as Audio"), ["<Control>s"], button: save) { [weak self] in
                        self?.saveSound()
                    },
                    .history(button: foot.history),
                    Command("cancel", tr("Stop"), ["Escape"]) { [weak self] in
                        self?.presenterAfterEdits()?.cancelStage()
                    },
                ])
        ])
    }

    // MARK: Reporting

    /// Reports edits, because the user typed before pressing, and returns the presenter.
    private func presenterAfterEdits() -> TranslatorPresenter? {
        source.text.tellEdits()
        return presenter
    }

    private func saveTexts() async -> Bool {
        let dialog = FileDialog.saveTranslation(over: root)
        self.dialog = dialog
        switch await dialog.answer() {
        case .path(let path):
            return await presenter?.saveTexts(to: path) ?? false
        case .notLocal:
            showToast(tr("This location is not on this computer. Choose a local folder."))
            return false
        case .cancelled:
            return false
        }
    }

    private func saveSound() {
        let formats = [FileDialog.Format(title: tr("WAV audio (*.wav)"), ending: "wav")]
        let dialog = FileDialog.save(
            tr("Save Translation as Audio"), accept: tr("_Save"), name: tr("Translation") + ".wav",
            formats: formats, over: root)
        self.dialog = dialog
        dialog.present { [weak self] path in
            if let path {
                self?.presenterAfterEdits()?.saveSound(to: path)
            } else {
                self?.showToast(tr("This location is not on this computer. Choose a local folder."))
            }
        }
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

    public var farewell: DictationViewState.Question? {
        source.text.tellEdits()
        return shown?.farewell
    }

    public var isAtRisk: Bool {
        shown?.farewell != nil
    }

    public func saveBeforeLeaving() async -> Bool {
        await saveTexts()
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
        change.on(\.counter) { text in
            counter.text = text
            counter.isVisible = !text.isEmpty
        }
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
        adw_toast_overlay_add_toast(toasts.opaque, Markup.toast(text))
    }

    public func copyToClipboard(_ text: String) {
        gdk_clipboard_set_text(gtk_widget_get_clipboard(root.widget), text)
    }

    public func openPreferences(_ part: PreferencesPart) {
        window?.openPreferences(part)
    }

    public func focus(_ part: TranslatorFocus) {
        switch part {
        case .source: source.text.focus()
        case .button: foot.record.focus()
        }
    }

    public func ask(_ question: PageQuestion) async -> Bool {
        await Question.ask(question, over: root)
    }
}
