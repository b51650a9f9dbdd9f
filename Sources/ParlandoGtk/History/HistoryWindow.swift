import CGtk
import CGtkShim
public import ParlandoPresenters

/// A list of entries and the chosen entry, side by side or, in a narrow window, one at a time. The widgets are created
/// when the window is first opened.
@MainActor public final class HistoryWindow {
    public weak var presenter: HistoryPresenter?

    private weak var main: MainWindow?
    private var window: Element?
    private var list: HistoryListPane?
    private var detail: HistoryDetailPane?
    private let toasts = Toasts()
    private let panes = TwoPanes()
    private var offer: UndoToast?
    private var state = HistoryViewState()

    /// Call after GTK has started.
    public init() {}

    func present(over main: MainWindow) {
        self.main = main
        let window = window ?? make(over: main)
        // Wide enough for the list and an entry side by side.
        window.present(width: 860, height: 640)
        presenter?.open()
        list?.search.grabFocus()
    }

    func show(_ id: HistoryViewState.Entry.ID) {
        presenterAfterEdits()?.showEntry(id)
    }

    private func make(over main: MainWindow) -> Element {
        let window = Element.window(tr("History"), least: 360, over: main.reference.cast(), toasts)
        let (list, detail) = (HistoryListPane(), HistoryDetailPane())
        panes.fill(list: list, width: 300, detail: detail)
        panes.onFold { [weak self] in self?.showFolding() }
        panes.onTurn { [weak self] in self?.didTurn() }
        toasts.setChild(panes)
        gtk_search_entry_set_key_capture_widget(list.search.opaque, window.widget)
        (self.window, self.list, self.detail) = (window, list, detail)
        connect(window, list, detail)
        showFolding()
        render(state)
        return window
    }

    private func connect(_ window: Element, _ list: HistoryListPane, _ detail: HistoryDetailPane) {
        // The history may have changed while another window was active.
        window.reference.connect("notify::is-active") { [weak self] in self?.didBecomeActive() }
        window.reference.connect("hide") { [weak self] in self?.didHide() }
        window.onKey { [weak self] event in self?.heeds(event) ?? false }
        list.search.reference.connect("search-changed") { [weak self] in self?.tellSearch() }
        list.search.reference.connect("stop-search") { [weak self] in self?.leave() }
        list.onPressEntry = { [weak self] id in self?.presenterAfterEdits()?.choose(id) }
        list.onEnd { [weak self] in self?.presenterAfterEdits()?.showMore() }
        list.choose.onToggle { [weak self] isOn in self?.presenterAfterEdits()?.setChoosing(isOn) }
        list.chooseAll.onClick { [weak self] in self?.presenterAfterEdits()?.chooseAll() }
        list.remove.onClick { [weak self] in self?.presenterAfterEdits()?.removeChosen() }
        list.export.onClick { [weak self] in self?.exportChosen() }
        list.preferences.onClick { [weak self] in self?.presenterAfterEdits()?.openPreferences() }
        detail.back.onClick { [weak self] in self?.panes.goBack() }
        detail.edit.onToggle { [weak self] isOn in self?.presenterAfterEdits()?.setEditing(isOn) }
        detail.translator.onClick { [weak self] in self?.presenterAfterEdits()?.openTranslator() }
        detail.copy.onClick { [weak self] in self?.presenterAfterEdits()?.copy() }
        detail.export.onClick { [weak self] in self?.export() }
        detail.remove.onClick { [weak self] in self?.presenterAfterEdits()?.removeShown() }
        detail.play.onClick { [weak self] in self?.presenterAfterEdits()?.togglePlayback() }
        detail.onSeek = { [weak self] seconds in self?.presenterAfterEdits()?.seek(to: seconds) }
        detail.proceed.onClick { [weak self] in self?.presenterAfterEdits()?.continueOnPage() }
        detail.again.onClick { [weak self] in self?.presenterAfterEdits()?.transcribeAgain() }
        detail.restore.onClick { [weak self] in self?.presenterAfterEdits()?.restoreText() }
        detail.text.onEdit = { [weak self] text in self?.presenter?.edit(text) }
        detail.text.onPressWord = { [weak self] place in self?.presenterAfterEdits()?.pressText(at: place) }
        detail.text.onAsk = { [weak self] place in self?.presenterAfterEdits()?.offerReadings(at: place) }
        detail.find.onCommand = { [weak self] command in self?.presenterAfterEdits()?.find(command) }
        detail.readings.onEvent = { [weak self] event in self?.receive(event) }
        detail.onRename = { [weak self] title in self?.presenter?.rename(to: title) }
    }

    // MARK: Reporting

    /// Reports edits, because the user typed before pressing, and returns the presenter.
    private func presenterAfterEdits() -> HistoryPresenter? {
        detail?.tellChanges()
        return presenter
    }

    private func didBecomeActive() {
        if let window, gtk_window_is_active(window.reference.cast()) != 0 {
            presenterAfterEdits()?.open()
        }
    }

    private func receive(_ event: ReadingsPopover.Event) {
        let presenter = presenterAfterEdits()
        switch event {
        case .write(let text): presenter?.writeReading(text)
        case .play:
            presenter?.playWord()
            return
        case .close: presenter?.closeReadings()
        }
        detail?.text.grabFocus()
    }

    private func didHide() {
        offer?.dismiss()
        presenterAfterEdits()?.close()
    }

    private func tellSearch() {
        if let list {
            presenterAfterEdits()?.find(list.search.typed)
        }
    }

    /// Ctrl+F finds in the entry, if one is shown. Escape first ends the selection.
    private func heeds(_ event: InputEvent) -> Bool {
        if event.value == GDK_KEY_Escape {
            leave()
            return true
        }
        guard event.value == GDK_KEY_f, event.isControlHeld else {
            return false
        }
        if let detail, state.detail != nil {
            detail.find.open()
        } else {
            list?.search.grabFocus()
        }
        return true
    }

    private func export() {
        guard let shown = state.detail else {
            return
        }
        let dialog =
            shown.isTranslation
            ? FileDialog.saveTranslation(over: toasts) : .saveTranscript(of: shown.fileName, over: toasts)
        dialog.choose(showToast) { [weak self] path in self?.presenterAfterEdits()?.export(to: path) }
    }

    private func exportChosen() {
        FileDialog.saveEntries(over: toasts).choose(showToast) { [weak self] path in
            self?.presenterAfterEdits()?.exportChosen(to: path)
        }
    }

    private func leave() {
        if state.isChoosing {
            presenterAfterEdits()?.setChoosing(false)
        } else {
            close()
        }
    }

    private func close() {
        if let window {
            gtk_window_close(window.reference.cast())
        }
    }

    // MARK: A narrow window

    private func showFolding() {
        if let list, let detail {
            panes.showFolding(listHeader: list.header, detailHeader: detail.header, back: detail.back)
        }
    }

    /// The user has gone back to the list, by the button or by a swipe.
    private func didTurn() {
        if state.detail != nil, let list, panes.isAlone(list) {
            presenterAfterEdits()?.goBack()
        }
    }
}

extension HistoryWindow: HistoryView {
    public func render(_ state: HistoryViewState) {
        let old = self.state
        self.state = state
        guard let list, let detail else {
            return
        }
        list.show(state)
        detail.show(state.detail, hasEntries: !state.entries.isEmpty)
        if old.find != state.find || old.detail?.text != state.detail?.text {
            detail.find.show(state.find)
        }
        if old.detail?.id != state.detail?.id {
            panes.show(state.detail == nil ? list : detail)
        }
    }

    public func showToast(_ text: String) {
        toasts.showToast(text)
    }

    public func offerUndo(_ text: String) {
        let toast = UndoToast(text) { [weak self] in
            self?.presenterAfterEdits()?.undo()
        } end: { [weak self] in
            self?.presenterAfterEdits()?.forgetRemoved()
        }
        offer?.withdraw()
        offer = toast
        toasts.add(toast.reference.opaque)
    }

    public func offerToRemember(_ question: String?) {
        toasts.offerToRemember(question) { [weak self] in self?.presenter?.rememberWord() }
    }

    public func copyToClipboard(_ text: String) {
        toasts.putOnClipboard(text)
    }

    public func openPreferences(_ part: PreferencesPart) {
        close()
        main?.openPreferences(part)
    }

    public func openTranslator() {
        close()
        main?.turn(to: "translator")
    }

    public func openDictation() {
        close()
        main?.turn(to: "dictation")
    }
}
