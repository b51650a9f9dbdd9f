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
    private let toasts = Element(adw_toast_overlay_new())
    private let panes = TwoPanes()
    private var offer: UndoToast?
    private var dialog: FileDialog?
    private var state = HistoryViewState()

    /// Call after GTK has started.
    public init() {}

    func present(over main: MainWindow) {
        self.main = main
        let window = window ?? make(over: main)
        // Wide enough for the list and an entry side by side.
        OpeningSize(width: 860, height: 640).apply(
            to: window, over: gtk_window_get_transient_for(window.reference.cast()))
        gtk_window_present(window.reference.cast())
        presenter?.open()
        list?.search.grabFocus()
    }

    func show(_ id: HistoryViewState.Entry.ID) {
        presenterAfterEdits()?.showEntry(id)
    }

    private func make(over main: MainWindow) -> Element {
        let window = Element(adw_window_new())
        gtk_window_set_title(window.reference.cast(), tr("History"))
        gtk_window_set_hide_on_close(window.reference.cast(), 1)
        gtk_widget_set_size_request(window.widget, MainWindow.minimumWidth, 360)
        main.adopt(window)
        let (list, detail) = (HistoryListPane(), HistoryDetailPane())
        panes.fill(list: list, width: 300, detail: detail)
        panes.onFold { [weak self] in self?.showFolding() }
        panes.onTurn { [weak self] in self?.didTurn() }
        adw_toast_overlay_set_child(toasts.opaque, panes.widget)
        adw_window_set_content(window.reference.cast(), toasts.widget)
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
        window.onEvent(GTK_PHASE_BUBBLE) { [weak self] event in self?.closes(with: event) ?? false }
        list.search.reference.connect("search-changed") { [weak self] in self?.tellSearch() }
        list.search.reference.connect("stop-search") { [weak self] in self?.close() }
        list.onPress { [weak self] id in self?.presenterAfterEdits()?.choose(id) }
        list.onEnd { [weak self] in self?.presenterAfterEdits()?.showMore() }
        list.choose.onToggle { [weak self] isOn in self?.presenterAfterEdits()?.setChoosing(isOn) }
        list.chooseAll.onClick { [weak self] in self?.presenterAfterEdits()?.chooseAll() }
        list.remove.onClick { [weak self] in self?.presenterAfterEdits()?.removeChosen() }
        list.preferences.onClick { [weak self] in self?.presenterAfterEdits()?.openPreferences() }
        detail.back.onClick { [weak self] in self?.panes.goBack() }
        detail.edit.onToggle { [weak self] isOn in self?.presenterAfterEdits()?.setEditing(isOn) }
        detail.translator.onClick { [weak self] in self?.presenterAfterEdits()?.openTranslator() }
        detail.copy.onClick { [weak self] in self?.presenterAfterEdits()?.copy() }
        detail.export.onClick { [weak self] in self?.export() }
        detail.remove.onClick { [weak self] in self?.presenterAfterEdits()?.removeShown() }
        detail.play.onClick { [weak self] in self?.presenterAfterEdits()?.togglePlayback() }
        detail.restore.onClick { [weak self] in self?.presenterAfterEdits()?.restoreText() }
        detail.text.onEdit { [weak self] text in self?.presenter?.edit(text) }
        detail.text.onPress { [weak self] place in self?.presenterAfterEdits()?.pressText(at: place) }
        detail.text.onAsk { [weak self] place in self?.presenterAfterEdits()?.offerReadings(at: place) }
        detail.readings.delegate = self
        detail.onRename { [weak self] title in self?.presenter?.rename(to: title) }
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

    /// Closes the window at a press of Escape that no widget has used.
    private func closes(with event: OpaquePointer) -> Bool {
        guard gdk_event_get_event_type(event) == GDK_KEY_PRESS,
            Int32(bitPattern: gdk_key_event_get_keyval(event)) == GDK_KEY_Escape
        else {
            return false
        }
        close()
        return true
    }

    private func didHide() {
        offer?.dismiss()
        presenterAfterEdits()?.close()
    }

    private func tellSearch() {
        if let list {
            let words = String(cString: gtk_editable_get_text(list.search.opaque))
            presenterAfterEdits()?.find(words)
        }
    }

    private func export() {
        guard let shown = state.detail else {
            return
        }
        let dialog = shown.isTranslation ? FileDialog.saveTranslation(over: toasts) : .saveTranscript(over: toasts)
        self.dialog = dialog
        dialog.present { [weak self] path in
            if let path {
                self?.presenterAfterEdits()?.export(to: path)
            } else {
                self?.showToast(tr("This location is not on this computer. Choose a local folder."))
            }
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
        if old.detail?.id != state.detail?.id {
            panes.show(state.detail == nil ? list : detail)
        }
    }

    public func showToast(_ text: String) {
        adw_toast_overlay_add_toast(toasts.opaque, Markup.toast(text))
    }

    public func offerUndo(_ text: String) {
        let toast = UndoToast(text) { [weak self] in
            self?.presenterAfterEdits()?.undoRemoval()
        } end: { [weak self] in
            self?.presenterAfterEdits()?.forgetRemoved()
        }
        offer?.withdraw()
        offer = toast
        adw_toast_overlay_add_toast(toasts.opaque, toast.reference.opaque)
    }

    public func copyToClipboard(_ text: String) {
        gdk_clipboard_set_text(gtk_widget_get_clipboard(toasts.widget), text)
    }

    public func openPreferences(_ part: PreferencesPart) {
        close()
        main?.openPreferences(part)
    }

    public func openTranslator() {
        close()
        main?.turn(to: "translator")
    }
}

extension HistoryWindow: ReadingsPopoverDelegate {
    func readingsPopover(_ popover: ReadingsPopover, didChoose index: Int) {
        presenterAfterEdits()?.chooseReading(index)
        detail?.text.grabFocus()
    }

    func readingsPopover(_ popover: ReadingsPopover, didWrite text: String) {
        presenterAfterEdits()?.writeReading(text)
        detail?.text.grabFocus()
    }

    func readingsPopoverDidPressPlay(_ popover: ReadingsPopover) {
        presenterAfterEdits()?.playWord()
    }

    func readingsPopoverDidClose(_ popover: ReadingsPopover) {
        presenterAfterEdits()?.closeReadings()
        detail?.text.grabFocus()
    }
}
